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
 * Reads both queues of a pair side by side, once, in constant memory, and holds each result against its request: there is
 * one for each, in their order, about the same request, of a kind that answers it. A gateway and jobs may go on
 * meanwhile. One thread.
 */
public final class Verifier implements AutoCloseable {

    private static final Set<ResultKind> READS = Set.of(ResultKind.ROWS, ResultKind.NOT_FOUND, ResultKind.FAILED);
    private static final Set<ResultKind> UPDATES = Set.of(ResultKind.UPDATED, ResultKind.ROWS, ResultKind.FAILED);
    private static final Set<ResultKind> EVENTS = Set.of(ResultKind.REPLIED, ResultKind.FAILED);
    private static final int PROGRESS = 10_000;

    /**
     * How much was read.
     *
     * @param requests documents of the input
     * @param results documents of the output
     * @param failed results that say their request failed
     * @param waiting requests after the one answered last
     * @param unchecked results whose requests are deleted or cannot be reached
     * @param violations what should not be so
     */
    public record Totals(long requests, long results, long failed, long waiting, long unchecked, long violations) {

        /** The totals of nothing. */
        public static final Totals NONE = new Totals(0, 0, 0, 0, 0, 0);

        /** The sums of two lanes. */
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
     * @param findings takes violations
     */
    public Verifier(Lane pair, Findings findings) {
        this.pair = pair;
        this.findings = findings;
        this.inputs = new Walk.Inputs(pair, findings);
        this.outputs = new Walk.Outputs(pair, findings);
    }

    /**
     * Reads to the end of both.
     *
     * @param progress told from time to time how many requests were read
     */
    public Totals run(LongConsumer progress) {
        if (!pair.answeredInput().equals(Optional.of(pair.inputId()))) {
            findings.add("out", "answers another input than this one, which is " + pair.inputId());
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
                            : ", and " + pair.inputPosition(lastAnswered) + " is answered before it"));
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

    /** Goes to that request; false if nothing can be said of it. */
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
                outputs.find("answers " + inputs.place() + ", which is no request, as if it were one");
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
                    + frame.request().name() + "', and at " + pair.inputPosition(request.index()) + " is '"
                    + asked.name() + "'");
            return;
        }
        if (!answers(asked.kind()).contains(frame.kind())) {
            outputs.find("is '" + frame.kind().event() + "', which does not answer '"
                    + asked.kind().event() + "'");
        }
        if (request.writtenNanos() != 0 && result.requestWrittenNanos() != request.writtenNanos()) {
            outputs.find("says that its request was written at another time than that says itself");
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
