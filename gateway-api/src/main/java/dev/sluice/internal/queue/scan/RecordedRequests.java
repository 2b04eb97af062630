package dev.sluice.internal.queue.scan;

import dev.sluice.internal.wire.RequestFrame;

/** The requests of a {@link Recording}. */
public interface RecordedRequests extends Scan<RequestFrame> {

    /** When it was written: wall clock, nanoseconds since 1970; 0 if it does not say. */
    long writtenNanos();
}
