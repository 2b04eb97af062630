package dev.sluice.service.core;

/**
 * How a request was asked. All that one call answers have the same times, and no two calls of a gateway begin at the same.
 *
 * @param begunNanos when the call that answered it was made: wall clock, nanoseconds since 1970; 0 if none did
 * @param endedNanos when that came back, on the same clock; 0 if none did
 * @param asked how often it was asked, calls that did not answer it included
 */
public record CallTimes(long begunNanos, long endedNanos, int asked) {

    /** The times of a request that no call answered, and that was not asked. */
    public static final CallTimes NONE = new CallTimes(0, 0, 0);

    /** These times with one call more, which did not answer it. */
    CallTimes inVain() {
        return new CallTimes(begunNanos, endedNanos, asked + 1);
    }

    /** Returns these times and those of the call that answered the request. */
    CallTimes and(CallTimes call) {
        return asked == 0 ? call : new CallTimes(call.begunNanos, call.endedNanos, asked + call.asked);
    }

    /** How often it was asked, where that is worth a word: 0 for once by the call that answered it, and for never by none. */
    public int askedUnlessUsual() {
        return asked == (begunNanos == 0 ? 0 : 1) ? 0 : asked;
    }
}
