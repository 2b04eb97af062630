package dev.sluice.transport;

import dev.sluice.internal.wire.RequestFrame;

/** The requests of a {@link Lane}. */
public interface RecordedRequests extends Scan<RequestFrame> {

    /** Returns when the request was written: wall clock, nanoseconds since 1970; 0 if the time is not recorded. */
    long writtenNanos();
}
