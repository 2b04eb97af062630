package dev.sluice.api;

import java.util.Objects;
import java.util.concurrent.Executor;

/**
 * How a client's futures behave.
 *
 * @param executor completes them: what hangs on a future runs there. {@code Runnable::run} is allowed and the fastest:
 *     then it runs on the thread that reads, which reads nothing in the meantime, and on which waiting for a future of
 *     this client throws at once. One that refuses a future has it ended exceptionally on the thread that reads
 * @param limit back-pressure: what becomes of a request when many others have no result
 * @param pausing how the thread that reads passes its time
 * @param others takes the results that have no future, those of requests asked before there were futures, also by an
 *     earlier run of a client with a name; on the thread that reads. What it throws ends the reading, and every future
 */
public record FuturesOptions(Executor executor, UnansweredLimit limit, Pausing pausing, Results others) {

    public FuturesOptions {
        Objects.requireNonNull(executor, "executor");
        Objects.requireNonNull(limit, "limit");
        Objects.requireNonNull(pausing, "pausing");
        Objects.requireNonNull(others, "others");
    }

    /** With {@link UnansweredLimit#DEFAULT}, balanced, and with results that have no future dropped. */
    public static FuturesOptions on(Executor executor) {
        return new FuturesOptions(executor, UnansweredLimit.DEFAULT, Pausing.BALANCED, Results.ignored());
    }

    public FuturesOptions withLimit(UnansweredLimit newLimit) {
        return new FuturesOptions(executor, newLimit, pausing, others);
    }

    public FuturesOptions withPausing(Pausing newPausing) {
        return new FuturesOptions(executor, limit, newPausing, others);
    }

    public FuturesOptions withOthers(Results newOthers) {
        return new FuturesOptions(executor, limit, pausing, newOthers);
    }
}
