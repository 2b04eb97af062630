package dev.sluice.replay.again;

import dev.sluice.api.QueueException;
import dev.sluice.api.QueueOptions;
import dev.sluice.internal.queue.QueuePair;
import dev.sluice.internal.queue.RequestWriter;
import dev.sluice.internal.queue.document.LastAnswered;
import dev.sluice.replay.exchange.Exchange;
import dev.sluice.replay.exchange.Exchanges;
import dev.sluice.replay.exchange.Stats;
import dev.sluice.service.GatewayProgram;
import dev.sluice.service.config.GatewayConfig;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;

/**
 * Asks another configuration what was recorded: a gateway of its own, in this process, over queues of its own, which are left
 * with its results. {@link #run} once; {@link #stop} by any thread.
 */
public final class Replay {

    private static final double NANOS = 1e9;
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final Recorded recorded;
    private final GatewayConfig target;
    private final QueueOptions options;
    private final Pace pace;
    private volatile boolean stopping;
    private volatile Optional<RuntimeException> failure = Optional.empty();

    /**
     * @param target from {@link Target}: its queues are made here
     * @param options of whoever writes to these
     */
    public Replay(Recorded recorded, GatewayConfig target, QueueOptions options, Pace pace) {
        this.recorded = recorded;
        this.target = target;
        this.options = options;
        this.pace = pace;
    }

    /** Ends it early: what is in hand is finished, for at most five seconds. */
    public void stop() {
        stopping = true;
    }

    /** Whether it was told to end early. */
    public boolean isStopped() {
        return stopping;
    }

    /**
     * Runs until all are answered, or it is stopped.
     *
     * @param config where the configuration was read, to be noted beside the queues
     * @param progress is told how many are answered
     * @throws QueueException if queues cannot be read or written, or the gateway ended; the message says why
     */
    public Replayed run(Path config, LongConsumer progress) {
        final long start = System.nanoTime();
        final Path path = target.queues().path();
        try (GatewayProgram program = GatewayProgram.open(target, true);
                QueuePair queues = QueuePair.open(path, options)) {
            ReplayedFrom.write(path, recorded, config, false);
            final Copying copying = copy(program, queues, progress);
            final Stats stats = new Stats();
            final long answered = sumUp(queues, stats);
            if (!stopping) {
                ReplayedFrom.write(path, recorded, config, true);
            }
            return new Replayed(
                    copying.written(),
                    answered,
                    copying.updatesLeftOut(),
                    copying.unreadable(),
                    (System.nanoTime() - start) / NANOS,
                    stats);
        }
    }

    private Copying copy(GatewayProgram program, QueuePair queues, LongConsumer progress) {
        final Thread service = new Thread(() -> serve(program), "replay-gateway");
        service.start();
        try (RequestWriter writer = queues.newWriter()) {
            final Copying copying = new Copying(
                    recorded,
                    pace,
                    writer,
                    () -> stopping || !service.isAlive(),
                    () -> progress.accept(program.counts().written()));
            copying.run();
            while (!stopping && service.isAlive() && answered(queues) < copying.last()) {
                progress.accept(program.counts().written());
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

    /** Waits for the service thread, whatever comes: it uses what is closed next. */
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
            throw new QueueException("the gateway of the replay ended: " + cause.getMessage(), cause);
        });
    }

    private static long answered(QueuePair queues) {
        return queues.lastAnswered().map(LastAnswered::requestIndex).orElse(-1L);
    }

    private static long sumUp(QueuePair queues, Stats stats) {
        long answered = 0;
        try (Exchanges exchanges = Exchanges.open(queues, OptionalLong.empty())) {
            for (Optional<Exchange> next = exchanges.next(); next.isPresent(); next = exchanges.next()) {
                stats.add(next.get());
                answered += next.get().answer().isPresent() ? 1 : 0;
            }
        }
        return answered;
    }
}
