package dev.sluice.perf.burst;

import com.sun.management.OperatingSystemMXBean;
import dev.sluice.perf.burst.BacklogSample.Figure;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Computes how many requests a backlog must have to exceed this machine's memory, from the disk space that a smaller backlog
 * needed.
 */
final class BeyondMemory {

    /**
     * The size that the queue files of the requests should have, as a multiple of the memory. It is larger than 1 because queue
     * files are not completely filled.
     */
    private static final double OF_MEMORY = 1.25;

    /** The disk space that stays free for the reserves of job and gateway, and for the database. */
    private static final double FREE_MEGABYTES = 4 << 10;

    private BeyondMemory() {}

    /**
     * Returns the number of requests.
     *
     * @param smaller the samples of a smaller backlog
     * @param directory the directory in which the queues will be created
     * @throws IllegalArgumentException if the directory's disk has too little space for the requests and their results
     */
    static long requests(List<BacklogSample> smaller, Path directory) throws IOException {
        final long memory =
                ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
        return requests(
                smaller,
                memory / BacklogSample.MEGABYTE,
                Files.getFileStore(directory).getUsableSpace() / BacklogSample.MEGABYTE);
    }

    /** Returns the number of requests for a machine with the given memory and disk space. */
    static long requests(List<BacklogSample> smaller, double memoryMegabytes, double usableMegabytes) {
        final BacklogSample written = BacklogSample.lastWritten(smaller);
        final double count = written.written();
        final long requests =
                (long) (memoryMegabytes * OF_MEMORY / written.megabytes().get(Figure.FILES) * count);
        final double each = BacklogSample.last(smaller).megabytes().get(Figure.FILES) / count;
        final double needed = requests * each + FREE_MEGABYTES;
        if (needed > usableMegabytes) {
            throw new IllegalArgumentException(String.format(
                    "--beyond-memory: %,d requests and their results need about %,.0f MB on the disk, but only %,.0f MB"
                            + " are usable: free some space, or name another disk with --out",
                    requests, needed, usableMegabytes));
        }
        return requests;
    }
}
