package dev.sluice.internal.queue.files;

import net.openhft.chronicle.core.time.TimeProvider;
import net.openhft.chronicle.core.values.LongValue;
import net.openhft.chronicle.queue.RollCycle;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;

/**
 * The clock by which a queue rolls: the wall clock, but never before the newest file. When the wall clock is set back
 * Chronicle would write to an older file, which is closed, so that it fails, or is new, so that nobody ever reads it.
 * Where files are prepared before they are begun, it is never after the last of those either.
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

    /** Makes the clock keep up with that queue, whichever process begins a file. */
    public void follow(SingleChronicleQueue queue) {
        epoch = queue.epoch();
        final LongValue newest = queue.metaStore().doWithExclusiveLock(table -> table.acquireValueFor(NEWEST));
        queue.addCloseListener(newest);
        noted = newest;
    }

    /** One reading of the wall clock: nanoseconds since 1970. */
    public long wallNanos() {
        return wall.currentTimeNanos();
    }

    /**
     * Until {@link #writeEnds} it is that time of the wall clock for Chronicle on this thread: a reading costs as much as
     * much else of a write. Of several threads that write at once the others may read the clock again.
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

    /** Whether a message written at that time of the wall clock goes to a file after that of the cycle. */
    boolean isPast(int cycle, long wallMillis) {
        return wallMillis >= start(cycle + 1L) || newest() > cycle;
    }

    /** The cycle of a message written at that time of the wall clock. */
    int cycle(long wallMillis) {
        return (int) Math.max(newest(), Math.floorDiv(wallMillis - epoch, length));
    }

    /** The file of that cycle may be begun, and later ones may not until they are prepared, too. */
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

    /** Lets time go on within that file, as Chronicle looks for files of others only when time passes. */
    private long within(long cycle, long now) {
        return start(cycle) + Math.floorMod(now - epoch, length);
    }
}
