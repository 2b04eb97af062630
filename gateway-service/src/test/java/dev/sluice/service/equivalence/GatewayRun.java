package dev.sluice.service.equivalence;

import dev.sluice.api.QueueOptions.SyncMode;
import dev.sluice.internal.wire.ResultFrame;
import dev.sluice.service.Gateway;
import dev.sluice.service.GatewaySettings;
import dev.sluice.service.IdleStrategy;
import dev.sluice.service.cache.LookupCaches;
import dev.sluice.service.config.ChunkConfig;
import dev.sluice.service.config.DatabaseConfig;
import dev.sluice.service.config.DatabaseConfig.AdHoc;
import dev.sluice.service.config.DatabaseConfig.TransactionMode;
import dev.sluice.service.config.DatabaseConfig.UpdateGuarantee;
import dev.sluice.service.config.Declaration;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.config.GatewayConfig.PauserKind;
import dev.sluice.service.config.GatewayConfig.RestConfig;
import dev.sluice.service.config.LimitsConfig;
import dev.sluice.service.config.QueuesConfig;
import dev.sluice.service.config.ResilienceConfig;
import dev.sluice.service.config.yaml.JdbcUrl;
import dev.sluice.service.config.yaml.Secret;
import dev.sluice.service.core.Backend;
import dev.sluice.service.core.Catalog;
import dev.sluice.service.core.GatewayCounts;
import dev.sluice.service.core.NamedOperation;
import dev.sluice.service.core.Precautions;
import dev.sluice.service.core.plan.DeclaredCatalog;
import dev.sluice.service.jdbc.JdbcDatabases;
import dev.sluice.service.jdbc.connect.Connecting;
import dev.sluice.service.memory.InMemoryQueue;
import dev.sluice.service.memory.InMemorySink;
import dev.sluice.service.memory.InMemorySource;
import dev.sluice.service.rest.RestServices;
import dev.sluice.service.update.Accepted;
import dev.sluice.service.update.CheckpointTable;
import dev.sluice.service.update.CommitNotes;
import dev.sluice.service.update.Origin;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;

/** A program run by a gateway over a real database. */
record GatewayRun(List<Answer> answers, GatewayCounts counts, long cacheHits) {

    private static final String NAME = "equivalence";
    private static final String DATABASE = "main";
    private static final long STUCK_NANOS = 60_000_000_000L;

    static GatewayRun of(Program program, String url, String user, String password) {
        final IdleStrategy idle = IdleStrategy.balanced();
        final GatewayConfig config = config(program, url, user, password);
        try (JdbcDatabases databases = JdbcDatabases.open(
                config, Connecting.begin(config, false), origin(), database -> false, idle::wakeUp)) {
            return run(
                    program,
                    new DeclaredCatalog(databases.operations(), databases::sql, Long.MAX_VALUE, false),
                    LookupCaches.of(config),
                    databases.backends(),
                    idle);
        }
    }

    /** The same, its lookups answered by services. */
    static GatewayRun of(Program program, RestConfig rest) {
        final IdleStrategy idle = IdleStrategy.balanced();
        final GatewayConfig config = config(program, Map.of(), Map.of(), Map.of(), rest);
        try (RestServices services = RestServices.open(config, origin(), idle::wakeUp)) {
            return run(
                    program,
                    new DeclaredCatalog(services.operations(), GatewayRun::noSql, Long.MAX_VALUE, false),
                    LookupCaches.of(config),
                    services.backends(),
                    idle);
        }
    }

