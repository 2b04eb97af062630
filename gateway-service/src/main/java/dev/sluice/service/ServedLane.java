package dev.sluice.service;

import dev.sluice.api.DiskReserveException;
import dev.sluice.api.QueueException;
import dev.sluice.api.QueueOptions;
import dev.sluice.internal.client.EmbeddedLanes;
import dev.sluice.internal.fault.FaultPoint;
import dev.sluice.internal.text.Plural;
import dev.sluice.service.admin.LaneMoves;
import dev.sluice.service.admin.Observed;
import dev.sluice.service.cache.LookupCaches;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.control.ControlNotices;
import dev.sluice.service.control.LaneControl;
import dev.sluice.service.core.BackendCounts.Count;
import dev.sluice.service.core.GatewayCounts;
import dev.sluice.service.core.LogField;
import dev.sluice.service.core.MaskedLog;
import dev.sluice.service.core.ReadLimit;
import dev.sluice.service.core.StoppedException;
import dev.sluice.service.exchange.Amounts;
import dev.sluice.service.jdbc.connect.Connecting;
import dev.sluice.service.update.Accepted;
import dev.sluice.service.update.Origin;
import dev.sluice.transport.Lane;
import dev.sluice.transport.Lease;
import dev.sluice.transport.RequestReader;
import dev.sluice.transport.ResultWriter;
import dev.sluice.transport.Transport;
import dev.sluice.transport.UnreadableQueueException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;

/**
 * One lane and its gateway. The constructor opens the queues, the databases and the services, in the order of their dependencies.
 * {@link #run} drains the lane until {@link #stop} or {@link #move}, then finishes the requests in progress.
 *
 * <p>{@link #run} is the service thread. Any thread may call {@link #stop} and {@link #move}.
 */
final class ServedLane implements AutoCloseable {

    private static final Logger LOG = MaskedLog.of(ServedLane.class);
    private static final long FINISH_NANOS = TimeUnit.SECONDS.toNanos(5);
    /** The time to finish requests when the lane moves to another process. It is short, because the next owner waits. */
    private static final long MOVE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final long DISK_FULL_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private final GatewayConfig config;
    private final IdleStrategy idle;
    private final Opened opened;
    private final Lane queues;
    private final Lease lease;
    private final LaneMoves moves;
    private final Optional<EmbeddedLanes> embedded;
    private final Gateway gateway;
    private final Observed observed;
    private final LaneControl control;
    private final LaneHistory history;
    private volatile boolean stopping;
    private volatile long finishNanos = FINISH_NANOS;
    private volatile boolean diskFull;
    private final Object closing = new Object();
    private boolean closed;
    private volatile Optional<Throwable> failure = Optional.empty();

    /**
     * Opens the lane; databases and services may be unavailable.
     *
     * @param config the configuration of this lane
     * @param gatewayName the name of the gateway that has the lane
     * @param lane the number of the lane; empty if there is only one
     * @param connecting the connections of all lanes
     * @param moves the counters of lanes that were opened and lost
     * @param accepted the mismatches between checkpoints and queues that an operator accepts
     * @param embedded the lanes of an embedded gateway; empty if the gateway has a process of its own
     * @param startNanos the time when the program began to open its lanes
     */
    ServedLane(
            GatewayConfig config,
            String gatewayName,
            String lane,
            Transport transport,
            Connecting connecting,
            LaneMoves moves,
            Accepted accepted,
            Optional<EmbeddedLanes> embedded,
            long startNanos) {
        this.config = config;
        this.moves = moves;
        this.embedded = embedded;
        this.idle = IdleStrategy.of(config.pauser());
        try (Opened opening = new Opened()) {
            queues = opening.add(transport.open(config.queues().address(), options(config)));
            ControlNotices.checkNoFormerOrders(queues);
            control = opening.add(new LaneControl(config.name(), queues.controlNotices(), this::lastWaiting));
            lease = opening.add(queues.lease());
            control.leased(() -> lease.last().map(BooleanSupplier::getAsBoolean).orElse(true));
            FaultPoint.reached("start-locked");
            history = LaneHistory.of(config, queues);
            final RequestReader requests = opening.add(queues.unansweredRequests(history.last()));
            requests.wakeWith(idle::wakeUp);
            final QueueSource source = new QueueSource(queues, requests);
            final LaneCommits commits = opening.add(new LaneCommits(config, queues, lease));
            final Origin origin = LaneOrigin.of(config, queues, history.last(), accepted, commits, lease);
            final LaneBackends backends =
                    opening.add(LaneBackends.open(config, connecting, origin, history, idle::wakeUp));
            final ResultWriter results = queues.resultWriter(lease, history.last());
            final QueueSink sink = opening.add(new QueueSink(results, history.last()));
            final LookupCaches caches = LookupCaches.of(config);
            final GatewayCounts counts = new GatewayCounts(backends.operations().keySet());
            gateway = new Gateway(
                    GatewaySettings.of(config),
                    source,
                    sink,
                    backends.catalog(config),
                    caches,
                    backends.all(),
                    counts,
                    history.precautions(
                            opening.add(lease.notes()),
                            embedded.isPresent(),
                            source::position,
                            backends.databases()::formerStatement),
                    () -> Amounts.sinceEpoch(Instant.now()));
            gateway.follow(control.limit());
            FaultPoint.reached("start-opened");
            startTasks(opening, transport, counts);
            observed = new Observed(
                    config,
                    gatewayName,
                    lane,
                    counts,
                    caches.counts(),
                    results::commits,
                    results::commitNanos,
                    this::waiting,
                    () -> stopping,
                    () -> diskFull,
                    () -> failure.map(Throwable::toString),
                    control::holdsUp,
                    startNanos);
            moves.claimed(lane);
            embedded.ifPresent(lanes -> lanes.serves(queues.inputId(), control::holdsUp));
            opened = opening.keep();
        }
    }

