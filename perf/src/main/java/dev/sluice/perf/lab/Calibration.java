package dev.sluice.perf.lab;

import dev.sluice.perf.report.Measurement;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32C;

/**
 * Measures the speed of the machine before and after an experiment: the time of a checksum shows the speed of the cores, and the
 * time of a synced write that of the disk. Whoever compares two reports can then tell a slower machine from slower code.
 */
public final class Calibration {

    /** The name of the measurement of the cores, which is in microseconds. */
    private static final String CORES = "machine: checksum of 16 MB";

    private static final String DISK = "machine: 4 KB written and synced";
    private static final int ROUNDS = 15;
    private static final int MEGABYTE = 1 << 20;
    private static final byte[] MEMORY = new byte[16 * MEGABYTE];

    private final Path directory;
    private final List<Double> cores = new ArrayList<>();
    private final List<Double> disk = new ArrayList<>();

    /** @param directory a directory on the disk where the queues are created */
    Calibration(Path directory) {
        this.directory = directory;
    }

    /** Measures once more, which takes about 100 ms. */
    void measure() throws IOException {
        final CRC32C checksum = new CRC32C();
        cores.add(median(() -> checksum.update(MEMORY, 0, MEMORY.length)));
        final ByteBuffer page = ByteBuffer.allocate(4096);
        disk.add(inFile(
                directory,
                channel -> median(() -> {
                    channel.write(page.rewind(), 0);
                    channel.force(true);
                })));
    }

    /** The measurements so far. */
    List<Measurement> measurements() {
        return List.of(new Measurement(CORES, "us", cores), new Measurement(DISK, "us", disk));
    }

    /**
     * Writes a temporary file of the given size in pieces of 1 MB, syncs the file once, and returns the rate in MB per second.
     */
    public static double diskSpeed(Path directory, int megabytes) throws IOException {
        final byte[] piece = new byte[MEGABYTE];
        new Random(1).nextBytes(piece); // a disk might not store zeros at all
        final ByteBuffer bytes = ByteBuffer.wrap(piece);
        return inFile(directory, channel -> {
            final long start = System.nanoTime();
            for (int i = 0; i < megabytes; i++) {
                bytes.rewind();
                while (bytes.hasRemaining()) {
                    channel.write(bytes);
                }
            }
            channel.force(true);
            return megabytes * 1e9 / (System.nanoTime() - start);
        });
    }

    private interface Writing {
        double measure(FileChannel channel) throws IOException;
    }

    private static double inFile(Path directory, Writing writing) throws IOException {
        final Path file = Files.createTempFile(Files.createDirectories(directory), "calibration-", "");
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            return writing.measure(channel);
        } finally {
            Files.delete(file);
        }
    }

    private interface Step {
        void take() throws IOException;
    }

    private static double median(Step step) throws IOException {
        final List<Double> micros = new ArrayList<>();
        while (micros.size() < ROUNDS) {
            final long start = System.nanoTime();
            step.take();
            micros.add((System.nanoTime() - start) / 1e3);
        }
        return new Measurement("a round", "us", micros).median();
    }
}
