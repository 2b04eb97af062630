package dev.sluice.transport;

import dev.sluice.internal.wire.ResultFrame;

/** The results of a {@link Lane}. Times are wall-clock times in nanoseconds since 1970; 0 means that the time is not recorded. */
public interface RecordedResults extends Scan<ResultFrame> {

    /** Returns the index of the answered request according to the result's history; -1 if the history names no request. */
    long historyIndex();

    /** Returns the history's time with that number, counted from 0; 0 if the history has fewer times. */
    long nanos(int time);

    /** Returns when the request was written. */
    default long requestWrittenNanos() {
        return nanos(0);
    }

    /** Returns when the gateway read the request. */
    default long requestReadNanos() {
        return nanos(1);
    }

    /** Returns when the result was written. */
    default long writtenNanos() {
        return nanos(2);
    }
}
