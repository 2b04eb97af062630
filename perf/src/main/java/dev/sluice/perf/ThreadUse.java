package dev.sluice.perf;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** What the current thread has used up so far. */
final class ThreadUse {

    private static final ThreadMXBean THREADS = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);

    private ThreadUse() {}

    /** Nanoseconds on a core: what others do on the machine hardly shows. */
    static long cpuNanos() {
        return THREADS.getCurrentThreadCpuTime();
    }

    /** Bytes allocated. */
    static long bytes() {
        return THREADS.getCurrentThreadAllocatedBytes();
    }
}
