package dev.sluice.replay.prove;

import dev.sluice.api.RequestKind;
import dev.sluice.internal.queue.scan.RecordedRequests;
import dev.sluice.internal.queue.scan.RecordedResults;
import dev.sluice.internal.queue.scan.Recording;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.internal.wire.ResultFrame;
import dev.sluice.internal.wire.ResultKind;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * Reads both queues of a pair side by side, once, in constant memory, and holds each result against its request: there is
 * one for each, in their order, about the same request, of a kind that answers it. A gateway and jobs may go on
 * meanwhile. One thread.
 */
public final class Verifier implements AutoCloseable {

    private static final Set<ResultKind> READS = Set.of(ResultKind.ROWS, ResultKind.NOT_FOUND, ResultKind.FAILED);
    private static final Set<ResultKind> UPDATES = Set.of(ResultKind.UPDATED, ResultKind.FAILED);
    private static final Set<ResultKind> EVENTS = Set.of(ResultKind.REPLIED, ResultKind.FAILED);
    private static final int PROGRESS = 10_000;

    private final Recording pair;
    private final Findings findings;
    private final Inputs inputs;
    private final Outputs outputs;
    private boolean begun;
    private long lastAnswered = -1;
    private long failed;
    private long waiting;
    private long unchecked;

    /**
     * Opens both queues for reading.
     *
     * @param found takes the first violations
     * @param limit how many of them
     */
    public Verifier(Recording pair, Consumer<Violation> found, long limit) {
        this.pair = pair;
        this.findings = new Findings(found, limit);
        this.inputs = new Inputs(pair, findings);
        this.outputs = new Outputs(pair, findings);
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
        final ResultFrame frame = result.frame();
        if (frame.kind() == ResultKind.FAILED) {
            failed++;
        }
        final long index = frame.request().index();
        if (index <= lastAnswered) {
            findings.add(
                    outputs.place(),
                    index == lastAnswered
                            ? "answers " + pair.inputPosition(index) + " a second time"
                            : "answers " + pair.inputPosition(index) + ", and " + pair.inputPosition(lastAnswered)
                                    + " is answered before it");
            return;
        }
        final boolean mayMiss = outputs.takeGap();
        final long unreadable = outputs.takeUnreadable();
        lastAnswered = index;
        if (!advance(index, mayMiss, unreadable)) {
            unchecked++;
        } else if (inputs.document().index() == index) {
            compare(inputs.document(), result);
            advance();
        }
    }

    /** Goes to that request; false if nothing can be said of it. */
    private boolean advance(long index, boolean mayMiss, long unreadable) {
        if (!begun) {
            advance();
        }
        long passed = 0;
        String first = "";
        boolean gap = inputs.behindGap();
        while (inputs.present() && inputs.document().index() < index) {
            first = passed++ == 0 ? inputs.place() : first;
            advance();
            gap |= inputs.behindGap();
        }
        if (passed > unreadable && !mayMiss) {
            findings.add(
                    first,
                    passed - unreadable == 1 ? "has no result" : "and " + (passed - 1) + " behind it have no result");
        }
        final boolean there = inputs.present() && inputs.document().index() == index;
        if (!there && !gap) {
            findings.add(outputs.place(), "answers " + pair.inputPosition(index) + ", where the input has no request");
        }
        return there || !gap;
    }

    private void advance() {
        begun = true;
        inputs.next();
    }

    private void compare(RecordedRequests request, RecordedResults result) {
        final ResultFrame frame = result.frame();
        if (!request.unreadable().isEmpty()) {
            if (frame.kind() != ResultKind.FAILED || frame.request().writer() != 0) {
                findings.add(outputs.place(), "answers " + inputs.place() + ", which is no request, as if it were one");
            }
            return;
        }
        final RequestFrame asked = request.frame();
        if (!frame.request().equals(asked.ref(request.index()))) {
            findings.add(
                    outputs.place(),
                    "answers request " + frame.request().sequence() + " of another writer or name, '"
                            + frame.request().name() + "', and at " + pair.inputPosition(request.index()) + " is '"
                            + asked.name() + "'");
            return;
        }
        if (!answers(asked.kind()).contains(frame.kind())) {
            findings.add(
                    outputs.place(),
                    "is '" + frame.kind().event() + "', which does not answer '"
                            + asked.kind().event() + "'");
        }
        if (result.requestWrittenNanos() != request.writtenNanos()) {
            findings.add(outputs.place(), "says that its request was written at another time than that says itself");
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
        if (!begun) {
            advance();
        }
        while (inputs.present()) {
            waiting++;
            advance();
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
