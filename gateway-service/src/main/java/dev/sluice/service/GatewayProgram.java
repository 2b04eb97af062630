package dev.sluice.service;

import dev.sluice.fault.FaultPoint;
import dev.sluice.queue.CorruptQueueException;
import dev.sluice.queue.DiskReserveException;
import dev.sluice.queue.GatewayLock;
import dev.sluice.queue.GatewayNotes;
import dev.sluice.queue.LastAnswered;
import dev.sluice.queue.QueueException;
import dev.sluice.queue.QueueOptions;
import dev.sluice.queue.QueuePair;
import dev.sluice.queue.Retention;
import dev.sluice.queue.SyncMode;
import dev.sluice.service.admin.HealthServer;
import dev.sluice.service.cache.CacheCounts;
import dev.sluice.service.cache.LookupCaches;
import dev.sluice.service.chunk.Backend;
import dev.sluice.service.chunk.Notes;
import dev.sluice.service.chunk.Precautions;
import dev.sluice.service.chunk.RequestCounts;
import dev.sluice.service.chunk.StoppedException;
import dev.sluice.service.config.ChunkConfig;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.config.QueueSync;
import dev.sluice.service.jdbc.JdbcDatabases;
import dev.sluice.service.pending.ChangedDeclarations;
import dev.sluice.service.pending.DecidedRequests;
import dev.sluice.service.pending.Decisions;
import dev.sluice.service.pending.Declarations;
import dev.sluice.service.rest.RestServices;
import dev.sluice.service.update.CheckpointTable;
import dev.sluice.service.update.Origin;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

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
    private final Optional<HealthServer> health;
    private final IdleStrategy idle;
    private final QueuePair queues;
    private final GatewayLock lock;
    private final GatewayNotes notes;
    private final JdbcDatabases databases;
    private final RestServices services;
    private final QueueSource source;
    private final QueueSink sink;
    private final LookupCaches caches;
    private final Gateway gateway;
    private final Optional<String> startsBehind;
    private final Decisions decisions;
    private final ChangedDeclarations changed;
    private final String startLine;
    private final Optional<RetentionTask> retention;
    private volatile boolean stopping;
    private volatile boolean diskFull;

    private GatewayProgram(GatewayConfig config, boolean acceptNewQueues) {
        this.config = config;
        this.idle = idleStrategy(config);
        try (Opened opened = new Opened()) {
            health = config.health().map(HealthServer::start).map(opened::add);
            health.ifPresent(server -> LOG.info("{}: health and metrics at {}", config.name(), server.uri()));
            queues = opened.add(QueuePair.open(config.queues().path(), options(config)));
            lock = opened.add(queues.lockForGateway());
            FaultPoint.reached("start-locked");
            notes = opened.add(queues.gatewayNotes(lock));
            final Optional<LastAnswered> last = queues.lastAnswered();
            decisions = Decisions.kept(queues);
            changed = ChangedDeclarations.find(queues, last, Declarations.of(config), decisions);
            changed.check(config.name());
            source = opened.add(new QueueSource(queues, queues.unansweredRequests(last)));
            final Origin origin = origin(last, acceptNewQueues);
            databases = opened.add(JdbcDatabases.open(config, origin, idle::wakeUp));
            services = opened.add(RestServices.open(config, origin, idle::wakeUp));
            sink = opened.add(new QueueSink(queues.resultWriter(lock, last), last));
            caches = LookupCaches.of(config);
            gateway = new Gateway(
                    settings(config),
                    source,
                    sink,
                    new RequestLimit(
                            new DeclaredCatalog(config, databases.catalog(), services.catalog()),
                            config.limits().requestBytes()),
                    caches,
                    backends(),
                    new RequestCounts(names(config)),
                    precautions(last),
                    wallClock());
            FaultPoint.reached("start-opened");
            retention = config.queues().retention().map(age -> opened.add(retention(age)));
            startsBehind = last.map(answered -> source.position(answered.requestIndex()));
            startLine = StartLine.of(
                    config, startsBehind, last.map(LastAnswered::resultSequence).orElse(0L), changed.text());
            health.ifPresent(server -> server.show(
                    new ObservedGateway(config, queues, gateway.counts(), caches, () -> stopping, () -> diskFull)));
            opened.keep();
        }
    }

    private Precautions precautions(Optional<LastAnswered> last) {
        final long answered = last.map(LastAnswered::requestIndex).orElse(Notes.NONE);
        ChangedDeclarations.check(
                config.name(), decisions, answered, config.databases().keySet());
        if (decisions.through() > answered) {
            LOG.warn(
                    "{}: requests up to {} are answered as failed where it was decided so",
                    config.name(),
                    source.position(decisions.through()));
        }
        final Precautions precautions = new Precautions(
                new QueueNotes(notes),
                config.limits().quarantineAfter(),
                answered,
                new DecidedRequests(decisions, source::position, databases::formerStatement),
                source::position);
        if (precautions.aloneThrough() != Notes.NONE) {
            LOG.warn(
                    "{}: the last run ended without being closed; requests up to {}, which it had in hand, are asked one"
                            + " at a time",
                    config.name(),
                    source.position(precautions.aloneThrough()));
        }
        return precautions;
    }

    private static Set<String> names(GatewayConfig config) {
        final Set<String> names = new TreeSet<>(config.lookups().keySet());
        names.addAll(config.statements().keySet());
        names.addAll(config.rest().lookups().keySet());
        names.addAll(config.rest().endpoints().keySet());
        return names;
    }

    private List<Backend> backends() {
        final List<Backend> backends = new ArrayList<>(databases.backends());
        backends.addAll(services.backends());
        return backends;
    }

    private RetentionTask retention(Duration age) {
        final Retention files = queues.retention(lock);
        return new RetentionTask(config.name(), age, files, files::sync, InstantSource.system()).start();
    }

    /**
     * Opens everything that the configuration names; databases and services may still be away.
     *
     * @throws dev.sluice.queue.QueueException if the queues cannot be used, or another gateway uses them
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

    private Origin origin(Optional<LastAnswered> last, boolean acceptNewQueues) {
        return new Origin(
                config.name(),
                "process " + ProcessHandle.current().pid() + " on " + host() + ", run " + UUID.randomUUID(),
                queues.inputId(),
                queues.lastRequest().orElse(CheckpointTable.NONE),
                last.map(LastAnswered::requestIndex).orElse(CheckpointTable.NONE),
                acceptNewQueues,
                index -> queues.inputPosition(index).toString());
    }

    private static String host() {
        try {
            final String name = InetAddress.getLocalHost().getHostName();
            return name.substring(0, Math.min(name.length(), 64));
        } catch (final UnknownHostException e) {
            return "an unknown host";
        }
    }

    /**
     * Drains until {@link #stop}, then finishes what is in hand, for at most five seconds.
     *
     * @throws CorruptQueueException if the input cannot be read further; what was read before it is finished first
     */
    public void run() {
        final LoggingEventBuilder line = LOG.atInfo();
        startsBehind.ifPresent(position -> line.addKeyValue("position", position));
        line.log(startLine);
        changed.keep();
        try {
            while (!stopping) {
                idle.idle(work(), gateway.waitsForBackends());
            }
        } catch (final CorruptQueueException e) {
            finishBefore(e);
            throw e;
        } catch (final StoppedException | QueueException e) {
            gateway.ended(); // no request is to blame
            throw e;
        }
        finish();
    }

    /** Requests in front of the place are whole, and may have been answered already: their results are worth having. */
    private void finishBefore(CorruptQueueException place) {
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
        return gateway.counts();
    }

    /** Where health and metrics are served, if they are: paths are resolved against it. */
    public Optional<URI> health() {
        return health.map(HealthServer::uri);
    }

    /** What each cache came to, by the name of its lookup. */
    public Map<String, CacheCounts> cacheCounts() {
        return caches.counts();
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
        final GatewayCounts counts = gateway.counts();
        LOG.info(
                "{}: stopped: {} requests answered in {} calls and {} round trips{}",
                config.name(),
                counts.written(),
                counts.calls().readCalls() + counts.calls().updateCalls(),
                counts.calls().trips(),
                gateway.finished() ? "" : "; " + gateway.inHand() + " in hand are left for the next start");
    }

    @Override
    public void close() {
        // From the last to the first, whatever fails on the way: no lock stays behind.
        try (queues;
                lock;
                notes;
                source;
                sink;
                databases;
                services) {
            health.ifPresent(HealthServer::close); // it reads the queues
            retention.ifPresent(RetentionTask::close);
        }
    }

    private static GatewaySettings settings(GatewayConfig config) {
        final ChunkConfig chunk = config.chunk();
        return new GatewaySettings(config.name(), chunk.limit(), chunk.linger().toNanos(), chunk.callsInFlight());
    }

    private static QueueOptions options(GatewayConfig config) {
        final QueueOptions options = QueueOptions.DEFAULTS
                .withRollCycle(config.queues().rollCycle())
                .withDiskReserve(config.queues().diskReserve())
                .withRequestLimit((int) config.limits().requestBytes())
                .withSyncMode(config.queues().sync() == QueueSync.CHUNK ? SyncMode.CHUNK : SyncMode.NONE);
        return config.queues().group().map(options::withGroup).orElse(options);
    }

    private static IdleStrategy idleStrategy(GatewayConfig config) {
        return switch (config.pauser()) {
            case BUSY -> IdleStrategy.busy();
            case BALANCED -> IdleStrategy.balanced();
            case SLEEPY -> IdleStrategy.sleepy();
        };
    }

    private static LongSupplier wallClock() {
        return () -> {
            final Instant now = Instant.now();
            return now.getEpochSecond() * 1_000_000_000L + now.getNano();
        };
    }
}
