package dev.sluice.service.core;

/**
 * The times of the call that answered a request. All requests that one call answers have the same times. No two calls of a
 * gateway have the same begin time.
 *
 * @param begunNanos when the answering call began: wall clock, nanoseconds since 1970; 0 if no call answered the request
 * @param endedNanos when that call ended, on the same clock; 0 if no call answered the request
 * @param asked the number of calls for the request, including calls that did not answer it
 */
public record CallTimes(long begunNanos, long endedNanos, int asked) {

    /** The times of a request for which no call was made. */
    public static final CallTimes NONE = new CallTimes(0, 0, 0);

    /** Returns these times with one more call, which did not answer the request. */
    CallTimes inVain() {
        return new CallTimes(begunNanos, endedNanos, asked + 1);
    }

    /** Returns the times of the call that answered the request, with the number of all calls for the request so far. */
    CallTimes and(CallTimes call) {
        return asked == 0 ? call : new CallTimes(call.begunNanos, call.endedNanos, asked + call.asked);
    }

    /** Returns the number of calls, or 0 in the two usual cases: one call that answered the request, or no call at all. */
    public int askedUnlessUsual() {
        return asked == (begunNanos == 0 ? 0 : 1) ? 0 : asked;
    }
}
