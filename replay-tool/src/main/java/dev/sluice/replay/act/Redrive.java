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
 * Writes copies of failed requests, or of updates that a database has lost, to the input. This is called a redrive. Leaves out
 * requests that were redriven before. The headers of the copies on the queue record which requests were redriven. Therefore a
 * kill in the middle leaves nothing to clean up, and the next redrive writes the remaining requests. For one thread.
 */
public final class Redrive {

    /** The name of the writer that all redrives use, so that only one runs at a time: two could write the same request twice. */
    public static final String WRITER = "sluice-redrive";

    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    /**
     * The requests that an operator wants to redrive.
     *
     * @param again whether to include requests whose redrive failed
     * @param uncertain whether to include events that the service may have accepted
     * @param keys which events keep their idempotency keys
     * @param lost whether to redrive successful updates instead of failed requests, because their database has lost all commits
     *     of the selection, including the commits of redrives in the selection
     */
    public record Wanted(Selection selection, boolean again, boolean uncertain, Keys keys, boolean lost) {}

    /** The events whose copies keep the idempotency key, so that a service which has accepted an event ignores the copy. */
    public enum Keys {
        OF_UNCERTAIN,
        OF_ALL,
        OF_NONE
    }

    /** The idempotency key with which an event was sent, and whether the service may have accepted the event. */
    private record Sent(String key, boolean mayBeTaken) {

        /**
         * Returns the decisive one of this attempt and a later attempt. The later attempt is decisive, unless the service may
         * have accepted only this attempt.
         */
        Sent then(Sent later) {
            return later.mayBeTaken || !mayBeTaken ? later : this;
        }
    }

    /** The outcomes of redrives. If a request was redriven several times, the outcome that is declared last here decides. */
    private enum Attempt {
        /** The redrive succeeded, but the database has lost its commit, too. So the redrive counts as never written. */
        LOST,
        FAILED,
        WAITS,
        SUCCEEDED
    }

    private final Lane pair;
    private final Wanted wanted;
    /** The number of handled items, for each run of a job that has not ended. */
    private final Map<String, Long> unfinished = new HashMap<>();

    /** The outcomes of earlier redrives, by the index of the original. */
    private final Map<Long, Attempt> attempts = new HashMap<>();
    /** The decisive attempts of events that were redriven before, by the index of the original; empty without {@code again}. */
    private final Map<Long, Sent> sent = new HashMap<>();
    /** The lowest index of an original in {@link #sent}. */
    private long firstSent = Long.MAX_VALUE;
    /** Originals about which this redrive has already decided, because an original and its redrives count as one request. */
    private final Set<Long> told = new HashSet<>();

    /**
     * Reads the unfinished runs, but no requests yet.
     *
     * @param all the address of all lanes, for reading the runs
     */
    public Redrive(Lane pair, String all, Wanted wanted) {
        this.pair = pair;
        this.wanted = wanted;
        OpenRun.list(all).forEach(run -> unfinished.put(run.name(), run.handled()));
    }

    /**
     * Counts the requests that would be written, and writes nothing.
     *
     * @param report receives the decision for each request
     * @param progress receives the number of requests read in all passes so far
     */
    public void plan(RedriveReport report, LongConsumer progress) {
        run(report, exchange -> {}, progress);
    }

    /**
     * Writes the copies in the order of their originals.
     *
     * @param writer the writer named {@link #WRITER}, already opened: it prevents another redrive at the same time
     * @param report receives each copy as soon as it is written, so that the report is complete even after an exception
     * @param deadline how long each copy may wait until it is sent to its backend; empty for no limit
     * @throws dev.sluice.api.DiskReserveException if the disk has reached its reserve; copies written before stay
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

    /** Returns the idempotency key that the copy of an event keeps; empty if the copy gets a new one or is not an event. */
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

    /**
     * Returns how a failed event was sent. If the event is a redrive that kept the key of its original, and the original is no
     * longer on the queue, the service may have accepted the original. Then the event, too, counts as possibly accepted.
     */
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
     * Waits until a gateway has answered the last copy, or until {@code ended} returns true, and gives the outcomes of all copies
     * to the report.
     *
     * @param writer the id of the writer that wrote the copies
     * @param ended whether to stop waiting
     * @param progress receives the number of requests answered since the first copy
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

    /**
     * Reads the queue, up to its present end, in three passes. The first finds earlier redrives. The second finds how the events
     * among them were sent. The third decides about each selected request.
     */
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
        final WhyNone why = new WhyNone(selection.choice(), wanted.lost());
        selection.upTo(pair, end.getAsLong()).each(pair, exchange -> {
            final boolean meant = isMeant(exchange);
            why.read(exchange, meant);
            if (meant && selection.choice().takes(exchange) && isFirst(original(exchange))) {
                final Judgement judgement = judge(exchange);
                if (judgement == Judgement.WRITE) {
                    writing.accept(exchange);
                }
                report.add(exchange, judgement);
            }
            progress.accept(read.incrementAndGet());
        });
        report.read(why);
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

    /**
     * Records how an event or its redrive was sent. The original counts even if it is not selected, because a service that has
     * accepted the original may refuse a redrive for just that reason.
     */
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

    /** Whether this is the first decision about an original. An original that was never redriven occurs only once. */
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
            return Judgement.WRITE; // the request has a result, so an unfinished run does not send it again
        }
        if (isOfUnfinishedRun(request)) {
            return Judgement.UNFINISHED_RUN;
        }
        return wanted.uncertain() || !isFailedEvent(exchange) || !last(exchange).mayBeTaken
                ? Judgement.WRITE
                : Judgement.UNCERTAIN;
    }

    /**
     * Whether a request failed because another process had taken over its run. That process has sent the same request, so an
     * update written again would happen twice.
     */
    private static boolean isFollowed(Failure failure) {
        return failure.message().endsWith(RunPlace.FOLLOWED);
    }

    /**
     * Whether an unfinished run of a job will send this request again itself, because the run has not yet handled the request's
     * item. If a redrive wrote such an update, too, the update would happen twice.
     */
    private boolean isOfUnfinishedRun(RequestFrame request) {
        final Map<String, String> headers = request.headers();
        final Long handled = unfinished.get(headers.get(RequestFrame.JOB) + "@" + headers.get(RequestFrame.RUN));
        try {
            return handled != null && Long.parseLong(headers.getOrDefault(RequestFrame.ITEM_NUMBER, "")) > handled;
        } catch (final NumberFormatException e) {
            return false; // such a number does not come from the run, so the run will not send the request again
        }
    }

    private static boolean isFailedEvent(Exchange exchange) {
        return exchange.failure().isPresent()
                && exchange.request()
                        .filter(request -> request.kind() == RequestKind.SEND)
                        .isPresent();
    }
}
