package dev.sluice.transport;

import dev.sluice.internal.wire.ResultFrame;

/** The results of a {@link Lane}. Times are wall clock, nanoseconds since 1970, and 0 if it does not say. */
public interface RecordedResults extends Scan<ResultFrame> {

    /** The index of the request that its history says it answers; -1 if it names none of the input. */
    long historyIndex();

    /** Returns one of the times of its history, counted from 0; 0 if there are not as many. */
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
