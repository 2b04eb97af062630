package dev.sluice.queue;

import net.openhft.chronicle.core.time.TimeProvider;
import net.openhft.chronicle.core.values.LongValue;
import net.openhft.chronicle.queue.RollCycle;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;

/**
 * The clock by which a queue rolls: the wall clock, but never before the newest file. When the wall clock is set back
 * Chronicle would write to an older file, which is closed, so that it fails, or is new, so that nobody ever reads it.
 */
final class QueueClock implements TimeProvider {

    private static final String NEWEST = "listing.highestCycle";

    private final TimeProvider wall;
    private final RollCycle cycle;
    private volatile LongValue newest;
    private long epoch;

    QueueClock(TimeProvider wall, RollCycle cycle) {
        this.wall = wall;
        this.cycle = cycle;
    }

    /** From now on it keeps up with that queue, whichever process begins a file. */
    void follow(SingleChronicleQueue queue) {
        epoch = queue.epoch();
        final LongValue noted = queue.metaStore().doWithExclusiveLock(table -> table.acquireValueFor(NEWEST));
        queue.addCloseListener(noted);
        newest = noted;
    }

    @Override
    public long currentTimeMillis() {
        final long now = wall.currentTimeMillis();
        final LongValue noted = newest;
        final long file = noted == null ? -1 : noted.getVolatileValue(-1);
        if (file <= 0 || file > Integer.MAX_VALUE) {
            return now;
        }
        final long length = cycle.lengthInMillis();
        final long start = epoch + file * length;
        // It goes on within the newest file, as Chronicle looks for files of others only when time passes.
        return now >= start ? now : start + Math.floorMod(now - epoch, length);
    }
}
