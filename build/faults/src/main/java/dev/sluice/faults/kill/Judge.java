package dev.sluice.faults.kill;

import dev.sluice.api.FailureKind;
import dev.sluice.api.QueueException;
import dev.sluice.faults.kill.BrokenPromises.Kind;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.internal.wire.RequestFrame.RequestReceiver;
import dev.sluice.internal.wire.ResultFrame;
import dev.sluice.transport.Lane;
import dev.sluice.transport.RequestReader;
import dev.sluice.transport.ResultReader;
import dev.sluice.transport.UnreadableQueueException.CorruptQueueException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Reads results as they arrive, and the next request with each result. Checks that each request has one result, that results are
 * in order, and that each result is the model's answer. Keeps in memory only results whose requests are not visible yet, because
 * requests and results are read from separate logs. For one thread.
 */
public abstract class Judge implements RequestReceiver, AutoCloseable {

    /** The answer to a message that is not a request of the gateway's. */
    public static final String INVALID = "failed INVALID ";

    private static final int BATCH = 1_000;

    private final Lane queues;
    private final RequestReader requests;
    private final ResultReader results;
    protected final BrokenPromises findings;
    private final long patienceNanos;
    private final Deque<Come> ahead = new ArrayDeque<>();

    private long aheadNanos;
    private long repeated;
    private long requestCount;
    private long resultCount;
    private long dueIndex;
    private String due = "";
    private String expected = "";

    /** A result whose request is not visible yet. */
    private record Come(long index, ResultFrame result) {}

    /** Reads with the reader name {@link Queues#NAME}; each request must be visible before its result. */
    protected Judge(Lane queues, BrokenPromises findings) {
        this(queues, queues.results(Queues.NAME), Duration.ZERO, findings);
    }

    /**
     * @param results the results of the lane, from the first one on
     * @param patience how long to wait for a request whose result is already visible
     */
    protected Judge(Lane queues, ResultReader results, Duration patience, BrokenPromises findings) {
        this.queues = queues;
        this.requests = queues.requestsFromStart();
        this.results = results;
        this.patienceNanos = patience.toNanos();
        this.findings = findings;
    }

    /** Checks the available results, at most {@code limit}, and returns their number. */
    public final int poll(int limit) {
        if (findings.any()) {
            return 0;
        }
        try {
            compareAhead();
            return results.poll(this::come, limit);
        } catch (final CorruptQueueException e) {
            findings.add(Kind.LOST, "a queue cannot be read on after result " + resultCount + ": " + e.getMessage());
            return 0;
        } catch (final QueueException e) {
            findings.add(kind(e), "a lane cannot be read on after result " + resultCount + ": " + e.getMessage());
            return 0;
        }
    }

    /** Returns the kind of broken promise that an exception of a reader means. A reader checks the numbers of results itself. */
    private static Kind kind(QueueException unreadable) {
        if (unreadable.getMessage().endsWith("two gateways wrote")) {
            return Kind.DUPLICATED;
        }
        return unreadable.getMessage().endsWith("results are missing") ? Kind.LOST : Kind.WRONG;
    }

    private void come(long index, ResultFrame result) {
        if (!ahead.isEmpty()) {
            ahead.add(new Come(index, result));
        } else if (!check(index, result)) {
            ahead.add(new Come(index, result));
            aheadNanos = System.nanoTime();
            compareAhead();
        }
    }

    /** Compares the results that were read before their requests. */
    private void compareAhead() {
        while (!ahead.isEmpty() && check(ahead.peek().index(), ahead.peek().result())) {
            ahead.remove();
            aheadNanos = System.nanoTime();
        }
        if (!ahead.isEmpty() && System.nanoTime() - aheadNanos >= patienceNanos) {
            final Come first = ahead.remove();
            findings.add(
                    Kind.DUPLICATED,
                    "the result at " + queues.outputPosition(first.index()) + " answers no further request: "
                            + answer(first.result()));
        }
    }

    /** Checks a result against the next request. Returns false, without a check, if that request is not visible yet. */
    private boolean check(long index, ResultFrame result) {
        if (findings.any()) {
            return true; // after one fault all later results look wrong, too
        }
        if (requests.poll(this, 1) == 0) {
            return false;
        }
        resultCount++;
        final String where = "the result at " + queues.outputPosition(index);
        if (result.sequence() != resultCount) {
            findings.add(
                    result.sequence() < resultCount ? Kind.DUPLICATED : Kind.LOST,
                    where + " has the number " + result.sequence() + ", but " + resultCount + " is due");
        }
        compare(where, result);
        return true;
    }

