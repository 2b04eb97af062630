package dev.sluice.replay.again;

import dev.sluice.api.RequestKind;
import dev.sluice.internal.queue.RequestWriter;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.replay.exchange.Exchange;
import dev.sluice.replay.exchange.Exchanges;
import dev.sluice.replay.exchange.Lineage;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Writes recorded requests to another input, in their order, each with its position there. One thread. */
final class Copying {

    private static final long SLICE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long NOT_BEGUN = Long.MIN_VALUE;

    private final Recorded recorded;
    private final Pace pace;
    private final RequestWriter writer;
    private final BooleanSupplier ended;
    private final Runnable progress;
    private final long startNanos = System.nanoTime();
    private long firstNanos = NOT_BEGUN;
    private long written;
    private long updatesLeftOut;
    private long unreadable;
    private long last = -1;

    /**
     * @param ended whether to write no more
     * @param progress called now and then
     */
    Copying(Recorded recorded, Pace pace, RequestWriter writer, BooleanSupplier ended, Runnable progress) {
        this.recorded = recorded;
        this.pace = pace;
        this.writer = writer;
        this.ended = ended;
        this.progress = progress;
    }

    /** Writes all of them, or until it is to end. */
    void run() {
        try (Exchanges exchanges = Exchanges.open(recorded.recording(), recorded.from())) {
            Optional<Exchange> next = exchanges.next();
            while (next.isPresent() && !isBehind(next.get()) && !ended.getAsBoolean()) {
                take(next.get());
                progress.run();
                next = exchanges.next();
            }
        }
    }

    private boolean isBehind(Exchange exchange) {
        return recorded.recording().inputIndex(exchange.position()) > recorded.last()
                || recorded.behind().test(exchange);
    }

    private void take(Exchange exchange) {
        if (!recorded.choice().takes(exchange)) {
            return;
        }
        if (exchange.request().isEmpty()) {
            unreadable++;
        } else if (!recorded.updates() && changes(exchange.request().get())) {
            updatesLeftOut++;
        } else if (await(exchange.writtenNanos())) {
            final RequestFrame request = exchange.request().get();
            last = writer.append(
                    request.kind(),
                    Lineage.replay(request, exchange.position()),
                    request.name(),
                    request.arguments().values().toArray());
            written++;
        }
    }

    private static boolean changes(RequestFrame request) {
        return request.kind() == RequestKind.UPDATE || request.kind() == RequestKind.SEND;
    }

    /** Until it is due; false if it is to end before. */
    private boolean await(long writtenNanos) {
        if (writtenNanos == 0) {
            return true; // it does not say when it was
        }
        firstNanos = firstNanos == NOT_BEGUN ? writtenNanos : firstNanos;
        final long due = startNanos + pace.dueNanos(writtenNanos - firstNanos);
        long left = due - System.nanoTime();
        while (left > 0 && !ended.getAsBoolean()) {
            progress.run();
            LockSupport.parkNanos(Math.min(left, SLICE_NANOS));
            left = due - System.nanoTime();
        }
        return left <= 0;
    }

    long written() {
        return written;
    }

    long updatesLeftOut() {
        return updatesLeftOut;
    }

    long unreadable() {
        return unreadable;
    }

    /** The index of the last one that was written, -1 if none was. */
    long last() {
        return last;
    }
}
