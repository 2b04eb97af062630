package dev.sluice.perf.lab;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** What the current thread has used up so far. */
public final class ThreadUse {

    private static final ThreadMXBean THREADS = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);

    private ThreadUse() {}

    /** Nanoseconds on a core: what others do on the machine hardly shows. */
    public static long cpuNanos() {
        return THREADS.getCurrentThreadCpuTime();
    }

    /** Bytes allocated. */
    public static long bytes() {
        return THREADS.getCurrentThreadAllocatedBytes();
    }
}
