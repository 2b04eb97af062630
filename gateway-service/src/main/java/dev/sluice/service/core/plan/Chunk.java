package dev.sluice.service.core.plan;

import dev.sluice.api.Failure;
import dev.sluice.api.FailureKind;
import dev.sluice.api.RequestRef;
import dev.sluice.internal.wire.Arguments;
import dev.sluice.internal.wire.IdempotencyKey;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.internal.wire.RequestFrame.RequestReceiver;
import dev.sluice.service.core.Catalog;
import dev.sluice.service.core.Deadline;
import dev.sluice.service.core.GatewayCounts;
import dev.sluice.service.core.Item;
import dev.sluice.service.core.LogField;
import dev.sluice.service.core.MaskedLog;
import dev.sluice.service.core.NamedOperation;
import dev.sluice.service.core.Notes;
import dev.sluice.service.core.Operation;
import dev.sluice.service.core.OperationCounts;
import dev.sluice.service.core.Outcome;
import dev.sluice.service.core.Precautions;
import dev.sluice.service.core.Precautions.Condemned;
import dev.sluice.service.core.RefusedException;
import dev.sluice.service.core.Window;
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;
import org.slf4j.Logger;

/**
 * The chunk that is being read. Each request goes into the window and, unless it is answered at once, to the planner.
 *
 * <p>Belongs to the service thread.
 */
public final class Chunk implements RequestReceiver {

    private static final Logger LOG = MaskedLog.of(Chunk.class);

    private final Window window;
    private final Catalog catalog;
    private final Caches caches;
    private final Planner planner;
    private final LongSupplier wallClockNanos;
    private final long lastOfEarlierRuns;
    private final GatewayCounts counts;
    private final Precautions precautions;
    private final LongFunction<String> positions;
    private int size;
    private long readNanos;
    private long lastIndex = Notes.NONE;

    /**
     * @param window receives every request
     * @param catalog resolves the requests
     * @param caches the caches of lookups
     * @param planner receives the requests that a backend or a cache answers
     * @param wallClockNanos the clock, in nanoseconds since 1970
     * @param lastOfEarlierRuns the index of the last request that an earlier run of the gateway may have executed
     * @param counts the counts of requests
     * @param precautions decide which requests must not be executed
     * @param positions formats the index of a request for messages
     */
    public Chunk(
            Window window,
            Catalog catalog,
            Caches caches,
            Planner planner,
            LongSupplier wallClockNanos,
            long lastOfEarlierRuns,
            GatewayCounts counts,
            Precautions precautions,
            LongFunction<String> positions) {
        this.window = window;
        this.catalog = catalog;
        this.caches = caches;
        this.planner = planner;
        this.wallClockNanos = wallClockNanos;
        this.lastOfEarlierRuns = lastOfEarlierRuns;
        this.counts = counts;
        this.precautions = precautions;
        this.positions = positions;
    }

    /** Returns the number of requests in the chunk. */
    public int size() {
        return size;
    }

    /** Called before requests are added; reads the clock once for all of them. */
    public void begin() {
        readNanos = wallClockNanos.getAsLong();
    }

    /** Returns the index of the request that was added last, or {@link Notes#NONE}. */
    public long lastIndex() {
        return lastIndex;
    }

    /** Ends the chunk, starts the next one, and returns the number of requests in the ended chunk. */
    public int end() {
        final int ended = size;
        size = 0;
        return ended;
    }

    @Override
    public void request(long index, long writtenNanos, RequestFrame request) {
        final Item item = take(request.ref(index), writtenNanos, Deadline.of(request));
        IdempotencyKey.kept(request).ifPresent(item::keepKey);
        OperationCounts counted = counts.refused();
        try {
            final Optional<Condemned> instead = precautions.instead(index, request);
            instead.map(Condemned::outcome).ifPresent(item::answerInstead);
            Deadline.check(request);
            final Operation operation = resolve(request, instead);
            counted = counts.of(operation);
            if (!answeredInstead(item, operation) && !answeredFromCache(item, operation, request.arguments())) {
                planner.add(item, operation, request.arguments());
                operation.planned(item);
            }
        } catch (final RefusedException e) {
            item.answer(item.instead().orElseGet(() -> new Outcome.Failed(e.failure())));
        } catch (final RuntimeException e) {
            // A request without an outcome would hold up everything after it, also after a restart.
            LOG.error("The catalog failed on {}; it is answered as failed", item.request(), e);
            item.answer(Outcome.failed(
                    FailureKind.INTERNAL,
                    "The gateway failed to resolve '" + request.name() + "': " + e
                            + "; this is a fault of the gateway, its log says more"));
        } finally {
            item.countedBy(counted);
        }
    }

    private Operation resolve(RequestFrame request, Optional<Condemned> instead) throws RefusedException {
        try {
            return catalog.resolve(request);
        } catch (final RefusedException e) {
            return instead.flatMap(Condemned::former).orElseThrow(() -> e);
        }
    }

    /**
     * Answers a request that must not be executed. An update of a database with a checkpoint is not answered here but planned:
     * only that database knows whether the update was executed before, and it must store the failure.
     */
    private static boolean answeredInstead(Item item, Operation operation) {
        final Optional<Outcome> instead = item.instead();
        if (instead.isEmpty() || operation.update() && !operation.backend().mayFailUnasked()) {
            return false;
        }
        item.answer(instead.get());
        return true;
    }

    private boolean answeredFromCache(Item item, Operation operation, Arguments arguments) {
        if (operation.update()) {
            caches.written(operation, arguments);
            return false;
        }
        if (!caches.answer(item, operation, arguments)) {
            return false;
        }
        planner.addAnswered(item, operation, arguments);
        return true;
    }

    @Override
    public void undecodable(long index, long writtenNanos, String why) {
        final Item item = take(new RequestRef(index, 0, 0, ""), writtenNanos, Deadline.NONE);
        item.countedBy(counts.refused());
        item.answer(new Outcome.Failed(Failure.of(FailureKind.INVALID, "The request cannot be read: " + why)));
    }

    @Override
    public void refused(long index, long writtenNanos, RequestFrame request, FailureKind kind, String why) {
        refuse(request.ref(index), writtenNanos, request, kind, why);
    }

    @Override
    public void misnumbered(long index, long writtenNanos, RequestFrame request, boolean again, String why) {
        refuse(
                again ? request.ref(index) : request.refOfNobody(index),
                writtenNanos,
                request,
                FailureKind.INVALID,
                why);
    }

    private void refuse(RequestRef ref, long writtenNanos, RequestFrame request, FailureKind kind, String why) {
        final Item item = take(ref, writtenNanos, Deadline.NONE);
        item.countedBy(counts.refused());
        final String position = positions.apply(ref.index());
        LogField.POSITION.in(
                position,
                () -> LOG.error(
                        "The request '{}' at {}, of writer {}, is not asked, and answered as failed: {}",
                        NamedOperation.shown(request.name()),
                        position,
                        Long.toHexString(request.writer()),
                        why));
        item.answer(new Outcome.Failed(Failure.of(kind, "The request was not asked: " + why)));
    }

    private Item take(RequestRef request, long writtenNanos, long deadlineMillis) {
        final Item item =
                new Item(request, writtenNanos, readNanos, deadlineMillis, request.index() > lastOfEarlierRuns);
        window.add(item);
        lastIndex = request.index();
        size++;
        return item;
    }
}
