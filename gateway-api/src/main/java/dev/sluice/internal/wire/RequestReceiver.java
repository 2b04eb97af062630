package dev.sluice.internal.wire;

/** Takes the requests that somebody reads, in their order. */
public interface RequestReceiver {

    /**
     * A request.
     *
     * @param index its index in the input
     * @param writtenNanos when it was written: wall clock, nanoseconds since 1970, 0 if unknown
     */
    void request(long index, long writtenNanos, RequestFrame request);

    /** A message that cannot be understood; it is a request all the same, and is answered as failed. */
    void undecodable(long index, long writtenNanos, String why);
}
