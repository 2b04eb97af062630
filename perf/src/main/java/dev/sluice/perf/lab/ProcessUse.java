package dev.sluice.perf.lab;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The CPU time that a process has used, and the memory that it has allocated.
 *
 * @param cpuNanos nanoseconds of CPU time, including the time of the JVM's compiler and garbage collector
 * @param bytes the bytes that the live threads have allocated on the heap
 */
public record ProcessUse(long cpuNanos, long bytes) {

    public static final ProcessUse NONE = new ProcessUse(0, 0);

    private static final OperatingSystemMXBean PROCESS =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private static final ThreadMXBean THREADS = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);
    private static final Path STATUS = Path.of("/proc/self/status");

    /** Returns what this process has used since its start. */
    public static ProcessUse now() {
        long bytes = 0;
        for (final long allocated : THREADS.getThreadAllocatedBytes(THREADS.getAllThreadIds())) {
            bytes += Math.max(0, allocated); // negative if the thread has ended meanwhile
        }
        return new ProcessUse(PROCESS.getProcessCpuTime(), bytes);
    }

    public ProcessUse since(ProcessUse before) {
        return new ProcessUse(cpuNanos - before.cpuNanos, Math.max(0, bytes - before.bytes));
    }

    public ProcessUse plus(ProcessUse other) {
        return new ProcessUse(cpuNanos + other.cpuNanos, bytes + other.bytes);
    }

    /**
     * The memory of a process.
     *
     * @param heap the bytes of the heap that are in use after a garbage collection
     * @param resident the resident bytes of the process, including mapped queue files; -1 if the system does not report them
     */
    public record Memory(long heap, long resident) {

        /** Collects garbage, and then returns the memory of this process. */
        public static Memory now() throws IOException {
            System.gc();
            final long heap =
                    ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
            if (Files.isReadable(STATUS)) {
                for (final String line : Files.readAllLines(STATUS)) {
                    if (line.startsWith("VmRSS:")) {
                        return new Memory(heap, Long.parseLong(line.replaceAll("\\D", "")) * 1024);
                    }
                }
            }
            return new Memory(heap, -1);
        }
    }
}
