package dev.sluice.replay.act;

import dev.sluice.api.Failure;
import dev.sluice.api.FailureKind;
import dev.sluice.api.FutureRequests;
import dev.sluice.api.RequestKind;
import dev.sluice.client.job.OpenRun;
import dev.sluice.internal.wire.IdempotencyKey;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.replay.act.RedriveReport.Judgement;
import dev.sluice.replay.exchange.Selection;
import dev.sluice.service.exchange.Exchange;
import dev.sluice.service.exchange.Lineage;
import dev.sluice.transport.Lane;
import dev.sluice.transport.LastAnswered;
import dev.sluice.transport.RequestWriter;
import dev.sluice.transport.RunPlace;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BinaryOperator;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * Finds failed requests, or updates that a database has lost, which nobody has written again yet, and writes them. What was redriven is on the queue itself, in the
 * headers of the redrives: so a kill in the middle leaves nothing to clean up, and the next run goes on with the others. One
 * thread.
 */
public final class Redrive {

    /** The name of the one writer that redrives: two at a time could write the same request twice. */
    public static final String WRITER = "sluice-redrive";

    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    /**
     * Which requests an operator means.
     *
     * @param again also those whose redrive failed
     * @param uncertain also events that may have been taken
     * @param keys which events keep their idempotency keys
     * @param lost in place of failed requests the updates that succeeded: their database has lost all that was committed for the
     *     selection, redrives there among it
     */
    public record Wanted(Selection selection, boolean again, boolean uncertain, Keys keys, boolean lost) {}

    /** The events whose copies keep the idempotency key, so that a service which has taken one does not take it twice. */
    public enum Keys {
        OF_UNCERTAIN,
        OF_ALL,
        OF_NONE
    }

    /** The key by which a service may know an event, and whether it may have taken it. */
    private record Sent(String key, boolean mayBeTaken) {

        /** Returns the one that counts, of this and a later one: the last that may have been taken, or else the last. */
        Sent then(Sent later) {
            return later.mayBeTaken || !mayBeTaken ? later : this;
        }
    }

    /** The ends of redrives, in the order in which one of several counts for all: the last of these decides. */
    private enum Attempt {
        /** It succeeded, and the database has lost it, too: as if it never was. */
        LOST,
        FAILED,
        WAITS,
        SUCCEEDED
    }

    private final Lane pair;
    private final Wanted wanted;
    /** How many items each run of a job has handled that has not ended. */
    private final Map<String, Long> unfinished = new HashMap<>();

    /** The redrives there are, by the index of the original. */
    private final Map<Long, Attempt> attempts = new HashMap<>();
    /** How events were sent that were redriven before, by the index of the original; empty if none of these is meant. */
    private final Map<Long, Sent> sent = new HashMap<>();
    /** The first original of these. */
    private long firstSent = Long.MAX_VALUE;
    /** Originals that were looked at: an original and its redrives are the same request. */
    private final Set<Long> told = new HashSet<>();

    /**
     * Looks for nothing yet.
     *
     * @param all the address of this lane and those beside it, for the runs
     */
    public Redrive(Lane pair, String all, Wanted wanted) {
        this.pair = pair;
        this.wanted = wanted;
        OpenRun.list(all).forEach(run -> unfinished.put(run.name(), run.handled()));
    }

    /**
     * Counts what would be written, and writes nothing.
     *
     * @param report is told what would be
     * @param progress is told how many requests were read, in all passes
     */
    public void plan(RedriveReport report, LongConsumer progress) {
        run(report, exchange -> {}, progress);
    }

    /**
     * Writes them, in their order.
     *
     * @param writer the one named {@link #WRITER}, opened before: it keeps others from doing the same
     * @param report is told what was written as it is, for when this ends with an exception
     * @param deadline how long after it is written each one may be asked; empty: for ever
     * @throws dev.sluice.api.DiskReserveException if the disk has reached its reserve; what was written stays
     */
    public void write(RequestWriter writer, RedriveReport report, Optional<Duration> deadline, LongConsumer progress) {
        run(report, exchange -> report.written(pair.inputPosition(write(writer, exchange, deadline))), progress);
    }

    private long write(RequestWriter writer, Exchange exchange, Optional<Duration> deadline) {
        final RequestFrame request = exchange.request().orElseThrow();
        final Map<String, String> headers =
                Lineage.redrive(request, pair.inputPosition(original(exchange)), key(exchange));
        deadline.ifPresent(time ->
                headers.put(FutureRequests.DEADLINE, Long.toString(System.currentTimeMillis() + time.toMillis())));
        return writer.write(
                request.kind(),
                headers,
                request.name(),
                request.arguments().values().toArray());
    }

