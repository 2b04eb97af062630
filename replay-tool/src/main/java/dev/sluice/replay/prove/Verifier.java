package dev.sluice.replay.prove;

import dev.sluice.api.RequestKind;
import dev.sluice.api.RequestRef;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.internal.wire.ResultFrame;
import dev.sluice.internal.wire.ResultKind;
import dev.sluice.transport.Lane;
import dev.sluice.transport.RecordedRequests;
import dev.sluice.transport.RecordedResults;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongConsumer;

/**
 * Reads the two queues of a pair side by side, once, in constant memory, and compares each result with its request. Checks that
 * each request has one result, that results are in order, that a result names its request, and that the result's kind fits the
 * request. A gateway and jobs may run during the check. For one thread.
 */
public final class Verifier implements AutoCloseable {

    private static final Set<ResultKind> READS = Set.of(ResultKind.ROWS, ResultKind.NOT_FOUND, ResultKind.FAILED);
    private static final Set<ResultKind> UPDATES = Set.of(ResultKind.UPDATED, ResultKind.ROWS, ResultKind.FAILED);
    private static final Set<ResultKind> EVENTS = Set.of(ResultKind.REPLIED, ResultKind.FAILED);
    private static final int PROGRESS = 10_000;

    /**
     * The counts of a verification.
     *
     * @param requests documents of the input
     * @param results documents of the output
     * @param failed results that say that their request failed
     * @param waiting requests after the last answered one
     * @param unchecked results whose requests are deleted or cannot be read
     * @param violations broken promises
     */
    public record Totals(long requests, long results, long failed, long waiting, long unchecked, long violations) {

        /** Totals that are all zero. */
        public static final Totals NONE = new Totals(0, 0, 0, 0, 0, 0);

        /** Returns the sums of two lanes. */
        public Totals plus(Totals other) {
            return new Totals(
                    requests + other.requests,
                    results + other.results,
                    failed + other.failed,
                    waiting + other.waiting,
                    unchecked + other.unchecked,
                    violations + other.violations);
        }
    }

    private final Lane pair;
    private final Findings findings;
    private final Walk.Inputs inputs;
    private final Walk.Outputs outputs;
    private long lastAnswered = -1;
    private long failed;
    private long waiting;
    private long unchecked;

    /**
     * Opens both queues for reading.
     *
     * @param findings receives violations
     */
    public Verifier(Lane pair, Findings findings) {
        this.pair = pair;
        this.findings = findings;
        this.inputs = new Walk.Inputs(pair, findings);
        this.outputs = new Walk.Outputs(pair, findings);
    }

    /**
     * Reads both queues to their ends.
     *
     * @param progress receives from time to time the number of requests read
     */
    public Totals run(LongConsumer progress) {
        if (!pair.answeredInput().equals(Optional.of(pair.inputId()))) {
            findings.add("out", "answers another input than the one here, which is " + pair.inputId());
        }
        while (outputs.next()) {
            check(outputs.document());
            if (outputs.count() % PROGRESS == 0) {
                progress.accept(inputs.count());
            }
        }
        countWaiting(progress);
        return new Totals(inputs.count(), outputs.count(), failed, waiting, unchecked, findings.count());
    }

    private void check(RecordedResults result) {
        if (result.frame().kind() == ResultKind.FAILED) {
            failed++;
        }
        final long index = result.frame().request().index();
        if (index <= lastAnswered) {
            outputs.find("answers " + pair.inputPosition(index)
                    + (index == lastAnswered
                            ? " a second time"
                            : ", but " + pair.inputPosition(lastAnswered) + " is answered before it"));
            return;
        }
        final boolean mayMiss = outputs.takeGap();
        final long unreadable = outputs.takeUnreadable();
        lastAnswered = index;
        if (!advance(index, mayMiss, unreadable)) {
            unchecked++;
        } else if (inputs.isAt(index)) {
            compare(inputs.document(), result);
            inputs.next();
        }
    }

    /** Goes to a request. Returns false if the request cannot be checked, because it may be deleted or unreadable. */
    private boolean advance(long index, boolean mayMiss, long unreadable) {
        long passed = 0;
        String first = "";
        boolean gap = false;
        while (inputs.isPresent() && inputs.document().index() < index) {
            first = passed++ == 0 ? inputs.place() : first;
            gap |= inputs.afterGap();
            inputs.next();
        }
        gap |= inputs.afterGap();
        if (passed > unreadable && !mayMiss) {
            findings.add(
                    first,
                    passed - unreadable == 1 ? "has no result" : "and " + (passed - 1) + " after it have no result");
        }
        if (!inputs.isAt(index) && !gap) {
            outputs.find("answers " + pair.inputPosition(index) + ", where the input has no request");
        }
        return inputs.isAt(index) || !gap;
    }

    private void compare(RecordedRequests request, RecordedResults result) {
        final ResultFrame frame = result.frame();
        if (!request.unreadable().isEmpty()) {
            if (frame.kind() != ResultKind.FAILED || frame.request().writer() != 0) {
                outputs.find("answers " + inputs.place() + " as a request, but no request is there");
            }
            return;
        }
        final RequestFrame asked = request.frame();
        final boolean isNameLeftOut =
                frame.kind() == ResultKind.FAILED && frame.request().name().isEmpty();
        final boolean isNobodys = inputs.mayBeMisnumbered()
                && frame.kind() == ResultKind.FAILED
                && frame.request().writer() == 0;
        final RequestRef ref = isNobodys ? asked.refOfNobody(request.index()) : asked.ref(request.index());
        if (!frame.request()
                .equals(isNameLeftOut ? new RequestRef(ref.index(), ref.writer(), ref.sequence(), "") : ref)) {
            outputs.find("answers request " + frame.request().sequence() + " of another writer or name, '"
                    + frame.request().name() + "', but at " + pair.inputPosition(request.index()) + " is '"
                    + asked.name() + "'");
            return;
        }
        if (!answers(asked.kind()).contains(frame.kind())) {
            outputs.find("is '" + frame.kind().event() + "', which does not answer '"
                    + asked.kind().event() + "'");
        }
        if (request.writtenNanos() != 0 && result.requestWrittenNanos() != request.writtenNanos()) {
            outputs.find("says that its request was written at another time than the request itself says");
        }
    }

    private static Set<ResultKind> answers(RequestKind kind) {
        return switch (kind) {
            case LOOKUP, QUERY -> READS;
            case UPDATE -> UPDATES;
            case SEND -> EVENTS;
        };
    }

    private void countWaiting(LongConsumer progress) {
        for (; inputs.isPresent(); inputs.next()) {
            waiting++;
            if (inputs.count() % PROGRESS == 0) {
                progress.accept(inputs.count());
            }
        }
    }

    @Override
    public void close() {
        try (inputs;
                outputs) {
            // closes both
        }
    }
}
