package dev.sluice.service.core;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.LongSupplier;

/**
 * The requests in progress, in request order, answered or not. A result is written when its request is the first in the window.
 * So results are written in request order, in whatever order the answers come.
 *
 * <p>Belongs to the service thread.
 */
public final class Window {

    private final Deque<Item> items = new ArrayDeque<>();
    private boolean held;
    private long lastWritten = -1;

    public void add(Item item) {
        items.addLast(item);
    }

    /** Returns the number of requests in progress. */
    public int size() {
        return items.size();
    }

    /** Returns the index of the first request whose result is not written; {@link Long#MAX_VALUE} if there is none. */
    public long firstUnwritten() {
        final Item first = items.peekFirst();
        return first == null ? Long.MAX_VALUE : first.request().index();
    }

    /**
     * Returns when the first request without a written result was itself written: wall clock, nanoseconds since 1970; 0 if there
     * is no such request.
     */
    public long firstWrittenNanos() {
        final Item first = items.peekFirst();
        return first == null ? 0 : first.writtenNanos();
    }

    /** Returns the index of the last request whose result was written; -1 if there is none. */
    public long lastWritten() {
        return lastWritten;
    }

    /** Whether results wait because they could not be written to a full disk. */
    public boolean held() {
        return held;
    }

    /**
     * Writes the results of all answered requests at the front of the window.
     *
     * @param wallClockNanos the clock, in nanoseconds since 1970; read once for all results
     * @return the number of results written
     */
    public int write(ResultSink sink, LongSupplier wallClockNanos, GatewayCounts counts) {
        int written = 0;
        long nowNanos = 0;
        held = true;
        try {
            for (Item first = items.peekFirst(); first != null && first.answered(); first = items.peekFirst()) {
                sink.write(first);
                items.removeFirst();
                lastWritten = first.request().index();
                if (written++ == 0) {
                    nowNanos = wallClockNanos.getAsLong();
                }
                first.countWritten(nowNanos);
            }
        } finally {
            if (written > 0) {
                counts.written(written);
                sink.flush(); // also if the disk had no space for a later result
            }
        }
        held = false;
        return written;
    }
}
