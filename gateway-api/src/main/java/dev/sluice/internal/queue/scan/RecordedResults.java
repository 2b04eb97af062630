package dev.sluice.internal.queue.scan;

import dev.sluice.internal.wire.ResultFrame;

/**
 * The results of a {@link Recording}. Times are of a result's history, wall clock, nanoseconds since 1970, and 0 if it does not
 * say: request written, request read, call begun, call ended, result written; the first gateways left out the two of the
 * call.
 */
public interface RecordedResults extends Scan<ResultFrame> {

    /** The index of the request that its history says it answers; -1 if it names none of the input. */
    long historyIndex();

    /** How many times its history has. */
    int timeCount();

    /** One of them, from 0; 0 if there are not as many. */
    long nanos(int time);

    /** When its request was written. */
    default long requestWrittenNanos() {
        return nanos(0);
    }

    /** When its request was read by the gateway. */
    default long requestReadNanos() {
        return nanos(1);
    }

    /** Whether it says when its request was asked. */
    default boolean saysCall() {
        return timeCount() >= 5;
    }

    /** When the call that answered it began; 0 if none did, too. */
    default long callBegunNanos() {
        return saysCall() ? nanos(2) : 0;
    }

    /** When the call that answered it ended; 0 if none did, too. */
    default long callEndedNanos() {
        return saysCall() ? nanos(3) : 0;
    }

    /** When it was written. */
    default long writtenNanos() {
        return timeCount() >= 3 ? nanos(timeCount() - 1) : 0;
    }
}
