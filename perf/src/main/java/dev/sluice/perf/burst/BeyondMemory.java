package dev.sluice.perf.burst;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** How many requests do not fit into this machine's memory, by what those of a smaller backlog took on the disk. */
final class BeyondMemory {

    /** Of the memory, in the queue of the requests alone; more than that it is, since files grow in large steps. */
    private static final double OF_MEMORY = 1.25;

    /** Stays free: reserves of job and gateway, and the database. */
    private static final long FREE_BYTES = 4L << 30;

    private final double inputBytesEach;
    private final double bytesEach;

    /** Measures by the files of a backlog of that many requests. */
    BeyondMemory(long requests, List<BacklogSample> samples) {
        this.inputBytesEach = BacklogSample.lastWritten(samples).fileBytes() / (double) requests;
        this.bytesEach = samples.get(samples.size() - 1).fileBytes() / (double) requests;
    }

    /**
     * The number of requests.
     *
     * @param directory where the queues are to be
     * @throws IllegalArgumentException if its disk has not the room for them and their results
     */
    long requests(Path directory) throws IOException {
        final long memory =
                ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
        return requests(memory, Files.getFileStore(directory).getUsableSpace());
    }

    /** Returns the number for a machine with that memory and room on its disk. */
    long requests(long memoryBytes, long usableBytes) {
        final long requests = (long) (memoryBytes * OF_MEMORY / inputBytesEach);
        final double needed = requests * bytesEach + FREE_BYTES;
        if (needed > usableBytes) {
            throw new IllegalArgumentException(String.format(
                    "--beyond-memory: %,d requests and their results take about %,.0f MB on the disk, and %,.0f MB are"
                            + " usable: free some space, or name another disk with --out",
                    requests, needed / BacklogSample.MEGABYTE, usableBytes / BacklogSample.MEGABYTE));
        }
        return requests;
    }
}
