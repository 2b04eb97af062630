package dev.sluice.service.memory;

import dev.sluice.api.Failure;
import dev.sluice.api.RequestRef;
import dev.sluice.api.Results;
import dev.sluice.api.Rows;
import dev.sluice.internal.wire.ResultFrame;
import dev.sluice.service.Gateway;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Works a gateway over queues in memory on the caller's thread, and gives what came of the requests, in their order. */
public final class InMemoryRun {

    /**
     * What came of one request: nothing of all this if nothing was found.
     *
     * @param reply whether the rows are an endpoint's reply
     */
    public record Result(Rows rows, boolean reply, Long count, Failure failure) {

        /** Short, to compare. */
        @Override
        public String toString() {
            if (failure != null) {
                return (failure.kind() + " " + failure.code()).strip();
            }
            if (count != null) {
                return "updated " + count;
            }
            if (rows == null) {
                return "not found";
            }
            return (reply ? "reply " : "") + rows;
        }
    }

    private final InMemoryLane lane;
    private final Gateway gateway;
    private final Duration patience;
    private int taken;

    /**
     * @param lane results that are there already are not given again
     * @param patience how long it may take until all is answered
     */
    public InMemoryRun(InMemoryLane lane, Gateway gateway, Duration patience) {
        this.lane = lane;
        this.gateway = gateway;
        this.patience = patience;
        this.taken = lane.answered();
    }

    /** One turn of the duty cycle. */
    public void turn() {
        if (gateway.doWork(System.nanoTime()) == 0) {
            LockSupport.parkNanos(1_000_000);
        }
    }

    /** How many requests are answered. */
    public int answered() {
        return lane.answered();
    }

    /** Works until everything asked is answered; the results that are new. */
    public List<Result> results() {
        final long deadline = System.nanoTime() + patience.toNanos();
        while (lane.answered() < lane.asked()) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError(lane.answered() + " of " + lane.asked() + " answered in " + patience);
            }
            turn();
        }
        final Taker taker = new Taker();
        for (final ResultFrame frame : lane.results().subList(taken, lane.answered())) {
            if (frame.request().index() != taken + taker.results.size()) {
                throw new AssertionError("result " + (taken + taker.results.size()) + " answers " + frame.request());
            }
            frame.deliver(taker);
        }
        taken = lane.answered();
        return taker.results;
    }

    /** The same as texts. */
    public List<String> texts() {
        return results().stream().map(Result::toString).toList();
    }

    private static final class Taker implements Results {

        private final List<Result> results = new ArrayList<>();

        @Override
        public void rows(RequestRef request, Rows rows) {
            results.add(new Result(rows, false, null, null));
        }

        @Override
        public void replied(RequestRef request, Rows reply) {
            results.add(new Result(reply, true, null, null));
        }

        @Override
        public void notFound(RequestRef request) {
            results.add(new Result(null, false, null, null));
        }

        @Override
        public void updated(RequestRef request, long count) {
            results.add(new Result(null, false, count, null));
        }

        @Override
        public void failed(RequestRef request, Failure failure) {
            results.add(new Result(null, false, null, failure));
        }
    }
}
