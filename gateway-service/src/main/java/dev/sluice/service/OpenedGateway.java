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
import dev.sluice.service.admin.Observed;
import dev.sluice.service.cache.LookupCaches;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.config.QueuesConfig.QueueSync;
import dev.sluice.service.core.Backend;
import dev.sluice.service.core.GatewayCounts;
import dev.sluice.service.core.LogField;
import dev.sluice.service.core.NamedOperation;
import dev.sluice.service.core.Notes;
import dev.sluice.service.core.Precautions;
import dev.sluice.service.core.plan.DeclaredCatalog;
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
import java.util.UUID;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Everything that a configured gateway is made of, opened: queues with their lock, databases, services, and what was noted by
 * the run before. Opened and closed by one thread.
 */
final class OpenedGateway implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(OpenedGateway.class);

    private final GatewayConfig config;
    private final Opened opened;
    private final Optional<HealthServer> health;
    private final QueuePair queues;
    private final Gateway gateway;
    private final Observed observed;
    private final Optional<String> startsBehind;
    private final ChangedDeclarations changed;
    private final String startLine;

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
        final long startNanos = System.nanoTime();
        try (Opened opening = new Opened()) {
            health = config.health().map(HealthServer::start).map(opening::add);
            health.ifPresent(server -> LOG.info("{}: health and metrics at {}", config.name(), server.uri()));
            final Connecting connecting = opening.add(Connecting.begin(config));
            queues = opening.add(QueuePair.open(config.queues().path(), options(config)));
            final GatewayLock lock = opening.add(queues.lockForGateway());
            FaultPoint.reached("start-locked");
            final GatewayNotes notes = opening.add(lock.notes());
            final Optional<LastAnswered> last = queues.lastAnswered();
            final Decisions decisions = Decisions.kept(queues);
            changed = ChangedDeclarations.find(queues, last, Declarations.of(config), decisions);
            changed.check(config.name());
            final QueueSource source = opening.add(new QueueSource(queues, queues.unansweredRequests(last)));
            final Origin origin = origin(last, acceptNewQueues);
            final JdbcDatabases databases = opening.add(JdbcDatabases.open(config, connecting, origin, wakeUp));
            final RestServices services = opening.add(RestServices.open(config, origin, wakeUp));
            final QueueSink sink = opening.add(new QueueSink(queues.resultWriter(lock, last), last));
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
                            operations, databases::sql, config.limits().requestBytes()),
                    caches,
                    backends,
                    counts,
                    precautions(
                            last,
                            notes,
                            decisions,
                            (index, request) ->
                                    decisions.answer(index, request, source::position, databases::formerStatement)),
                    OpenedGateway::wallClockNanos);
            FaultPoint.reached("start-opened");
            config.queues().retention().ifPresent(age -> opening.add(retention(age, lock)));
            GatewayLock.look(queues.path())
                    .ifPresent(own -> opening.add(
                            new UnwellTask(queues, own, counts::backends, InstantSource.system(), System::nanoTime)
                                    .start()));
            startsBehind = last.map(answered -> source.position(answered.requestIndex()));
            startLine = StartLine.of(
                    config, startsBehind, last.map(LastAnswered::resultSequence).orElse(0L), changed.text());
            observed = new Observed(
                    config, counts, caches.counts(), () -> queues.backlog().waiting(), stopping, diskFull, startNanos);
            health.ifPresent(server -> {
                server.show(observed);
                opening.closeFirst(server); // it reads the queues
            });
            opened = opening.keep();
        }
    }

    private Precautions precautions(
            Optional<LastAnswered> last, GatewayNotes notes, Decisions decisions, Precautions.Decided decided) {
        final long answered = last.map(LastAnswered::requestIndex).orElse(Notes.NONE);
        decisions.check(config.name(), answered, config.databases().keySet());
        if (decisions.through() > answered) {
            LOG.warn(
                    "{}: requests up to {} are answered as failed where it was decided so",
                    config.name(),
                    position(decisions.through()));
        }
        final Precautions precautions = new Precautions(
                new QueueNotes(notes), config.limits().quarantineAfter(), answered, decided, this::position);
        if (precautions.aloneThrough() != Notes.NONE) {
            LOG.warn(
                    "{}: the last run ended without being closed; requests up to {}, which it had in hand, are asked one"
                            + " at a time",
                    config.name(),
                    position(precautions.aloneThrough()));
        }
        return precautions;
    }

    private RetentionTask retention(Duration age, GatewayLock lock) {
        final Retention files = new Retention(queues, lock);
        return new RetentionTask(config.name(), age, files, files::sync, InstantSource.system()).start();
    }

    private String position(long index) {
        return queues.inputPosition(index).toString();
    }

    private Origin origin(Optional<LastAnswered> last, boolean acceptNewQueues) {
        return new Origin(
                config.name(),
                "process " + ProcessHandle.current().pid() + " on " + host() + ", run " + UUID.randomUUID(),
                queues.inputId(),
                queues.lastRequest().orElse(CheckpointTable.NONE),
                last.map(LastAnswered::requestIndex).orElseGet(this::behindNothing),
                acceptNewQueues,
                this::position,
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

    Observed observed() {
        return observed;
    }

    Optional<HealthServer> health() {
        return health;
    }

    @Override
    public void close() {
        opened.close();
    }

    private static QueueOptions options(GatewayConfig config) {
        final QueueOptions options = QueueOptions.DEFAULTS
                .withRollCycle(config.queues().rollCycle())
                .withDiskReserve(config.queues().diskReserve())
                .withRequestLimit((int) config.limits().requestBytes())
                .withSyncMode(config.queues().sync() == QueueSync.CHUNK ? SyncMode.CHUNK : SyncMode.NONE);
        return config.queues().group().map(options::withGroup).orElse(options);
    }

    private static long wallClockNanos() {
        final Instant now = Instant.now();
        return now.getEpochSecond() * 1_000_000_000L + now.getNano();
    }

    /** The notes beside the output as the component sees them. */
    private record QueueNotes(GatewayNotes file) implements Notes {

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
