package dev.sluice.queue;

import dev.sluice.wire.ResultFrame;

/** The results of a {@link Recording}. All times are wall clock, nanoseconds since 1970, and 0 if it does not say. */
public interface RecordedResults extends Scan<ResultFrame> {

    /** The index of the request that its history says it answers; -1 if it names none of the input. */
    long historyIndex();

    /** When its request was written. */
    long requestWrittenNanos();

    /** When its request was read by the gateway. */
    long requestReadNanos();

    /** Whether it says when its request was asked: the first gateways did not. */
    boolean saysCall();

    /** When the call that answered it began; 0 if none did, too. */
    long callBegunNanos();

    /** When the call that answered it ended; 0 if none did, too. */
    long callEndedNanos();

    /** When it was written. */
    long writtenNanos();
}
