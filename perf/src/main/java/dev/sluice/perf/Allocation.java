package dev.sluice.perf;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** Bytes that the current thread has allocated. */
final class Allocation {

    private static final ThreadMXBean THREADS = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);

    private Allocation() {}

    static long bytes() {
        return THREADS.getCurrentThreadAllocatedBytes();
    }
}