    /** The idempotency key that the copy of an event keeps. */
    private Optional<String> key(Exchange exchange) {
        if (exchange.request().orElseThrow().kind() != RequestKind.SEND || wanted.keys() == Keys.OF_NONE) {
            return Optional.empty();
        }
        final Sent last = last(exchange);
        return last.mayBeTaken || wanted.keys() == Keys.OF_ALL ? Optional.of(last.key) : Optional.empty();
    }

    private Sent last(Exchange event) {
        final Sent known = sent.get(original(event));
        return known == null ? sent(event, Optional.empty()) : known;
    }

    /** How an event was sent that failed. It may have been taken where it keeps the key of one that is not there any more, too. */
    private Sent sent(Exchange event, Optional<Sent> before) {
        final RequestFrame request = event.request().orElseThrow();
        final long index = pair.inputIndex(event.position());
        final FailureKind failure = event.failure().orElseThrow().kind();
        final boolean refused = failure == FailureKind.REJECTED || failure == FailureKind.INVALID;
        final Optional<String> kept = IdempotencyKey.kept(request);
        final String key = kept.orElseGet(
                () -> IdempotencyKey.of(pair.inputId(), request.ref(index), request.arguments(), event.writtenNanos()));
        return new Sent(key, !refused || kept.isPresent() && !kept.equals(before.map(Sent::key)));
    }

    /**
     * Waits until a gateway has answered the last request that was written, or it is ended, and tells the report what came
     * of all.
     *
     * @param writer the id of the writer that wrote them
     * @param ended whether to wait no more
     * @param progress is told how many of the requests in front of the last one are answered
     */
    public void await(long writer, RedriveReport report, BooleanSupplier ended, LongConsumer progress) {
        final Map<String, Map<String, Long>> results = new TreeMap<>();
        if (report.firstWritten().isPresent()) {
            final long first = pair.inputIndex(report.firstWritten().get());
            final long last = pair.inputIndex(report.lastWritten().orElseThrow());
            long answered = answered();
            while (answered < last && !ended.getAsBoolean()) {
                progress.accept(Math.max(0, answered - first));
                LockSupport.parkNanos(PAUSE_NANOS);
                answered = answered();
            }
            Selection.from(OptionalLong.of(first))
                    .upTo(pair, last)
                    .each(
                            pair,
                            exchange -> exchange.request()
                                    .filter(request -> request.writer() == writer)
                                    .ifPresent(
                                            request -> results.computeIfAbsent(request.name(), name -> new TreeMap<>())
                                                    .merge(exchange.outcome(), 1L, Long::sum)));
        }
        report.results(results);
    }

    private long answered() {
        return pair.lastAnswered().map(LastAnswered::requestIndex).orElse(-1L);
    }

    /** Reads what was redriven before, to the end as it is now, then how its events were sent, and then what is meant. */
    private void run(RedriveReport report, Consumer<Exchange> writing, LongConsumer progress) {
        final OptionalLong end = pair.lastRequest();
        if (end.isEmpty()) {
            return;
        }
        final AtomicLong read = new AtomicLong();
        final Selection selection = wanted.selection();
        Selection.from(selection.from()).upTo(pair, end.getAsLong()).each(pair, exchange -> {
            noteAttempt(exchange);
            progress.accept(read.incrementAndGet());
        });
        if (firstSent < Long.MAX_VALUE) {
            Selection.from(OptionalLong.of(firstSent))
                    .upTo(pair, end.getAsLong())
                    .each(pair, exchange -> {
                        noteSent(exchange);
                        progress.accept(read.incrementAndGet());
                    });
        }
        selection.upTo(pair, end.getAsLong()).each(pair, exchange -> {
            if (isMeant(exchange) && selection.choice().takes(exchange) && isFirst(original(exchange))) {
                final Judgement judgement = judge(exchange);
                if (judgement == Judgement.WRITE) {
                    writing.accept(exchange);
                }
                report.add(exchange, judgement);
            }
            progress.accept(read.incrementAndGet());
        });
    }

