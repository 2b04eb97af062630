package dev.sluice.perf.burst;

import com.sun.management.OperatingSystemMXBean;
import dev.sluice.perf.burst.BacklogSample.Figure;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** How many requests do not fit into this machine's memory, by what those of a smaller backlog took on the disk. */
final class BeyondMemory {

    /** The size of the requests' queue, as a part of the memory: queue files are longer than what is in them. */
    private static final double OF_MEMORY = 1.25;

    /** The room that stays free for the reserves of job and gateway, and for the database. */
    private static final double FREE_MEGABYTES = 4 << 10;

    private BeyondMemory() {}

    /**
     * Returns that number.
     *
     * @param smaller a backlog that was measured
     * @param directory where the queues are to be
     * @throws IllegalArgumentException if its disk has not the room for them and their results
     */
    static long requests(List<BacklogSample> smaller, Path directory) throws IOException {
        final long memory =
                ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
        return requests(
                smaller,
                memory / BacklogSample.MEGABYTE,
                Files.getFileStore(directory).getUsableSpace() / BacklogSample.MEGABYTE);
    }

    /** Returns the number for a machine with that memory and room on its disk. */
    static long requests(List<BacklogSample> smaller, double memoryMegabytes, double usableMegabytes) {
        final BacklogSample written = BacklogSample.lastWritten(smaller);
        final double count = written.written();
        final long requests =
                (long) (memoryMegabytes * OF_MEMORY / written.megabytes().get(Figure.FILES) * count);
        final double each = BacklogSample.last(smaller).megabytes().get(Figure.FILES) / count;
        final double needed = requests * each + FREE_MEGABYTES;
        if (needed > usableMegabytes) {
            throw new IllegalArgumentException(String.format(
                    "--beyond-memory: %,d requests and their results take about %,.0f MB on the disk, and %,.0f MB are"
                            + " usable: free some space, or name another disk with --out",
                    requests, needed, usableMegabytes));
        }
        return requests;
    }
}
