package dev.sluice.replay.again;

import dev.sluice.api.QueueException;
import dev.sluice.api.QueueOptions;
import dev.sluice.api.RequestKind;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.replay.exchange.Selection;
import dev.sluice.replay.exchange.Stats;
import dev.sluice.service.GatewayProgram;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.exchange.Exchange;
import dev.sluice.service.exchange.Lineage;
import dev.sluice.transport.Lane;
import dev.sluice.transport.LastAnswered;
import dev.sluice.transport.RequestWriter;
import dev.sluice.transport.Transports;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;

/**
 * Sends recorded requests to the backends of another configuration. Starts a gateway in this process on new queues. The new
 * queues are kept afterwards, because they contain the results. Call {@link #run} once; any thread may call {@link #stop}.
 */
public final class Replay {

    private static final double NANOS = 1e9;
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long SLICE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long NOT_BEGUN = Long.MIN_VALUE;

    /**
     * The recorded requests to send again.
     *
     * @param queues the recorded queues; only read
     * @param place the address of the recorded queues, which is written to a file beside the new queues
     * @param updates whether updates and events are sent, too
     * @param pace the speed relative to the recording: 2 is twice as fast, and 0 is as fast as possible
     */
    public record Options(Lane queues, String place, Selection selection, boolean updates, double pace) {}

    private final Options asked;
    private final GatewayConfig target;
    private final QueueOptions options;
    private volatile boolean stopping;
    private volatile Optional<RuntimeException> failure = Optional.empty();

    /**
     * @param target a configuration from {@link Target}, whose queues are created here
     * @param options the options for writing to the new queues
     */
    public Replay(Options asked, GatewayConfig target, QueueOptions options) {
        this.asked = asked;
        this.target = target;
        this.options = options;
    }

    /** Stops the replay early: requests in progress may finish within five seconds. */
    public void stop() {
        stopping = true;
    }

    /** Whether {@link #stop} was called. */
    public boolean isStopped() {
        return stopping;
    }

    /**
     * Runs until all requests are answered or the replay is stopped.
     *
     * @param config the file of the configuration; its path is written to a file beside the new queues
     * @param progress receives the number of answered requests
     * @throws QueueException if queues cannot be read or written, or the gateway failed; the message says why
     */
    public Replayed run(Path config, LongConsumer progress) {
        final long start = System.nanoTime();
        try (GatewayProgram program = GatewayProgram.openOnNewQueues(target);
                Lane queues = open()) {
            note(queues, config, false);
            final Copying copying = copy(program, queues, progress);
            final Stats stats = new Stats();
            final AtomicLong answered = new AtomicLong();
            Selection.from(OptionalLong.empty()).each(queues, exchange -> {
                stats.add(exchange);
                answered.addAndGet(exchange.answer().isPresent() ? 1 : 0);
            });
            if (!stopping) {
                note(queues, config, true);
            }
            return new Replayed(
                    copying.written,
                    answered.get(),
                    copying.updatesLeftOut,
                    copying.unreadable,
                    (System.nanoTime() - start) / NANOS,
                    stats);
        }
    }

    private Lane open() {
        return Transports.open(target.queues().address(), options);
    }

    private void note(Lane queues, Path config, boolean finished) {
        ReplayedFrom.write(queues, asked.queues(), asked.place(), config, finished);
    }

    private Copying copy(GatewayProgram program, Lane queues, LongConsumer progress) {
        final Thread service = new Thread(() -> serve(program), "replay-gateway");
        service.start();
        try (RequestWriter writer = queues.newWriter()) {
            final BooleanSupplier ended = () -> stopping || !service.isAlive();
            final Runnable shown = () -> progress.accept(program.counts().get(0).written());
            final Copying copying = new Copying(asked, writer, ended, shown);
            final Selection meant = asked.selection();
            new Selection(meant.from(), meant.after().or(exchange -> ended.getAsBoolean()), meant.choice())
                    .each(asked.queues(), copying::take);
            while (!ended.getAsBoolean() && answered(queues) < copying.last) {
                shown.run();
                LockSupport.parkNanos(PAUSE_NANOS);
            }
            end(program, service);
            return copying;
        } finally {
            end(program, service);
        }
    }

    private void serve(GatewayProgram program) {
        try {
            program.run();
        } catch (final RuntimeException e) {
            failure = Optional.of(e);
        }
    }

    /**
     * Waits for the service thread, even if interrupted, because that thread uses the gateway and queues that are closed next.
     */
    private void end(GatewayProgram program, Thread service) {
        program.stop();
        boolean interrupted = false;
        while (service.isAlive()) {
            try {
                service.join();
            } catch (final InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        failure.ifPresent(cause -> {
            throw new QueueException("the gateway of the replay failed: " + cause.getMessage(), cause);
        });
    }

    private static long answered(Lane queues) {
        return queues.lastAnswered().map(LastAnswered::requestIndex).orElse(-1L);
    }

    /**
     * Writes copies of recorded requests, in order, to another input. A header of each copy has the position of the recorded
     * request. For one thread.
     */
    private static final class Copying {
        private final Options asked;
        private final RequestWriter writer;
        private final BooleanSupplier ended;
        private final Runnable progress;
        private final long startNanos = System.nanoTime();
        private long firstNanos = NOT_BEGUN;
        private long written;
        private long updatesLeftOut;
        private long unreadable;
        /** The index of the last written request, -1 if none was written. */
        private long last = -1;

        /**
         * @param ended whether to stop writing
         * @param progress called now and then
         */
        Copying(Options asked, RequestWriter writer, BooleanSupplier ended, Runnable progress) {
            this.asked = asked;
            this.writer = writer;
            this.ended = ended;
            this.progress = progress;
        }

        void take(Exchange exchange) {
            progress.run();
            if (!asked.selection().choice().takes(exchange)) {
                return;
            }
            if (exchange.request().isEmpty()) {
                unreadable++;
            } else if (!asked.updates() && changes(exchange.request().get())) {
                updatesLeftOut++;
            } else if (await(exchange.writtenNanos())) {
                final RequestFrame request = exchange.request().get();
                last = writer.write(
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

        /** Waits until a request is due; returns false if the replay ends before this time. */
        private boolean await(long writtenNanos) {
            if (writtenNanos == 0 || asked.pace() == 0) {
                return true; // the time of the request is unknown, or the replay goes as fast as possible
            }
            firstNanos = firstNanos == NOT_BEGUN ? writtenNanos : firstNanos;
            final long due = startNanos + (long) (Math.max(0, writtenNanos - firstNanos) / asked.pace());
            long left = due - System.nanoTime();
            while (left > 0 && !ended.getAsBoolean()) {
                progress.run();
                LockSupport.parkNanos(Math.min(left, SLICE_NANOS));
                left = due - System.nanoTime();
            }
            return left <= 0;
        }
    }
}