    /** Starts the tasks that delete old files and that record unavailable backends; each has a thread of its own. */
    private void startTasks(Opened opening, Transport transport, GatewayCounts counts) {
        final InstantSource clock = InstantSource.system();
        transport
                .retention(queues, Optional.of(lease))
                .ifPresent(files -> opening.add(
                        new RetentionTask(config.name(), config.queues().retention(), files, files::sync, clock)
                                .start()));
        queues.gateway()
                .ifPresent(own ->
                        opening.add(new UnwellTask(queues, own, counts::backends, clock, System::nanoTime).start()));
    }

    /**
     * Drains the lane. After {@link #stop}, the requests in progress have five seconds to finish; after {@link #move}, one
     * second.
     *
     * @throws UnreadableQueueException if the input is damaged; the requests before the damage are finished first
     */
    void run() {
        try {
            drain();
        } catch (final Throwable e) {
            failure = Optional.of(e);
            lease.lost().ifPresent(asked -> moves.lost(observed.lane()));
            throw e;
        } finally {
            control.end();
        }
    }

    private void drain() {
        final String startLine = history.startLine();
        history.startsAfter()
                .ifPresentOrElse(
                        position -> LogField.POSITION.in(position, () -> LOG.info(startLine)),
                        () -> LOG.info(startLine));
        control.sayWhatHolds();
        history.changed().keep(); // from here on requests are executed with these declarations
        try {
            while (!stopping) {
                idle.idle(work(), gateway.waitsForBackends());
            }
            finish();
        } catch (final UnreadableQueueException e) {
            finishBefore(e);
            throw e;
        } catch (final StoppedException | QueueException e) {
            gateway.ended(); // the failure has nothing to do with a request
            throw e;
        } catch (final Throwable e) {
            gateway.failed();
            throw e;
        }
    }

    /** Finishes the requests before the damaged place: they are intact, and their calls may have been made already. */
    private void finishBefore(UnreadableQueueException place) {
        LOG.error("{}: no further requests are read: {}", config.name(), place.getMessage());
        try {
            finish();
        } catch (final RuntimeException e) {
            LOG.error("{}: the requests that were read before could not be finished", config.name(), e);
        }
    }

    /** Makes {@link #run} return. */
    void stop() {
        stopping = true;
        idle.wakeUp();
    }

    /** Makes {@link #run} return within about a second, because another process takes the lane over. */
    void move() {
        finishNanos = MOVE_NANOS;
        stop();
    }

    /** See {@link Lease#lost}. Must not be called after {@link #close}. */
    Optional<BooleanSupplier> lost() {
        return lease.lost();
    }

    /** Tells the clients in this process, if the gateway is embedded, that this lane is not served any more. */
    void ended(Throwable why) {
        embedded.ifPresent(lanes -> lanes.ended(queues.inputId(), MaskedLog.masked(why)));
    }

    String name() {
        return config.name();
    }

    /** Returns the lane as health and metrics see it. */
    Observed observed() {
        return observed;
    }

    /** Returns the operator's commands for this lane, such as pause and drain. */
    LaneControl control() {
        return control;
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
        final long deadline = System.nanoTime() + finishNanos;
        while (!gateway.finished() && System.nanoTime() - deadline < 0) {
            idle.idle(work(), gateway.waitsForBackends());
        }
        gateway.ended();
        final GatewayCounts counts = gateway.counts();
        LOG.info(
                "{}: stopped: {} answered in {} and {}{}",
                config.name(),
                Plural.of(counts.written(), "request", "requests"),
                Plural.of(counts.calls(Count.READ_CALLS) + counts.calls(Count.UPDATE_CALLS), "call", "calls"),
                Plural.of(counts.calls(Count.TRIPS), "round trip", "round trips"),
                CallSummary.of(counts)
                        + (gateway.finished()
                                ? ""
                                : "; " + Plural.of(gateway.inHand(), "request waits", "requests wait")
                                        + " for the next start"));
    }

    private long lastWaiting() {
        return queues.waiting() == 0 ? ReadLimit.NONE : queues.lastRequest().orElse(ReadLimit.NONE);
    }

    /** Counts the requests without a result. Any thread may call it. */
    private long waiting() {
        synchronized (closing) {
            if (closed) {
                throw new IllegalStateException("the lane is closed");
            }
            return queues.waiting();
        }
    }

    /** Closing again does nothing. */
    @Override
    public void close() {
        synchronized (closing) {
            closed = true;
        }
        opened.close();
    }

    static QueueOptions options(GatewayConfig config) {
        final QueueOptions options = QueueOptions.DEFAULTS
                .withRollCycle(config.queues().rollCycle())
                .withDiskReserve(config.queues().diskReserve())
                .withRequestLimit((int) config.limits().requestBytes())
                .withLanes(config.queues().lanes())
                .withSyncMode(config.queues().sync());
        return config.queues().group().map(options::withGroup).orElse(options);
    }
}
