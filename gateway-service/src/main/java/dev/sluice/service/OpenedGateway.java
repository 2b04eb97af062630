package dev.sluice.service;

import dev.sluice.api.QueueOptions;
import dev.sluice.api.QueueOptions.SyncMode;
import dev.sluice.internal.fault.FaultPoint;
import dev.sluice.internal.queue.QueuePair;
import dev.sluice.internal.queue.ResultLog.LastAnswered;
import dev.sluice.internal.queue.retention.Retention;
import dev.sluice.internal.queue.state.GatewayLock;
import dev.sluice.internal.queue.state.GatewayLock.GatewayNotes;
import dev.sluice.service.admin.HealthServer;
import dev.sluice.service.cache.LookupCaches;
import dev.sluice.service.config.ChunkConfig;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.config.QueuesConfig.QueueSync;
import dev.sluice.service.core.Backend;
import dev.sluice.service.core.DeclaredCatalog;
import dev.sluice.service.core.LogField;
import dev.sluice.service.core.NamedOperation;
import dev.sluice.service.core.Notes;
import dev.sluice.service.core.Precautions;
import dev.sluice.service.core.plan.RequestCounts;
import dev.sluice.service.jdbc.JdbcDatabases;
import dev.sluice.service.jdbc.connect.Connecting;
import dev.sluice.service.pending.ChangedDeclarations;
import dev.sluice.service.pending.Decisions;
import dev.sluice.service.pending.Declarations;
import dev.sluice.service.pending.LostResults;
import dev.sluice.service.rest.RestServices;
import dev.sluice.service.update.CheckpointTable;
import dev.sluice.service.update.Origin;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Everything that a configured gateway is made of, opened: queues with their lock, databases, services, and what was noted by
 * the run before. Opened and closed by one thread.
 */
final class OpenedGateway implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(OpenedGateway.class);

    private final GatewayConfig config;
    private final Optional<HealthServer> health;
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
    private final Optional<UnwellTask> unwell;

    /**
     * Opens it all, or nothing.
     *
     * @param acceptNewQueues whether checkpoints that belong to other queues are taken over for these
     * @param wakeUp called by any thread when a backend has answered
     * @param stopping whether it was told to stop, for health
     * @param diskFull whether results are held for want of space, for health
     */
    OpenedGateway(
            GatewayConfig config,
            boolean acceptNewQueues,
            Runnable wakeUp,
            BooleanSupplier stopping,
            BooleanSupplier diskFull) {
        this.config = config;
        try (Opened opened = new Opened()) {
            health = config.health().map(HealthServer::start).map(opened::add);
            health.ifPresent(server -> LOG.info("{}: health and metrics at {}", config.name(), server.uri()));
            final Connecting connecting = opened.add(Connecting.begin(config));
            queues = opened.add(QueuePair.open(config.queues().path(), options(config)));
            lock = opened.add(queues.lockForGateway());
            FaultPoint.reached("start-locked");
            notes = opened.add(lock.notes());
            final Optional<LastAnswered> last = queues.lastAnswered();
            decisions = Decisions.kept(queues);
            changed = ChangedDeclarations.find(queues, last, Declarations.of(config), decisions);
            changed.check(config.name());
            source = opened.add(new QueueSource(queues, queues.unansweredRequests(last)));
            final Origin origin = origin(last, acceptNewQueues);
            databases = opened.add(JdbcDatabases.open(config, connecting, origin, wakeUp));
            services = opened.add(RestServices.open(config, origin, wakeUp));
            sink = opened.add(new QueueSink(queues.resultWriter(lock, last), last));
            caches = LookupCaches.of(config);
            gateway = new Gateway(
                    settings(config),
                    source,
                    sink,
                    catalog(),
                    caches,
                    backends(),
                    new RequestCounts(names(config)),
                    precautions(last),
                    wallClock());
            FaultPoint.reached("start-opened");
            retention = config.queues().retention().map(age -> opened.add(retention(age)));
            unwell = GatewayLock.look(queues.path())
                    .map(own -> opened.add(new UnwellTask(
                                    queues, own, gateway.counts()::backends, InstantSource.system(), System::nanoTime)
                            .start()));
            startsBehind = last.map(answered -> source.position(answered.requestIndex()));
            startLine = StartLine.of(
                    config, startsBehind, last.map(LastAnswered::resultSequence).orElse(0L), changed.text());
            health.ifPresent(server ->
                    server.show(new ObservedGateway(config, queues, gateway.counts(), caches, stopping, diskFull)));
            opened.keep();
        }
    }

    private Precautions precautions(Optional<LastAnswered> last) {
        final long answered = last.map(LastAnswered::requestIndex).orElse(Notes.NONE);
        decisions.check(config.name(), answered, config.databases().keySet());
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
                (index, request) -> decisions.answer(index, request, source::position, databases::formerStatement),
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

    private DeclaredCatalog catalog() {
        final Map<String, NamedOperation> operations = new HashMap<>(databases.operations());
        operations.putAll(services.operations());
        return new DeclaredCatalog(operations, databases::sql, config.limits().requestBytes());
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
        final Retention files = new Retention(queues, lock);
        return new RetentionTask(config.name(), age, files, files::sync, InstantSource.system()).start();
    }

    private Origin origin(Optional<LastAnswered> last, boolean acceptNewQueues) {
        return new Origin(
                config.name(),
                "process " + ProcessHandle.current().pid() + " on " + host() + ", run " + UUID.randomUUID(),
                queues.inputId(),
                queues.lastRequest().orElse(CheckpointTable.NONE),
                last.map(LastAnswered::requestIndex).orElseGet(this::behindNothing),
                acceptNewQueues,
                index -> queues.inputPosition(index).toString(),
                LostResults.kept(queues).through());
    }

    /** What an output that begins in the middle need not answer counts as answered. */
    private long behindNothing() {
        final OptionalLong begins = queues.outputBegins();
        return begins.isPresent() ? begins.getAsLong() - 1 : CheckpointTable.NONE;
    }

    private static String host() {
        try {
            final String name = InetAddress.getLocalHost().getHostName();
            return name.substring(0, Math.min(name.length(), 64));
        } catch (final UnknownHostException e) {
            return "an unknown host";
        }
    }

    /** Says where it goes on; from here on its declarations are those that requests mean. */
    void begin() {
        startsBehind.ifPresentOrElse(
                position -> LogField.POSITION.in(position, () -> LOG.info(startLine)), () -> LOG.info(startLine));
        changed.keep();
    }

    Gateway gateway() {
        return gateway;
    }

    LookupCaches caches() {
        return caches;
    }

    Optional<HealthServer> health() {
        return health;
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
            unwell.ifPresent(UnwellTask::close);
        }
    }

    private static GatewaySettings settings(GatewayConfig config) {
        final ChunkConfig chunk = config.chunk();
        return new GatewaySettings(config.name(), chunk.limit(), chunk.linger().toNanos());
    }

    private static QueueOptions options(GatewayConfig config) {
        final QueueOptions options = QueueOptions.DEFAULTS
                .withRollCycle(config.queues().rollCycle())
                .withDiskReserve(config.queues().diskReserve())
                .withRequestLimit((int) config.limits().requestBytes())
                .withSyncMode(config.queues().sync() == QueueSync.CHUNK ? SyncMode.CHUNK : SyncMode.NONE);
        return config.queues().group().map(options::withGroup).orElse(options);
    }

    private static LongSupplier wallClock() {
        return () -> {
            final Instant now = Instant.now();
            return now.getEpochSecond() * 1_000_000_000L + now.getNano();
        };
    }
}
