package dev.sluice.perf.lab;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/**
 * What a process has used up.
 *
 * @param cpuNanos nanoseconds on a core, those of the JVM's compiler and collector included
 * @param bytes allocated on the heap by the threads that are there
 */
public record ProcessUse(long cpuNanos, long bytes) {

    public static final ProcessUse NONE = new ProcessUse(0, 0);

    private static final OperatingSystemMXBean PROCESS =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private static final ThreadMXBean THREADS = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);

    /** This process, since its start. */
    public static ProcessUse now() {
        final long[] threads = THREADS.getAllThreadIds();
        long bytes = 0;
        for (final long allocated : THREADS.getThreadAllocatedBytes(threads)) {
            bytes += Math.max(0, allocated); // less than 0: it has ended meanwhile
        }
        return new ProcessUse(PROCESS.getProcessCpuTime(), bytes);
    }

    public ProcessUse since(ProcessUse before) {
        return new ProcessUse(cpuNanos - before.cpuNanos, Math.max(0, bytes - before.bytes));
    }

    public ProcessUse plus(ProcessUse other) {
        return new ProcessUse(cpuNanos + other.cpuNanos, bytes + other.bytes);
    }

    /** As one process tells another. */
    public String told() {
        return cpuNanos + " " + bytes;
    }

    /** What another process has {@linkplain #told told}. */
    public static ProcessUse heard(String line) {
        final String[] numbers = line.split(" ");
        return new ProcessUse(Long.parseLong(numbers[0]), Long.parseLong(numbers[1]));
    }
}