    private void compare(String where, ResultFrame result) {
        final long answered = result.request().index();
        if (answered != dueIndex) {
            final Kind kind = answered < dueIndex ? Kind.DUPLICATED : isAnswered(dueIndex) ? Kind.REORDERED : Kind.LOST;
            findings.add(
                    kind,
                    where + " answers the request at " + queues.inputPosition(answered) + ", but the one at "
                            + queues.inputPosition(dueIndex) + " (" + due + ") is due");
            return;
        }
        final String answer = answer(result);
        if (!answer.equals(expected)) {
            findings.add(Kind.WRONG, where + " (" + due + ") is '" + answer + "' but must be '" + expected + "'");
        }
    }

    /** Returns a result in the words of the model. */
    private static String answer(ResultFrame result) {
        if (result.body() instanceof ResultFrame.Found found) {
            return "rows "
                    + found.rows().stream().map(row -> row.toMap().values()).toList();
        } else if (result.body() instanceof ResultFrame.Updated updated) {
            return "updated " + updated.count();
        } else if (result.body() instanceof ResultFrame.Failed failed) {
            // Databases differ in the last three characters of the SQLState.
            final String code = failed.failure().code();
            return "failed " + failed.failure().kind() + " " + code.substring(0, Math.min(2, code.length()));
        }
        return result.body() instanceof ResultFrame.NotFound ? "not found" : "" + result.body();
    }

    private boolean isAnswered(long index) {
        final boolean[] found = new boolean[1];
        try (ResultReader all = queues.newResults().toStart()) {
            all.poll((at, result) -> found[0] |= result.request().index() == index, Integer.MAX_VALUE);
        }
        return found[0];
    }

    /**
     * Runs a request in the model, after all earlier ones, and returns the expected answer as text.
     * Reports a request that is not due.
     *
     * @param where the place of the request, for people
     * @param number the number of the request on its lane, from 1; messages that are not requests count, too
     */
    protected abstract String answer(String where, long number, RequestFrame request);

    /** Reports a message that cannot be read, unless the writers of the scenario write such messages. */
    protected abstract void unreadable(String where, String why);

    /** Reports a request that must not be executed because of its number, unless the scenario has such requests. */
    protected abstract void refused(String where, RequestFrame request);

    @Override
    public final void request(long index, long writtenNanos, RequestFrame frame) {
        due(
                index,
                "request " + frame.sequence() + ", " + frame.name()
                        + frame.arguments().values());
        expected = answer(where(index), requestCount, frame);
    }

    @Override
    public final void undecodable(long index, long writtenNanos, String why) {
        due(index, "no request: " + why);
        expected = INVALID;
        unreadable(where(index), why);
    }

    @Override
    public final void refused(long index, long writtenNanos, RequestFrame frame, FailureKind kind, String why) {
        due(index, "request " + frame.sequence() + " once more");
        expected = INVALID;
        repeated++;
        refused(where(index), frame);
    }

    private String where(long index) {
        return "the request at " + queues.inputPosition(index);
    }

    private void due(long index, String text) {
        requestCount++;
        dueIndex = index;
        due = text;
    }

    /** Checks all available results. */
    public final void drain() {
        while (poll(Integer.MAX_VALUE) > 0) {
            continue;
        }
    }

    /** Returns the number of answered requests. */
    public final long requests() {
        return requestCount;
    }

    /** Returns the number of requests that must not be executed because of their numbers. */
    public final long repeated() {
        return repeated;
    }

    /** Returns the number of results. */
    public final long results() {
        return resultCount;
    }

    /** Counts requests and results on both queues once more from the start. Called when no more of them will come. */
    public final void readAgain() {
        final long allRequests = queues.requestCount();
        long allResults = 0;
        try (ResultReader again = queues.newResults().toStart()) {
            final long begun = System.nanoTime();
            int read;
            do {
                read = again.poll((at, result) -> {}, BATCH);
                allResults += read;
            } while (read > 0 || allResults < resultCount && System.nanoTime() - begun < patienceNanos);
        }
        if (allRequests != resultCount || allResults != resultCount) {
            findings.add(
                    allRequests > allResults ? Kind.LOST : Kind.DUPLICATED,
                    "there are " + allRequests + " requests and " + allResults + " results, but " + resultCount
                            + " results were read before");
        }
    }

    @Override
    public final void close() {
        try (requests) {
            results.close();
        }
    }
}
