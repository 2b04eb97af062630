package dev.sluice.service;

import dev.sluice.api.DiskReserveException;
import dev.sluice.api.QueueException;
import dev.sluice.api.QueueOptions;
import dev.sluice.internal.fault.FaultPoint;
import dev.sluice.service.admin.LaneMoves;
import dev.sluice.service.admin.Observed;
import dev.sluice.service.cache.LookupCaches;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.control.ControlNotices;
import dev.sluice.service.control.LaneControl;
import dev.sluice.service.core.Backend;
import dev.sluice.service.core.BackendCounts.Count;
import dev.sluice.service.core.GatewayCounts;
import dev.sluice.service.core.LogField;
import dev.sluice.service.core.NamedOperation;
import dev.sluice.service.core.Notes;
import dev.sluice.service.core.Precautions;
import dev.sluice.service.core.ReadLimit;
import dev.sluice.service.core.StoppedException;
import dev.sluice.service.core.plan.DeclaredCatalog;
import dev.sluice.service.exchange.Amounts;
import dev.sluice.service.jdbc.JdbcDatabases;
import dev.sluice.service.jdbc.connect.Connecting;
import dev.sluice.service.pending.ChangedDeclarations;
import dev.sluice.service.pending.Decisions;
import dev.sluice.service.pending.Declarations;
import dev.sluice.service.pending.Waiting;
import dev.sluice.service.rest.RestServices;
import dev.sluice.service.update.Accepted;
import dev.sluice.service.update.Origin;
import dev.sluice.transport.Lane;
import dev.sluice.transport.LastAnswered;
import dev.sluice.transport.Lease;
import dev.sluice.transport.RequestReader;
import dev.sluice.transport.ResultWriter;
import dev.sluice.transport.Retention;
import dev.sluice.transport.Transport;
import dev.sluice.transport.UnreadableQueueException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One lane and its gateway: opens its queues and what answers them, drains until it is told to stop, then finishes what is in
 * hand.
 *
 * <p>{@link #run} is the service thread; {@link #stop} may be called from any.
 */
final class ServedLane implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ServedLane.class);
    /** For databases to say which one each is: one that is away is waited for no longer. */
    private static final long LONGEST_WAIT_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final long FINISH_NANOS = TimeUnit.SECONDS.toNanos(5);
    /** Whoever has the lane next waits for it. */
    private static final long MOVE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final long DISK_FULL_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private final GatewayConfig config;
    private final IdleStrategy idle;
    private final Opened opened;
    private final Lane queues;
    private final Lease lease;
    private final LaneMoves moves;
    private final Gateway gateway;
    private final Observed observed;
    private final LaneControl control;
    private final Optional<String> startsAfter;
    private final ChangedDeclarations changed;
    private final String startLine;
    private volatile boolean stopping;
    private volatile long finishNanos = FINISH_NANOS;
    private volatile boolean diskFull;
    private final Object closing = new Object();
    private boolean closed;
    private volatile Optional<Throwable> failure = Optional.empty();

    /**
     * @param config of this lane alone
     * @param gatewayName the gateway's
     * @param lane its number; empty where there is one
     * @param connecting the connections of all lanes
     * @param moves counts that this is opened, and that it is lost
     * @param startNanos when the program began to open everything
     */
    ServedLane(
            GatewayConfig config,
            String gatewayName,
            String lane,
            Transport transport,
            Connecting connecting,
            LaneMoves moves,
            Accepted accepted,
            long startNanos) {
        this.config = config;
        this.moves = moves;
        this.idle = IdleStrategy.of(config.pauser());
        try (Opened opening = new Opened()) {
            queues = opening.add(transport.open(config.queues().address(), options(config)));
            ControlNotices.checkNoFormerOrders(queues);
            control = opening.add(new LaneControl(config.name(), queues.controlNotices(), this::lastWaiting));
            lease = opening.add(queues.lease());
            control.leased(() -> lease.last().map(BooleanSupplier::getAsBoolean).orElse(true));
            FaultPoint.reached("start-locked");
            final Lease.Numbers notes = opening.add(lease.notes());
            final Optional<LastAnswered> last = queues.lastAnswered();
            final Decisions decisions = Decisions.kept(queues);
            final Declarations declarations = Declarations.of(config);
            changed = ChangedDeclarations.find(queues, last, declarations, decisions);
            changed.check(config.name());
            final RequestReader requests = opening.add(queues.unansweredRequests(last));
            requests.wakeWith(idle::wakeUp);
            final QueueSource source = new QueueSource(queues, requests);
            final Origin origin = LaneOrigin.of(
                    config, queues, last, accepted, opening.add(new LaneCommits(config, queues, lease)), lease);
            final JdbcDatabases databases = opening.add(JdbcDatabases.open(
                    config,
                    connecting,
                    origin,
                    database -> decisions.databases(origin.answered()).contains(database.name())
                            || Waiting.hasUpdates(queues, last, declarations.updatesOf(database.name())),
                    idle::wakeUp));
            databases.awaitFootprints(LONGEST_WAIT_NANOS);
            final RestServices services = opening.add(RestServices.open(config, origin, idle::wakeUp));
            final ResultWriter results = queues.resultWriter(lease, last);
            final QueueSink sink = opening.add(new QueueSink(results, last));
            final LookupCaches caches = LookupCaches.of(config);
            final Map<String, NamedOperation> operations = new HashMap<>(databases.operations());
            operations.putAll(services.operations());
            final List<Backend> backends = new ArrayList<>(databases.backends());
            backends.addAll(services.backends());
            final GatewayCounts counts = new GatewayCounts(operations.keySet());
            gateway = new Gateway(
                    new GatewaySettings(
                            config.name(),
                            config.chunk().limit(),
                            config.chunk().linger().toNanos()),
                    source,
                    sink,
                    new DeclaredCatalog(
                            operations,
                            databases::sql,
                            config.limits().requestBytes(),
                            config.queues().foreign()),
                    caches,
                    backends,
                    counts,
                    precautions(
                            last,
                            notes,
                            decisions,
                            (index, request) ->
                                    decisions.answer(index, request, source::position, databases::formerStatement)),
                    () -> Amounts.sinceEpoch(Instant.now()));
            gateway.follow(control.limit());
            FaultPoint.reached("start-opened");
            transport.retention(queues, Optional.of(lease)).ifPresent(files -> opening.add(retention(files)));
            queues.gateway()
                    .ifPresent(own -> opening.add(
                            new UnwellTask(queues, own, counts::backends, InstantSource.system(), System::nanoTime)
                                    .start()));
            startsAfter = last.map(answered -> source.position(answered.requestIndex()));
            startLine = StartLine.of(
                    config, startsAfter, last.map(LastAnswered::resultSequence).orElse(0L), changed.text());
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
            opened = opening.keep();
        }
    }

    /**
     * Drains until {@link #stop} or {@link #move}, then finishes what is in hand, for at most five seconds or one.
     *
     * @throws UnreadableQueueException if the input cannot be read further; what was read before it is finished first
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
        startsAfter.ifPresentOrElse(
                position -> LogField.POSITION.in(position, () -> LOG.info(startLine)), () -> LOG.info(startLine));
        control.sayWhatHolds();
        changed.keep(); // from here on the declarations are those that requests mean
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
    void stop() {
        stopping = true;
        idle.wakeUp();
    }

    /** Makes {@link #run} return soon: the lane goes to another process. */
    void move() {
        finishNanos = MOVE_NANOS;
        stop();
    }

    /** As {@link Lease#lost}; before {@link #close}. */
    Optional<BooleanSupplier> lost() {
        return lease.lost();
    }

    String name() {
        return config.name();
    }

    /** Returns the lane as health and metrics see it. */
    Observed observed() {
        return observed;
    }

    /** What is wanted of it. */
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
                "{}: stopped: {} requests answered in {} calls and {} round trips{}",
                config.name(),
                counts.written(),
                counts.calls(Count.READ_CALLS) + counts.calls(Count.UPDATE_CALLS),
                counts.calls(Count.TRIPS),
                CallSummary.of(counts)
                        + (gateway.finished() ? "" : "; " + gateway.inHand() + " in hand are left for the next start"));
    }

    private long lastWaiting() {
        return queues.waiting() == 0 ? ReadLimit.NONE : queues.lastRequest().orElse(ReadLimit.NONE);
    }

    /** The requests without a result, for whoever looks on from another thread. */
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

    private Precautions precautions(
            Optional<LastAnswered> last, Lease.Numbers notes, Decisions decisions, Precautions.Decided decided) {
        final long answered = last.map(LastAnswered::requestIndex).orElse(Notes.NONE);
        decisions.check(config.name(), answered, config.databases().keySet());
        if (decisions.through() > answered) {
            LOG.warn(
                    "{}: requests up to {} are answered as failed where it was decided so",
                    config.name(),
                    position(decisions.through()));
        }
        final Precautions precautions = new Precautions(
                new QueueNotes(notes),
                config.limits().quarantineAfter(),
                Precautions.FEW,
                answered,
                decided,
                this::position);
        precautions.left().ifPresent(left -> LOG.warn("{}: {}", config.name(), left));
        return precautions;
    }

    private RetentionTask retention(Retention files) {
        final Optional<Duration> age = config.queues().retention();
        return new RetentionTask(config.name(), age, files, files::sync, InstantSource.system()).start();
    }

    private String position(long index) {
        return queues.inputPosition(index).toString();
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

    /** The notes beside the results as the component sees them. */
    private record QueueNotes(Lease.Numbers file) implements Notes {

        @Override
        public long get(Note note) {
            return file.get(note.ordinal());
        }

        @Override
        public void set(Note note, long number) {
            file.set(note.ordinal(), number);
        }
    }
}
