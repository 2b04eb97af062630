package dev.sluice.perf.lab;

import dev.sluice.perf.report.Measurement;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * How fast the machine itself was, before and behind an experiment: a checksum for its cores, a synced write for its disk.
 * When two reports are compared it tells a slower machine from slower code.
 */
public final class Calibration {

    /** The name of the measurement of the cores, in microseconds. */
    public static final String CORES = "machine: checksum of 16 MB";

    /** The name of the measurement of the disk, in microseconds. */
    public static final String DISK = "machine: 4 KB written and synced";

    private static final int ROUNDS = 15;
    private static final byte[] MEMORY = new byte[16 << 20];
    private static final ByteBuffer PAGE = ByteBuffer.allocate(4096);

    private final Path directory;
    private final List<Double> cores = new ArrayList<>();
    private final List<Double> disk = new ArrayList<>();

    /** @param directory on the disk where queues are made */
    public Calibration(Path directory) {
        this.directory = directory;
    }

    /** Measures once more: some 100 ms. */
    public void measure() throws IOException {
        final CRC32C checksum = new CRC32C();
        cores.add(median(() -> checksum.update(MEMORY, 0, MEMORY.length)));
        final Path file = Files.createTempFile(Files.createDirectories(directory), "calibration-", "");
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            disk.add(median(() -> {
                channel.write(PAGE.rewind(), 0);
                channel.force(true);
            }));
        } finally {
            Files.delete(file);
        }
    }

    /** What was measured so far. */
    public List<Measurement> measurements() {
        return List.of(new Measurement(CORES, "us", cores), new Measurement(DISK, "us", disk));
    }

    @FunctionalInterface
    private interface Step {
        void take() throws IOException;
    }

    private static double median(Step step) throws IOException {
        final double[] micros = new double[ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
            final long start = System.nanoTime();
            step.take();
            micros[round] = (System.nanoTime() - start) / 1e3;
        }
        Arrays.sort(micros);
        return micros[ROUNDS / 2];
    }
}
