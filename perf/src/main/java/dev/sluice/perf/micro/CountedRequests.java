package dev.sluice.perf.micro;

import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.internal.wire.RequestFrame.RequestReceiver;

/** Counts the requests of a queue. Not thread-safe. */
final class CountedRequests implements RequestReceiver {

    private int requests;

    @Override
    public void request(long index, long writtenNanos, RequestFrame request) {
        requests++;
    }

    @Override
    public void undecodable(long index, long writtenNanos, String why) {
        throw new IllegalStateException("Request " + index + " cannot be read: " + why);
    }

    int requests() {
        return requests;
    }
}
