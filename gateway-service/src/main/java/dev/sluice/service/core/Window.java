package dev.sluice.service.core;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.LongSupplier;

/**
 * The requests in hand, in their order, answered or not. A result is written when its request is the first that has
 * none yet: that keeps the order whatever order the answers come in.
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

    /** How many requests are in hand. */
    public int size() {
        return items.size();
    }

    /** The index of the first request whose result is not written; that of no request if there is none. */
    public long firstUnwritten() {
        final Item first = items.peekFirst();
        return first == null ? Long.MAX_VALUE : first.request().index();
    }

    /**
     * When the first request without a result was written: wall clock, nanoseconds since 1970; 0 if there is none, or that is
     * not known.
     */
    public long firstWrittenNanos() {
        final Item first = items.peekFirst();
        return first == null ? 0 : first.writtenNanos();
    }

    /** The index of the last request whose result was written; -1 if there is none. */
    public long lastWritten() {
        return lastWritten;
    }

    /** Whether results wait that could not be written: the disk is full. */
    public boolean held() {
        return held;
    }

    /**
     * Writes the results that are due.
     *
     * @param wallClockNanos nanoseconds since 1970; read once for all
     * @return how many
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
                sink.flush(); // also of those before one that the disk has no space for
            }
        }
        held = false;
        return written;
    }
}