    private void noteAttempt(Exchange exchange) {
        final long original = original(exchange);
        if (original != pair.inputIndex(exchange.position())) {
            attempts.merge(original, attempt(exchange), BinaryOperator.maxBy(Comparator.naturalOrder()));
            if (wanted.again() && isFailedEvent(exchange)) {
                firstSent = Math.min(firstSent, original);
            }
        }
    }

    /** The original counts with its redrives, also where it is not meant: its service may have taken it, and refuse them for that. */
    private void noteSent(Exchange exchange) {
        final long original = original(exchange);
        if (isFailedEvent(exchange) && attempts.containsKey(original)) {
            final Optional<Sent> before = Optional.ofNullable(sent.get(original));
            sent.merge(original, sent(exchange, before), Sent::then);
        }
    }

    private boolean isMeant(Exchange exchange) {
        return wanted.lost()
                ? isUpdateThatSucceeded(exchange)
                : exchange.failure().isPresent();
    }

    private static boolean isUpdateThatSucceeded(Exchange exchange) {
        return exchange.answer().isPresent()
                && exchange.failure().isEmpty()
                && exchange.request()
                        .filter(request -> request.kind() == RequestKind.UPDATE)
                        .isPresent();
    }

    /** Whether that original was not looked at before: a request that was never redriven is on the queue once. */
    private boolean isFirst(long original) {
        return !attempts.containsKey(original) || told.add(original);
    }

    private Attempt attempt(Exchange exchange) {
        if (exchange.answer().isEmpty()) {
            return Attempt.WAITS;
        }
        if (exchange.failure().isEmpty()) {
            final boolean lost = wanted.lost()
                    && isUpdateThatSucceeded(exchange)
                    && !wanted.selection().after().test(exchange);
            return lost ? Attempt.LOST : Attempt.SUCCEEDED;
        }
        return Attempt.FAILED;
    }

    private long original(Exchange exchange) {
        final long own = pair.inputIndex(exchange.position());
        return exchange.request()
                .map(request ->
                        Lineage.index(pair, request, RequestFrame.REDRIVE_OF).orElse(own))
                .orElse(own);
    }

    private Judgement judge(Exchange exchange) {
        if (exchange.request().isEmpty()) {
            return Judgement.UNREADABLE;
        }
        final RequestFrame request = exchange.request().get();
        final Optional<Failure> refused =
                exchange.failure().filter(failure -> failure.kind() == FailureKind.NOT_ALLOWED);
        if (request.isForeign() && refused.isPresent()) {
            return Judgement.FOREIGN;
        }
        if (refused.filter(Redrive::isFollowed).isPresent()) {
            return Judgement.FOLLOWED;
        }
        final Attempt attempt = attempts.get(original(exchange));
        if (attempt == Attempt.SUCCEEDED) {
            return Judgement.SUCCEEDED;
        }
        if (attempt == Attempt.WAITS) {
            return Judgement.WAITS;
        }
        if (attempt != null && attempt != Attempt.LOST && !wanted.again()) {
            return Judgement.FAILED_AGAIN;
        }
        if (wanted.lost()) {
            return Judgement.WRITE; // an unfinished run takes its result from the output, and does not ask it again
        }
        if (isOfUnfinishedRun(request)) {
            return Judgement.UNFINISHED_RUN;
        }
        return wanted.uncertain() || !isFailedEvent(exchange) || !last(exchange).mayBeTaken
                ? Judgement.WRITE
                : Judgement.UNCERTAIN;
    }

    /** Whether it failed since another process had its run, which asked the same: written again, an update would happen twice. */
    private static boolean isFollowed(Failure failure) {
        return failure.message().endsWith(RunPlace.FOLLOWED);
    }

    /**
     * Whether an unfinished run will see to that request itself: what it has not handled it asks again when it is continued, and
     * written again here, an update would happen twice.
     */
    private boolean isOfUnfinishedRun(RequestFrame request) {
        final Map<String, String> headers = request.headers();
        final Long handled = unfinished.get(headers.get(RequestFrame.JOB) + "@" + headers.get(RequestFrame.RUN));
        try {
            return handled != null && Long.parseLong(headers.getOrDefault(RequestFrame.ITEM_NUMBER, "")) > handled;
        } catch (final NumberFormatException e) {
            return false; // the run does not take it for its own either
        }
    }

    private static boolean isFailedEvent(Exchange exchange) {
        return exchange.failure().isPresent()
                && exchange.request()
                        .filter(request -> request.kind() == RequestKind.SEND)
                        .isPresent();
    }
}
