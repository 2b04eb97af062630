package dev.sluice.service.core;

import dev.sluice.api.Failure;
import dev.sluice.api.FailureKind;
import dev.sluice.api.FutureRequests;
import dev.sluice.internal.wire.RequestFrame;
import java.time.Instant;

/**
 * The time of day from which a request need not be asked any more, as its job set it: milliseconds since 1970 in the
 * header {@code deadline}. Everything else in the duty cycle goes by a monotonic clock; only here job and gateway must
 * mean the same time, and a wall clock that is set takes deadlines with it.
 */
public final class Deadline {

    /** For requests without one. */
    public static final long NONE = Long.MAX_VALUE;

    private Deadline() {}

    /** Returns the deadline of a request; none if it cannot be read, see {@link #check}. */
    public static long of(RequestFrame request) {
        final String header = request.headers().get(FutureRequests.DEADLINE);
        try {
            return header == null ? NONE : Long.parseLong(header);
        } catch (final NumberFormatException e) {
            return NONE;
        }
    }

    /**
     * Makes sure that it can be read.
     *
     * @throws RefusedException if the header is there, and no such number
     */
    public static void check(RequestFrame request) throws RefusedException {
        final String header = request.headers().get(FutureRequests.DEADLINE);
        if (header != null && of(request) == NONE) {
            throw new RefusedException(
                    FailureKind.INVALID,
                    "the header '" + FutureRequests.DEADLINE + "' is to be milliseconds since 1970, not '" + header
                            + "'");
        }
    }

    /**
     * Returns the failure of a request whose deadline has passed.
     *
     * @param asked whether it was asked and given back
     */
    static Outcome passed(String operation, long deadlineMillis, boolean asked) {
        return new Outcome.Failed(new Failure(
                FailureKind.TIMEOUT,
                "",
                "'" + operation + "': its deadline passed at " + Instant.ofEpochMilli(deadlineMillis)
                        + ", before it was " + (asked ? "answered" : "asked"),
                true));
    }
}
