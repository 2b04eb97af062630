package dev.sluice.perf.lab;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Random;

/** How fast the disk takes what is written in a row. */
public final class DiskSpeed {

    private static final int PIECE_BYTES = 1 << 20;

    private DiskSpeed() {}

    /** Bytes a second that are on the disk, by writing so many in pieces of one MB to a file that is deleted again. */
    public static double bytesPerSecond(Path directory, int megabytes) throws IOException {
        final Path file = Files.createTempFile(directory, "disk-speed", "");
        final byte[] piece = new byte[PIECE_BYTES];
        new Random(1).nextBytes(piece); // zeros might never get to the disk
        final ByteBuffer bytes = ByteBuffer.wrap(piece);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            final long start = System.nanoTime();
            for (int i = 0; i < megabytes; i++) {
                bytes.rewind();
                while (bytes.hasRemaining()) {
                    channel.write(bytes);
                }
            }
            channel.force(true);
            return megabytes * (double) PIECE_BYTES * 1e9 / (System.nanoTime() - start);
        } finally {
            Files.delete(file);
        }
    }
}
