package dev.sluice.replay.act;

import dev.sluice.api.FailureKind;
import dev.sluice.api.FutureRequests;
import dev.sluice.api.Position;
import dev.sluice.api.RequestKind;
import dev.sluice.internal.queue.QueuePair;
import dev.sluice.internal.queue.RequestWriter;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.internal.wire.ResultKind;
import dev.sluice.replay.exchange.Exchange;
import dev.sluice.replay.exchange.Exchanges;
import dev.sluice.replay.exchange.Lineage;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongConsumer;

/**
 * Finds failed requests that nobody has written again yet, and writes them. What was redriven stands on the queue itself, in the
 * headers of the redrives: so a kill in the middle leaves nothing to clean up, and the next run goes on with the others. One
 * thread.
 */
public final class Redrive {

    /** The name of the one writer that redrives: two at a time could write the same request twice. */
    public static final String WRITER = "sluice-redrive";

    private final QueuePair pair;
    private final Wanted wanted;
    private final UnfinishedRuns runs;
    private final Attempts attempts = new Attempts();
    private OptionalLong end = OptionalLong.empty();

    /** Looks for nothing yet. */
    public Redrive(QueuePair pair, Wanted wanted) {
        this.pair = pair;
        this.wanted = wanted;
        this.runs = UnfinishedRuns.of(pair.path());
    }

    /**
     * Counts what would be written, and writes nothing.
     *
     * @param progress is told how many requests were read, in both passes
     */
    public RedrivePlan plan(LongConsumer progress) {
        final RedrivePlan plan = new RedrivePlan();
        final long read = find(progress);
        choose(plan, exchange -> {}, done -> progress.accept(read + done));
        return plan;
    }

    /**
     * Writes them, in their order.
     *
     * @param writer the one named {@link #WRITER}, opened before: it keeps others from doing the same
     * @param plan is told what was written as it is, for when this ends with an exception
     * @param deadline how long after it is written each one may be asked; empty: for ever
     * @throws dev.sluice.api.DiskReserveException if the disk has reached its reserve; what was written stays
     */
    public void write(RequestWriter writer, RedrivePlan plan, Optional<Duration> deadline, LongConsumer progress) {
        final long read = find(progress);
        choose(
                plan,
                exchange -> plan.written(pair.inputPosition(write(writer, exchange, deadline))),
                done -> progress.accept(read + done));
    }

    private long write(RequestWriter writer, Exchange exchange, Optional<Duration> deadline) {
        final RequestFrame request = exchange.request().orElseThrow();
        final Position original = pair.inputPosition(original(exchange));
        final Map<String, String> headers = Lineage.redrive(request, original);
        deadline.ifPresent(time ->
                headers.put(FutureRequests.DEADLINE, Long.toString(System.currentTimeMillis() + time.toMillis())));
        return writer.append(
                request.kind(),
                headers,
                request.name(),
                request.arguments().values().toArray());
    }

    /** Reads to the end what was redriven before. */
    private long find(LongConsumer progress) {
        end = pair.lastRequest();
        long read = 0;
        try (Exchanges exchanges = Exchanges.open(pair, wanted.from())) {
            for (Optional<Exchange> next = next(exchanges); next.isPresent(); next = next(exchanges)) {
                final Exchange exchange = next.get();
                exchange.request()
                        .map(request -> Lineage.index(pair, request, Lineage.REDRIVE_OF))
                        .filter(OptionalLong::isPresent)
                        .ifPresent(original -> attempts.add(original.getAsLong(), state(exchange)));
                progress.accept(++read);
            }
        }
        return read;
    }

    /** What comes behind the end is not looked at: it may have been written just now, by this. */
    private Optional<Exchange> next(Exchanges exchanges) {
        return end.isEmpty()
                ? Optional.empty()
                : exchanges.next().filter(exchange -> pair.inputIndex(exchange.position()) <= end.getAsLong());
    }

    private static Attempts.State state(Exchange exchange) {
        if (exchange.answer().isEmpty()) {
            return Attempts.State.WAITS;
        }
        if (!hasFailed(exchange)) {
            return Attempts.State.SUCCEEDED;
        }
        return mayBeTaken(exchange.request().orElseThrow(), RedrivePlan.failure(exchange))
                ? Attempts.State.MAYBE_TAKEN
                : Attempts.State.FAILED;
    }

    private static boolean hasFailed(Exchange exchange) {
        return exchange.answer()
                .filter(answer -> answer.frame().kind() == ResultKind.FAILED)
                .isPresent();
    }

    private interface Taken {
        void write(Exchange exchange);
    }

    private void choose(RedrivePlan plan, Taken taken, LongConsumer progress) {
        long read = 0;
        try (Exchanges exchanges = Exchanges.open(pair, wanted.from())) {
            Optional<Exchange> next = next(exchanges);
            while (next.isPresent() && !wanted.behind().test(next.get())) {
                final Exchange exchange = next.get();
                if (hasFailed(exchange) && wanted.choice().takes(exchange) && attempts.first(original(exchange))) {
                    final Judgement judgement = judge(exchange);
                    if (judgement == Judgement.WRITE) {
                        taken.write(exchange);
                    }
                    plan.add(exchange, judgement);
                }
                progress.accept(++read);
                next = next(exchanges);
            }
        }
    }

    private long original(Exchange exchange) {
        final long own = pair.inputIndex(exchange.position());
        return exchange.request()
                .map(request -> Lineage.index(pair, request, Lineage.REDRIVE_OF).orElse(own))
                .orElse(own);
    }

    private Judgement judge(Exchange exchange) {
        if (exchange.request().isEmpty()) {
            return Judgement.UNREADABLE;
        }
        final RequestFrame request = exchange.request().get();
        return switch (attempts.of(original(exchange))) {
            case SUCCEEDED -> Judgement.SUCCEEDED;
            case WAITS -> Judgement.WAITS;
            case FAILED -> wanted.again() ? judge(exchange, request) : Judgement.FAILED_AGAIN;
            case MAYBE_TAKEN -> againUncertain(exchange, request);
            case NONE -> judge(exchange, request);
        };
    }

    private Judgement againUncertain(Exchange exchange, RequestFrame request) {
        if (!wanted.again()) {
            return Judgement.FAILED_AGAIN;
        }
        return wanted.uncertain() ? judge(exchange, request) : Judgement.UNCERTAIN;
    }

    private Judgement judge(Exchange exchange, RequestFrame request) {
        if (runs.own(request)) {
            return Judgement.UNFINISHED_RUN;
        }
        return wanted.uncertain() || !mayBeTaken(request, RedrivePlan.failure(exchange))
                ? Judgement.WRITE
                : Judgement.UNCERTAIN;
    }

    /** A failed update was rolled back; an event that was not refused may have been taken all the same. */
    private static boolean mayBeTaken(RequestFrame request, FailureKind failure) {
        return request.kind() == RequestKind.SEND && failure != FailureKind.REJECTED && failure != FailureKind.INVALID;
    }
}
