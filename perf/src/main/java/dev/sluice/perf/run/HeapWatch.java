package dev.sluice.perf.run;

import com.sun.management.GarbageCollectionNotificationInfo;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.openmbean.CompositeData;

/**
 * This JVM's heap in use after collections, those for the young included: what is then in use may be garbage of older
 * age, so the most is what a heap must have at least.
 */
public final class HeapWatch {

    private static final Set<String> HEAP = ManagementFactory.getMemoryPoolMXBeans().stream()
            .filter(pool -> pool.getType() == MemoryType.HEAP)
            .map(MemoryPoolMXBean::getName)
            .collect(Collectors.toUnmodifiableSet());

    private final AtomicLong most = new AtomicLong();

    /** Watches until the JVM ends. */
    public static HeapWatch start() {
        final HeapWatch watch = new HeapWatch();
        for (final GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            ((NotificationEmitter) collector).addNotificationListener((told, unused) -> watch.told(told), null, null);
        }
        return watch;
    }

    private void told(Notification told) {
        if (told.getType().equals(GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION)) {
            final long used =
                    GarbageCollectionNotificationInfo.from((CompositeData) told.getUserData())
                            .getGcInfo()
                            .getMemoryUsageAfterGc()
                            .entrySet()
                            .stream()
                            .filter(pool -> HEAP.contains(pool.getKey()))
                            .mapToLong(pool -> pool.getValue().getUsed())
                            .sum();
            most.accumulateAndGet(used, Math::max);
        }
    }

    /** Begins anew: bytes in use after a full collection now. */
    public long reset() {
        System.gc();
        most.set(0);
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    /** Bytes in use after any collection since {@link #reset}, at most; 0 if there was none. */
    public long most() {
        return most.get();
    }
}
