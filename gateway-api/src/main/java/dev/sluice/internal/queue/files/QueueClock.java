package dev.sluice.internal.queue.files;

import net.openhft.chronicle.core.time.TimeProvider;
import net.openhft.chronicle.core.values.LongValue;
import net.openhft.chronicle.queue.RollCycle;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;

/**
 * The clock that decides into which roll file a message goes. It follows the wall clock, but never goes back before the start of
 * the newest file. Otherwise, after the wall clock is set back, Chronicle would write to an older file. If the older file exists,
 * it has its end mark, and the write fails. If the older file does not exist, Chronicle creates it, and no reader ever reads it.
 * For a writer that prepares its files, the clock also never goes beyond the last prepared file.
 */
public final class QueueClock implements TimeProvider {

    private static final String NEWEST = "listing.highestCycle";
    private static final long ANY = Integer.MAX_VALUE;
    private static final long NONE = Long.MIN_VALUE;

    private final TimeProvider wall;
    private final long length;
    private volatile LongValue noted;
    private volatile long prepared = ANY;
    private long epoch;
    private Thread writing;
    private long writingMillis = NONE;

    public QueueClock(TimeProvider wall, RollCycle cycle) {
        this.wall = wall;
        this.length = cycle.lengthInMillis();
    }

    /** Makes the clock follow the newest file of a queue, no matter which process begins that file. */
    public void follow(SingleChronicleQueue queue) {
        epoch = queue.epoch();
        final LongValue newest = queue.metaStore().doWithExclusiveLock(table -> table.acquireValueFor(NEWEST));
        queue.addCloseListener(newest);
        noted = newest;
    }

    /** Reads the wall clock, in nanoseconds since 1970. */
    public long wallNanos() {
        return wall.currentTimeNanos();
    }

    /**
     * Fixes the wall clock time that Chronicle sees on this thread until {@link #writeEnds}. This saves readings of the clock,
     * which are a noticeable part of a write's cost. If several threads write at once, the time is fixed on only one thread.
     */
    public void writeBegins(long wallMillis) {
        final Thread thread = Thread.currentThread();
        if (writing != thread) {
            writing = thread;
        }
        writingMillis = wallMillis;
    }

    public void writeEnds() {
        writingMillis = NONE;
    }

    private long wallMillis() {
        final long millis = writingMillis;
        return millis != NONE && writing == Thread.currentThread() ? millis : wall.currentTimeMillis();
    }

    /** Whether a message written at this wall clock time goes to a later file than the file of the given cycle. */
    boolean isPast(int cycle, long wallMillis) {
        return wallMillis >= start(cycle + 1L) || newest() > cycle;
    }

    /** Returns the cycle of a message written at this wall clock time. */
    int cycle(long wallMillis) {
        return (int) Math.max(newest(), Math.floorDiv(wallMillis - epoch, length));
    }

    /** Called when the file of a cycle is prepared. No later file may begin before it is prepared, too. */
    synchronized void prepared(int cycle) {
        prepared = prepared == ANY ? cycle : Math.max(prepared, cycle);
    }

    @Override
    public long currentTimeMillis() {
        final long now = wallMillis();
        final long newest = newest();
        if (newest >= 0 && now < start(newest)) {
            return within(newest, now);
        }
        final long last = Math.max(newest, prepared);
        return now < start(last + 1) ? now : within(last, now);
    }

    private long newest() {
        final LongValue value = noted;
        final long newest = value == null ? -1 : value.getVolatileValue(-1);
        return newest <= 0 || newest > Integer.MAX_VALUE ? -1 : newest;
    }

    private long start(long cycle) {
        return epoch + cycle * length;
    }

    /**
     * Returns a time within a cycle. The returned time advances with the wall clock, because Chronicle looks for new files only
     * when its time advances.
     */
    private long within(long cycle, long now) {
        return start(cycle) + Math.floorMod(now - epoch, length);
    }
}
