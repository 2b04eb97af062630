package dev.sluice.service.config;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.QueueOptions;
import dev.sluice.api.QueueOptions.SyncMode;
import dev.sluice.api.ValueType;
import dev.sluice.service.config.DatabaseConfig.AdHoc;
import dev.sluice.service.config.DatabaseConfig.TransactionMode;
import dev.sluice.service.config.DatabaseConfig.UpdateGuarantee;
import dev.sluice.service.config.Declaration.Chunking;
import dev.sluice.service.config.GatewayConfig.DeclarationReview;
import dev.sluice.service.config.GatewayConfig.PauserKind;
import dev.sluice.service.config.GatewayConfig.RestConfig;
import dev.sluice.service.config.yaml.ConfigException;
import dev.sluice.service.config.yaml.JdbcUrl;
import dev.sluice.service.config.yaml.Secret;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import net.openhft.chronicle.queue.RollCycle;
import net.openhft.chronicle.queue.RollCycles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GatewayConfigTest {

    @Test
    void shouldFillInEveryDefaultWhenOnlyAUrlIsGiven() {
        final DatabaseConfig main = new DatabaseConfig(
                "main",
                new JdbcUrl("jdbc:hsqldb:mem:test"),
                "",
                new Secret(""),
                Optional.empty(),
                AdHoc.NONE,
                500,
                TransactionMode.SHARED,
                UpdateGuarantee.EXACTLY_ONCE,
                false,
                Duration.ofSeconds(30),
                Duration.ofSeconds(5),
                new ResilienceConfig(
                        3, Duration.ofMillis(100), Duration.ofSeconds(10), Optional.empty(), Optional.empty()));

        assertEquals(
                new GatewayConfig(
                        "sluice",
                        new QueuesConfig(
                                Path.of("base/data/queues").toString(),
                                1,
                                "FAST_DAILY",
                                SyncMode.NONE,
                                256L << 20,
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty(),
                                false),
                        new ChunkConfig(500, Duration.ZERO, 2),
                        new LimitsConfig(1L << 20, 10_000, 4L << 20, 3),
                        PauserKind.BALANCED,
                        Map.of("main", main),
                        Map.of(),
                        Map.of(),
                        new RestConfig(Map.of(), Map.of(), Map.of()),
                        Optional.empty()),
                Yaml.parse(Yaml.LEAST));
    }

    @Test
    void shouldRefuseJobsBeforeTheGatewayWhenTheDiskFillsUp() {
        final long gateway = Yaml.parse(Yaml.LEAST).queues().diskReserve();
        assertTrue(gateway < QueueOptions.DEFAULTS.diskReserve(), "the gateway goes on answering longer than jobs ask");
    }

    @Test
    void shouldReadEveryKeyWhenAllAreGiven(@TempDir Path dir) throws Exception {
        Files.writeString(dir.resolve("init.sql"), "");
        final GatewayConfig config = GatewayConfig.parse("""
                name: letters
                queues: {path: /queues, lanes: 4, rollCycle: LARGE_HOURLY, sync: chunk, diskReserve: 2GB, retention: 7d, group: letters, member: worker-1}
                chunk: {limit: 10000, linger: 5ms, callsInFlight: 64}
                limits: {requestBytes: 64KB, resultRows: 1, resultBytes: 1024B, quarantineAfter: 0}
                pauser: sleepy
                databases:
                  main:
                    url: jdbc:h2:mem:test
                    user: batch
                    password: pass
                    init: init.sql
                    adHoc: true
                    updatesPerTransaction: 7
                    transaction: each
                    snapshot: true
                    statementTimeout: 5m
                    connectionTimeout: 250ms
                    retries: 9
                    backoff: 1s
                    maxBackoff: 1h
                    outage: fail-after 5m
                    callsPerSecond: 50
                """, dir, name -> null);

        final DatabaseConfig main = new DatabaseConfig(
                "main",
                new JdbcUrl("jdbc:h2:mem:test"),
                "batch",
                new Secret("pass"),
                Optional.of(dir.resolve("init.sql")),
                AdHoc.ANY,
                7,
                TransactionMode.EACH,
                UpdateGuarantee.EXACTLY_ONCE,
                true,
                Duration.ofMinutes(5),
                Duration.ofMillis(250),
                new ResilienceConfig(
                        9,
                        Duration.ofSeconds(1),
                        Duration.ofHours(1),
                        Optional.of(Duration.ofMinutes(5)),
                        Optional.of(50)));
        assertEquals(
                new GatewayConfig(
                        "letters",
                        new QueuesConfig(
                                "/queues",
                                4,
                                "LARGE_HOURLY",
                                SyncMode.CHUNK,
                                2L << 30,
                                Optional.of(Duration.ofDays(7)),
                                Optional.of("letters"),
                                Optional.of("worker-1"),
                                false),
                        new ChunkConfig(10_000, Duration.ofMillis(5), 64),
                        new LimitsConfig(64L << 10, 1, 1024, 0),
                        PauserKind.SLEEPY,
                        Map.of("main", main),
                        Map.of(),
                        Map.of(),
                        new RestConfig(Map.of(), Map.of(), Map.of()),
                        Optional.empty()),
                config);
        assertEquals(Optional.of(main), config.adHocDatabase());
    }

    @Test
    void shouldReadDeclarationsWhenAllTheirKeysAreGiven() {
        final GatewayConfig config = Yaml.parse("""
                databases:
                  main: {url: "jdbc:hsqldb:mem:a"}
                  other: {url: "jdbc:hsqldb:mem:b"}
                lookups:
                  customer:
                    database: other
                    sql: SELECT name FROM customer WHERE id = ? AND day = ?
                    types: [long, date]
                    reads: [Customer, public.ADDRESS]
                    chunk: false
                  address: {database: main, sql: SELECT 1, cache: {entries: 50, ttl: 1m}}
                statements:
                  letter: {database: main, sql: "UPDATE c SET d = ?", types: [doubles], reads: [a], writes: [C]}
                """);

        assertEquals(
                new Declaration(
                        "customer",
                        true,
                        "other",
                        "SELECT name FROM customer WHERE id = ? AND day = ?",
                        Optional.of(List.of(ValueType.LONG, ValueType.DATE)),
                        Optional.of(Set.of("customer", "public.address")),
                        Optional.of(Set.of()),
                        Chunking.NEVER,
                        Set.of(),
                        Optional.empty()),
                config.lookups().get("customer"));
        assertEquals(
                Optional.of(new CacheConfig(50, Duration.ofMinutes(1), Duration.ofMinutes(1))),
                config.lookups().get("address").cache());
        assertEquals(
                new Declaration(
                        "letter",
                        false,
                        "main",
                        "UPDATE c SET d = ?",
                        Optional.of(List.of(ValueType.DOUBLES)),
                        Optional.of(Set.of("a")),
                        Optional.of(Set.of("c")),
                        Chunking.PROVED,
                        Set.of(),
                        Optional.empty()),
                config.statements().get("letter"));
    }

    @Test
    void shouldTakeTheOnlyDatabaseWhenADeclarationNamesNone() {
        final GatewayConfig config = Yaml.parse(Yaml.LEAST + "lookups: {customer: {sql: SELECT 1}}");

        assertEquals("main", config.lookups().get("customer").database());
    }

    @Test
    void shouldTellNoTablesFromUndeclaredTablesWhenAListIsEmpty() {
        final GatewayConfig config =
                Yaml.parse(Yaml.LEAST + "statements: {a: {sql: x, reads: []}, b: {sql: x, writes: [], types: []}}");

        assertAll(
                () -> assertEquals(
                        Optional.of(Set.of()), config.statements().get("a").reads()),
                () -> assertEquals(
                        Optional.empty(), config.statements().get("a").writes()),
                () -> assertEquals(
                        Optional.empty(), config.statements().get("a").types()),
                () -> assertEquals(
                        Optional.empty(), config.statements().get("b").reads()),
                () -> assertEquals(
                        Optional.of(Set.of()), config.statements().get("b").writes()),
                () -> assertEquals(
                        Optional.of(List.of()), config.statements().get("b").types()));
    }

    @Test
    void shouldKeepTheOrderOfTheFileWhenThereAreManyNames() {
        final GatewayConfig config =
                Yaml.parse(Yaml.LEAST + "lookups: {z: {sql: x}, b: {sql: x}, y: {sql: x}, a: {sql: x}}");

        assertEquals(List.of("z", "b", "y", "a"), List.copyOf(config.lookups().keySet()));
    }

    @Test
    void shouldTakeASectionForEmptyWhenAllItsKeysAreCommentedOut() {
        assertEquals(
                500,
                Yaml.parse(Yaml.LEAST + "chunk:\n  # limit: 5\nlookups:\n")
                        .chunk()
                        .limit());
    }

    @Test
    void shouldFollowAnAliasWhenASectionIsWrittenOnce() {
        final GatewayConfig config = Yaml.parse("""
                databases:
                  a: &same
                    url: jdbc:hsqldb:mem:test
                    retries: 5
                  b: *same
                """);

        assertEquals(5, config.databases().get("b").resilience().retries());
    }

    @Test
    void shouldAcceptOnlyRollCyclesThatChronicleHasWhenTheyAreListed() {
        final List<String> known = new ArrayList<>();
        for (final RollCycle cycle : RollCycles.all()) {
            known.add(((Enum<?>) cycle).name());
        }

        assertTrue(known.containsAll(QueuesConfig.ROLL_CYCLES), known::toString);
    }

    @Test
    void shouldRefuseARollCycleWhoseFilesAreNamedByTheWeekAndNameThoseToUse() {
        final ConfigException e =
                assertThrows(ConfigException.class, () -> Yaml.parse(Yaml.LEAST + "queues: {rollCycle: WEEKLY}"));

        assertTrue(e.getMessage().contains("WEEKLY"), e.getMessage());
        assertTrue(e.getMessage().contains(String.join(", ", QueuesConfig.ROLL_CYCLES)), e.getMessage());
    }

    @Test
    void shouldNameTheFileWhenItIsNotThere() {
        final ConfigException e = assertThrows(
                ConfigException.class,
                () -> GatewayConfig.load(Path.of("no-such-file.yaml"), System::getenv, DeclarationReview.NONE));

        assertEquals("1 problem in no-such-file.yaml:\n  there is no such file", e.getMessage());
    }

    @Test
    void shouldSayThatAFileIsNotTextWhenItIsNotUtf8(@TempDir Path dir) throws Exception {
        final Path file = Files.write(dir.resolve("latin.yaml"), "name: é".getBytes(StandardCharsets.ISO_8859_1));

        final ConfigException e = assertThrows(
                ConfigException.class, () -> GatewayConfig.load(file, System::getenv, DeclarationReview.NONE));

        assertEquals("1 problem in " + file + ":\n  not UTF-8 text", e.getMessage());
    }

    @Test
    void shouldTakeRelativePathsFromTheDirectoryOfTheFile(@TempDir Path dir) throws Exception {
        Files.createDirectories(dir.resolve("config/sql"));
        Files.writeString(dir.resolve("config/sql/init.sql"), "");
        Files.writeString(dir.resolve("config/user"), "SA");
        final Path file = Files.writeString(dir.resolve("config/gateway.yaml"), """
                queues:
                  path: ../data/queues
                databases:
                  main:
                    url: jdbc:hsqldb:file:${config.dir}/../data/db
                    user: ${file:user}
                    init: sql/init.sql
                """);

        final GatewayConfig config = GatewayConfig.load(file, System::getenv, DeclarationReview.NONE);

        assertEquals(dir.resolve("data/queues"), config.queues().path());
        final DatabaseConfig main = config.databases().get("main");
        assertEquals(
                "jdbc:hsqldb:file:" + dir.resolve("config") + "/../data/db",
                main.url().toString());
        assertEquals(dir.resolve("config/sql/init.sql"), main.init().orElseThrow());
    }

    @Test
    void shouldStartFromTheWorkingDirectoryWhenTheTextHasNoFile() {
        final GatewayConfig config = GatewayConfig.parse(
                "databases: {main: {url: 'jdbc:hsqldb:file:${config.dir}/data/db'}}", Path.of(""), name -> null);

        assertEquals(
                "jdbc:hsqldb:file:./data/db",
                config.databases().get("main").url().toString());
        assertEquals(Path.of("data/queues"), config.queues().path());
    }
}
