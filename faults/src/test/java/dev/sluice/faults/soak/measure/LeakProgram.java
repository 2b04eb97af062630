package dev.sluice.faults.soak.measure;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Leaks some of everything that is sampled at each byte of its standard input, if it is to; ends with it. */
final class LeakProgram {

    private static final int MEGABYTE = 1 << 20;
    private static final List<Object> LEAKED = new ArrayList<>();

    private LeakProgram() {}

    /** Arguments: a directory of queues, and whether to leak. */
    public static void main(String[] args) throws IOException {
        final Path directory = Path.of(args[0]);
        final boolean leaks = Boolean.parseBoolean(args[1]);
        try (InputStream steps = System.in) {
            for (int step = 0; steps.read() >= 0; step++) {
                if (leaks) {
                    leak(directory, step);
                }
            }
        }
        System.exit(0);
    }

    private static void leak(Path directory, int step) throws IOException {
        LEAKED.add(new byte[MEGABYTE]);
        final ByteBuffer direct = ByteBuffer.allocateDirect(2 * MEGABYTE);
        for (int i = 0; i < direct.capacity(); i += 1024) {
            direct.put(i, (byte) 1);
        }
        LEAKED.add(direct);
        new Thread(() -> LockSupport.park(LEAKED), "leaked").start();
        Files.write(directory.resolve("kept-" + step), new byte[10 * MEGABYTE]);
        for (int i = 0; i < 10; i++) {
            Files.writeString(directory.resolve("small-" + step + "-" + i), "");
        }
        LEAKED.add(map(directory.resolve("deleted-" + step + ".cq4")));
        LEAKED.add(FileChannel.open(directory.resolve("kept-" + step)));
    }

    private static MappedByteBuffer map(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return channel.map(FileChannel.MapMode.READ_WRITE, 0, 4096);
        } finally {
            Files.delete(file);
        }
    }
}
