package dev.sluice.service;

import dev.sluice.service.core.BackendState;
import dev.sluice.service.core.BackendState.Condition;
import dev.sluice.service.core.MaskedLog;
import dev.sluice.service.pending.Unwell;
import dev.sluice.transport.Holder;
import dev.sluice.transport.Lane;
import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;

/**
 * Writes the file from which {@code sluice status} lists the backends with a problem. These backends are unavailable, do not fit
 * the configuration (misfit), do not respond (silent), or have asked for fewer calls (slowed). The task checks the backends twice
 * a second on its own thread, and writes the file only after a change. An error in this task does not affect the gateway.
 */
final class UnwellTask implements AutoCloseable {

    private static final Logger LOG = MaskedLog.of(UnwellTask.class);
    private static final long PERIOD_MILLIS = 500;

    private final ScheduledExecutorService thread = DaemonThread.named("unwell");
    private final Lane queues;
    private final Holder gateway;
    private final Supplier<List<BackendState>> states;
    private final InstantSource clock;
    private final LongSupplier nanoClock;
    private List<BackendState> kept = List.of();
    private boolean closed;

    /**
     * @param gateway this gateway, as the holder of its lock
     * @param states returns the states of the backends; may be called by any thread
     * @param nanoClock the clock that the states use
     */
    UnwellTask(
            Lane queues,
            Holder gateway,
            Supplier<List<BackendState>> states,
            InstantSource clock,
            LongSupplier nanoClock) {
        this.queues = queues;
        this.gateway = gateway;
        this.states = states;
        this.clock = clock;
        this.nanoClock = nanoClock;
    }

    /** Deletes the file of an earlier gateway, and starts the checks. */
    UnwellTask start() {
        forget();
        thread.scheduleWithFixedDelay(this::run, PERIOD_MILLIS, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
        return this;
    }

    private synchronized void run() {
        final List<BackendState> now = states.get().stream()
                .filter(state -> state.condition() != Condition.OPEN)
                .toList();
        if (closed || now.equals(kept)) {
            return;
        }
        kept = now;
        if (now.isEmpty()) {
            forget();
            return;
        }
        try {
            Unwell.keep(queues, gateway, now.stream().map(this::unwell).toList());
        } catch (final IOException | RuntimeException e) {
            LOG.debug("Cannot write the file about backends for sluice status", e);
        }
    }

    private Unwell.Backend unwell(BackendState state) {
        final long nanos = nanoClock.getAsLong() - state.sinceNanos();
        return new Unwell.Backend(
                state.name(),
                state.condition(),
                clock.instant().minusNanos(Math.max(0, nanos)).toString(),
                state.held(),
                state.reason());
    }

    private void forget() {
        try {
            Unwell.forget(queues);
        } catch (final IOException | RuntimeException e) {
            LOG.debug("Cannot delete the file about backends for sluice status", e);
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        thread.shutdown();
        forget();
    }
}
