package dev.sluice.service.core;

import dev.sluice.api.Failure;
import dev.sluice.api.FailureKind;
import dev.sluice.api.FutureRequests;
import dev.sluice.internal.wire.RequestFrame;
import java.time.Instant;

/**
 * The time after which a request need not be executed any more. The job sets the deadline in the header {@code deadline}, in
 * milliseconds since 1970. It is a wall-clock time, because job and gateway must agree on it. Everything else in the service
 * thread's loop uses a monotonic clock. If somebody sets the wall clock, deadlines shift with it.
 */
public final class Deadline {

    /** The deadline of a request that has none. */
    public static final long NONE = Long.MAX_VALUE;

    private Deadline() {}

    /** Returns the deadline of a request, or {@link #NONE} if there is none or it cannot be parsed, see {@link #check}. */
    public static long of(RequestFrame request) {
        final String header = request.headers().get(FutureRequests.DEADLINE);
        try {
            return header == null ? NONE : Long.parseLong(header);
        } catch (final NumberFormatException e) {
            return NONE;
        }
    }

    /**
     * Checks that the deadline of a request can be parsed.
     *
     * @throws RefusedException if the header exists and is not a number
     */
    public static void check(RequestFrame request) throws RefusedException {
        final String header = request.headers().get(FutureRequests.DEADLINE);
        if (header != null && of(request) == NONE) {
            throw new RefusedException(
                    FailureKind.INVALID,
                    "the header '" + FutureRequests.DEADLINE + "' must be milliseconds since 1970, not '" + header
                            + "'");
        }
    }

    /**
     * Returns the failure of a request whose deadline has passed.
     *
     * @param asked whether a backend had the request and gave it back without an answer
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
