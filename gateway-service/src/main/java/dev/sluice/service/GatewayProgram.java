package dev.sluice.service;

import dev.sluice.api.DiskReserveException;
import dev.sluice.api.QueueException;
import dev.sluice.internal.queue.files.UnreadableQueueException;
import dev.sluice.service.admin.HealthServer;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.core.BackendCounts.Count;
import dev.sluice.service.core.GatewayCounts;
import dev.sluice.service.core.StoppedException;
import java.net.URI;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The gateway as configured, over real queues, databases and services: opens everything, drains until it is told to stop, then
 * finishes what is in hand.
 *
 * <p>{@link #run} is the service thread; {@link #stop} may be called from any.
 */
public final class GatewayProgram implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(GatewayProgram.class);
    private static final long FINISH_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final long DISK_FULL_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private final GatewayConfig config;
    private final IdleStrategy idle;
    private final OpenedGateway opened;
    private final Gateway gateway;
    private volatile boolean stopping;
    private volatile boolean diskFull;

    private GatewayProgram(GatewayConfig config, boolean acceptNewQueues) {
        this.config = config;
        this.idle = idleStrategy(config);
        this.opened = new OpenedGateway(config, acceptNewQueues, idle::wakeUp, () -> stopping, () -> diskFull);
        this.gateway = opened.gateway();
    }

    /**
     * Opens everything that the configuration names; databases and services may still be away.
     *
     * @throws dev.sluice.api.QueueException if the queues cannot be used, or another gateway uses them
     */
    public static GatewayProgram open(GatewayConfig config) {
        return open(config, false);
    }

    /**
     * The same.
     *
     * @param acceptNewQueues whether checkpoints that belong to other queues are taken over for these
     */
    public static GatewayProgram open(GatewayConfig config, boolean acceptNewQueues) {
        return new GatewayProgram(config, acceptNewQueues);
    }

    /**
     * Drains until {@link #stop}, then finishes what is in hand, for at most five seconds.
     *
     * @throws UnreadableQueueException if the input cannot be read further; what was read before it is finished first
     */
    public void run() {
        opened.begin();
        try {
            while (!stopping) {
                idle.idle(work(), gateway.waitsForBackends());
            }
        } catch (final UnreadableQueueException e) {
            finishBefore(e);
            throw e;
        } catch (final StoppedException | QueueException e) {
            gateway.ended(); // no request is to blame
            throw e;
        }
        finish();
    }

    /** Requests in front of the place are whole, and may have been answered already: their results are worth having. */
    private void finishBefore(UnreadableQueueException place) {
        LOG.error("{}: nothing more is read: {}", config.name(), place.getMessage());
        try {
            finish();
        } catch (final RuntimeException e) {
            LOG.error("{}: what was read before could not be finished", config.name(), e);
        }
    }

    /** Makes {@link #run} return. */
    public void stop() {
        stopping = true;
        idle.wakeUp();
    }

    public GatewayCounts counts() {
        return opened.observed().counts();
    }

    /** Where health and metrics are served, if they are: paths are resolved against it. */
    public Optional<URI> health() {
        return opened.health().map(HealthServer::uri);
    }

    /** What was done since the start, as JSON. */
    String summary() {
        return opened.observed().summary();
    }

    private int work() {
        try {
            final int work = gateway.doWork(System.nanoTime());
            if (diskFull && work > 0) {
                diskFull = false;
                LOG.warn("{}: the disk has space again; going on", config.name());
            }
            return work;
        } catch (final DiskReserveException e) {
            if (!diskFull) {
                diskFull = true;
                LOG.error("{}: results are held until the disk has space again: {}", config.name(), e.getMessage());
            }
            LockSupport.parkNanos(DISK_FULL_PAUSE_NANOS);
            return 0;
        }
    }

    private void finish() {
        gateway.stopReading();
        final long deadline = System.nanoTime() + FINISH_NANOS;
        while (!gateway.finished() && System.nanoTime() - deadline < 0) {
            idle.idle(work(), gateway.waitsForBackends());
        }
        gateway.ended();
        final GatewayCounts counts = counts();
        LOG.info(
                "{}: stopped: {} requests answered in {} calls and {} round trips{}",
                config.name(),
                counts.written(),
                counts.calls(Count.READ_CALLS) + counts.calls(Count.UPDATE_CALLS),
                counts.calls(Count.TRIPS),
                gateway.finished() ? "" : "; " + gateway.inHand() + " in hand are left for the next start");
    }

    @Override
    public void close() {
        opened.close();
    }

    private static IdleStrategy idleStrategy(GatewayConfig config) {
        return switch (config.pauser()) {
            case BUSY -> IdleStrategy.busy();
            case BALANCED -> IdleStrategy.balanced();
            case SLEEPY -> IdleStrategy.sleepy();
        };
    }
}