    private static GatewayRun run(
            Program program,
            Catalog catalog,
            LookupCaches caches,
            List<? extends Backend> backends,
            IdleStrategy idle) {
        final InMemoryQueue input = new InMemoryQueue();
        final InMemoryQueue output = new InMemoryQueue();
        final Gateway gateway = new Gateway(
                new GatewaySettings(NAME, program.chunkLimit(), 0),
                new InMemorySource(input, 0),
                new InMemorySink(output),
                catalog,
                caches,
                backends,
                new GatewayCounts(List.of()),
                Precautions.none(),
                System::nanoTime);
        final Random bursts = new Random(program.seed());
        final boolean atOnce = bursts.nextInt(3) > 0;
        final long deadline = System.nanoTime() + STUCK_NANOS;
        int written = 0;
        while (output.size() < program.requests().size()) {
            int burst = atOnce ? Integer.MAX_VALUE : bursts.nextInt(5);
            while (burst-- > 0 && written < program.requests().size()) {
                final Request request = program.requests().get(written++);
                input.request(request.kind(), request.name(), request.arguments());
            }
            idle.idle(gateway.doWork(System.nanoTime()));
            if (System.nanoTime() > deadline) {
                throw new AssertionError("stuck behind result " + output.size() + ": "
                        + program.requests().get(output.size()));
            }
        }
        return new GatewayRun(answers(program, output), gateway.counts(), hits(caches));
    }

    private static long hits(LookupCaches caches) {
        return caches.counts().values().stream()
                .mapToLong(its -> its.get(LookupCaches.CacheResult.HIT))
                .sum();
    }

    private static List<Answer> answers(Program program, InMemoryQueue output) {
        final List<Answer> answers = new ArrayList<>();
        for (final ResultFrame result : InMemorySink.results(output)) {
            if (result.request().index() != answers.size()) {
                throw new AssertionError("result " + answers.size() + " answers " + result.request());
            }
            answers.add(Answer.of(result, program.requests().get(answers.size()).ordered()));
        }
        return answers;
    }

    private static Origin origin() {
        return new Origin(
                NAME,
                NAME,
                UUID.randomUUID(),
                Long.MAX_VALUE,
                CheckpointTable.NONE,
                new Accepted(true, false),
                Long::toString,
                Map.of(),
                CommitNotes.NONE,
                Optional.empty());
    }

    private static GatewayConfig config(Program program, String url, String user, String password) {
        final Map<String, Declaration> lookups = new LinkedHashMap<>();
        final Map<String, Declaration> statements = new LinkedHashMap<>();
        for (final Variant variant : program.variants()) {
            final String name = variant.name(program.product());
            switch (variant.role()) {
                case LOOKUP -> lookups.put(name, variant.lookup(program.product(), DATABASE));
                case STATEMENT -> statements.put(name, variant.statement(program.product(), DATABASE));
                case AD_HOC -> {} // allowed below
            }
        }
        final DatabaseConfig database = new DatabaseConfig(
                DATABASE,
                new JdbcUrl(url),
                user,
                new Secret(password),
                Optional.empty(),
                AdHoc.ANY,
                program.updatesPerTransaction(),
                program.seed() % 5 == 0 ? TransactionMode.EACH : TransactionMode.SHARED,
                program.seed() % 3 == 0 ? UpdateGuarantee.AT_LEAST_ONCE : UpdateGuarantee.EXACTLY_ONCE,
                program.seed() % 7 == 0,
                Duration.ofSeconds(30),
                Duration.ofSeconds(5),
                new ResilienceConfig(
                        3, Duration.ofMillis(10), Duration.ofMillis(100), Optional.empty(), Optional.empty()));
        return config(
                program, Map.of(DATABASE, database), lookups, statements, new RestConfig(Map.of(), Map.of(), Map.of()));
    }

    private static GatewayConfig config(
            Program program,
            Map<String, DatabaseConfig> databases,
            Map<String, Declaration> lookups,
            Map<String, Declaration> statements,
            RestConfig rest) {
        return new GatewayConfig(
                NAME,
                new QueuesConfig(
                        "unused",
                        1,
                        "FAST_DAILY",
                        SyncMode.NONE,
                        0,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        false),
                new ChunkConfig(program.chunkLimit(), Duration.ZERO, program.callsInFlight()),
                new LimitsConfig(1 << 20, 10_000, 4 << 20, 3),
                PauserKind.BALANCED,
                databases,
                lookups,
                statements,
                rest,
                Optional.empty());
    }

    private static NamedOperation noSql(String text) {
        throw new UnsupportedOperationException(text);
    }
}
