package dev.sluice.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.client.GatewayClient;
import dev.sluice.testsupport.Child;
import dev.sluice.testsupport.PostgresServer;
import dev.sluice.testsupport.Program;
import dev.sluice.testsupport.SqlDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A database that is set back to a backup of it while no gateway runs, as an operator meets it: by exit codes, the log and the table. */
@Tag("long")
class RestoredProgramTest {

    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Pattern REFUSAL =
            Pattern.compile("the checkpoint of gateway '([^']+)' in database 'main' is at ([0-9]+:[0-9]+), claim"
                    + " [0-9]+, but the note beside the results says that updates up to ([0-9]+:[0-9]+), claim [0-9]+,"
                    + " were committed: the database lost them\\.");

    private final PostgresServer server = PostgresServer.shared();
    private final String database =
            "restored_" + UUID.randomUUID().toString().replace("-", "").substring(0, 12);

    @TempDir
    private Path directory;

    private String gateway = "counters";
    private String main = "main";
    private int lanes = 1;

    @BeforeEach
    void makeDatabase() throws SQLException {
        at(server.createDatabase(database))
                .execute(
                        "CREATE TABLE counter (id BIGINT PRIMARY KEY, n BIGINT NOT NULL)",
                        "INSERT INTO counter VALUES (0, 0), (1, 0), (2, 0), (3, 0), (4, 0)");
    }

    private SqlDatabase at(String url) {
        return new SqlDatabase(url, server.user());
    }

    private List<String> rows(String query) throws SQLException {
        return at(server.jdbcUrl(database)).rows(query);
    }

    private long sum() throws SQLException {
        return Long.parseLong(rows("SELECT SUM(n) FROM counter").get(0));
    }

    private void backUp() throws SQLException {
        at(server.jdbcUrl()).execute("CREATE DATABASE " + database + "_backup TEMPLATE " + database);
    }

    private void drop() throws SQLException {
        at(server.jdbcUrl()).execute("DROP DATABASE " + database + " WITH (FORCE)");
    }

    private void load() throws SQLException {
        at(server.jdbcUrl()).execute("CREATE DATABASE " + database + " TEMPLATE " + database + "_backup");
    }

    private Path queues() {
        return directory.resolve("queues");
    }

    private String config() {
        return """
            name: %s
            queues: {path: '%s', lanes: %d, diskReserve: 1MB}
            databases: {%s: {url: '%s', user: %s}}
            lookups:
              number: {sql: 'SELECT n FROM counter WHERE id = ?', types: [long]}
            statements:
              add: {sql: 'UPDATE counter SET n = n + 1 WHERE id = ?', types: [long]}
            """.formatted(gateway, queues(), lanes, main, server.jdbcUrl(database), server.user());
    }

    private Child start(String... more) throws IOException {
        final Path config = Files.writeString(directory.resolve("gateway.yaml"), config());
        return Program.java(
                        Main.class,
                        Stream.concat(Stream.of("run", "--config", config), Stream.of(more))
                                .toArray())
                .start();
    }

    private static String stopped(Child gateway) {
        assertEquals(Child.TERMINATED, gateway.stop(), gateway::said);
        return gateway.said();
    }

    private GatewayClient client(int lane) {
        return lanes == 1 ? RunningGateway.client(queues()) : LanesTest.named(queues(), lane, lanes);
    }

    private void ask(int lane, int updates) {
        try (GatewayClient client = client(lane)) {
            write(client, updates);
        }
    }

    private static void write(GatewayClient client, int updates) {
        for (long i = 0; i < updates; i++) {
            client.requests().executeUpdate("add", i % 5);
        }
    }

    /** Has updates run on each lane, which all succeed; as another gateway does that is stopped afterwards. */
    private String update(int updates, String... more) throws IOException, InterruptedException {
        try (Child started = start(more)) {
            started.awaitSaid("serves lookups");
            for (int lane = 0; lane < lanes; lane++) {
                try (GatewayClient client = client(lane)) {
                    write(client, updates);
                    final Collected results = new Collected();
                    client.awaitAll(results, PATIENCE);
                    assertEquals(Set.of("add: updated 1"), Set.copyOf(results.lines));
                }
            }
            return stopped(started);
        }
    }

    private String refusal(String... more) throws IOException, InterruptedException {
        try (Child started = start(more)) {
            final String said = started.expectEnd(1);
            assertFalse(said.contains("\tat "), said);
            return said;
        }
    }

    /** Where it goes on, by its start line. */
    private static String begin(String said) {
        final Matcher begins =
                Pattern.compile("goes on after request ([0-9]+:[0-9]+),").matcher(said);
        assertTrue(begins.find(), said);
        return begins.group(1);
    }

    private static long count(String said, String text) {
        return said.lines().filter(line -> line.contains(text)).count();
    }

    @Test
    void shouldRefuseARestoredDatabaseUntilTheLossIsAcceptedAndListIt() throws Exception {
        update(20);
        backUp();
        final String after20 = begin(update(200));
        drop();
        load();
        ask(0, 5);

        final String said = refusal();
        final Matcher refusal = REFUSAL.matcher(said);
        assertTrue(refusal.find(), said);
        assertEquals("counters", refusal.group(1));
        assertEquals(after20, refusal.group(2));
        assertTrue(
                said.contains("start once with sluice run --accept-lost") && said.contains("sluice replay redrive"),
                said);
        assertTrue(REFUSAL.matcher(refusal("--accept-new-queues")).find(), "new queues are another matter");
        assertEquals(20, sum());

        final String accepted = update(2, "--accept-lost");
        assertEquals(refusal.group(3), begin(accepted));
        assertEquals(200, count(accepted, "database 'main' has lost the update 'add', request "), accepted);
        assertTrue(accepted.contains("has lost the update 'add', request " + refusal.group(3) + ","), accepted);
        assertFalse(accepted.contains("has lost the update 'add', request " + after20 + ","), accepted);
        assertTrue(
                accepted.contains("has lost 200 updates that have a result, after " + after20 + " and up to "
                        + refusal.group(3) + ";"),
                accepted);
        assertEquals(20 + 5 + 2, sum());

        assertFalse(update(3).contains("has lost"));
        assertEquals(20 + 5 + 2 + 3, sum());
    }

    @Test
    void shouldRunWhatHasNoResultAfterAKillAndARestore() throws Exception {
        update(20);
        backUp();
        final int answered;
        try (GatewayClient client = client(0)) {
            try (Child started = start()) {
                started.awaitSaid("serves lookups");
                write(client, 3_000);
                final Collected some = new Collected();
                Awaitility.await()
                        .atMost(PATIENCE)
                        .pollInSameThread()
                        .until(() -> client.poll(some, 100) >= 0 && some.lines.size() > 300);
            }
        }
        drop();
        load();
        assertTrue(REFUSAL.matcher(refusal()).find());
        try (Child started = start("--accept-lost")) {
            started.awaitSaid("serves lookups");
            final Matcher there =
                    Pattern.compile(", ([0-9]+) results? (?:is|are) there").matcher(started.said());
            assertTrue(there.find(), started.said());
            answered = Integer.parseInt(there.group(1)) - 20;
            Awaitility.await().atMost(PATIENCE).until(() -> sum() == 20 + 3_000 - answered || !started.isAlive());
            final String said = stopped(started);
            assertTrue(said.contains("has lost " + answered + " updates that have a result"), said);
        }
        assertEquals(20 + 3_000 - answered, sum());
    }

    @Test
    @Tag("nightly")
    void shouldNoteEachLaneByItself() throws Exception {
        lanes = 2;
        update(10);
        assertEquals(
                List.of("counters/0", "counters/1"), rows("SELECT gateway FROM sluice_checkpoint ORDER BY gateway"));
        for (int lane = 0; lane < lanes; lane++) {
            assertTrue(Files.exists(
                    queues().resolve("lane-" + lane + "/out/checkpoint-main@-counters@" + lane + ".state")));
        }
        backUp();
        try (Child started = start();
                GatewayClient client = client(1)) {
            write(client, 30);
            client.awaitAll(new Collected(), PATIENCE);
            stopped(started);
        }
        drop();
        load();
        IntStream.range(0, lanes).forEach(lane -> ask(lane, 3));
        try (Child started = start();
                GatewayClient client = client(0)) {
            started.awaitSaid("counters/1: this lane has ended");
            write(client, 4);
            client.awaitAll(new Collected(), PATIENCE);
            assertEquals(1, started.stop(), started::said);
            final Matcher refusal = REFUSAL.matcher(started.said());
            assertTrue(refusal.find(), started.said());
            assertEquals("counters/1", refusal.group(1));
            assertFalse(started.said().contains("the checkpoint of gateway 'counters/0'"), started.said());
        }
        assertEquals(20 + 3 + 4, sum());
        final String accepted = update(5, "--accept-lost");
        assertEquals(30, count(accepted, "counters/1: database 'main' has lost the update 'add'"), accepted);
        assertEquals(0, count(accepted, "counters/0: database 'main' has lost"), accepted);
        assertEquals(20 + 3 + 4 + 3 + 2 * 5, sum());
        assertFalse(update(1).contains("has lost"));
    }

    @Test
    @Tag("nightly")
    void shouldEndAtTheClaimOfADatabaseThatWasAwayAndCameBackRestored() throws Exception {
        update(20);
        backUp();
        update(20);
        drop();
        ask(0, 1);
        try (Child started = start()) {
            started.awaitSaid("is away");
            assertTrue(started.isAlive(), started::said);
            load();
            started.expectEnd(1);
            assertTrue(REFUSAL.matcher(started.said()).find(), started.said());
        }
        assertEquals(20, sum());
        update(1, "--accept-lost");
        assertEquals(22, sum());
    }

    @Test
    @Tag("nightly")
    void shouldSayOnceThatNothingIsKnownUnderAnotherName() throws Exception {
        final String unknown = "no commit of it was noted beside these results";
        assertFalse(update(3).contains(unknown), "there was nothing to note");
        gateway = "renamed";
        assertEquals(
                1,
                count(
                        update(1),
                        "the checkpoint of gateway 'renamed' in database 'main' does not exist, and " + unknown));
        assertFalse(update(1).contains(unknown));
        main = "other";
        assertEquals(
                1,
                count(
                        update(1),
                        "the checkpoint of gateway 'renamed' in database 'other' does not exist, and " + unknown));
        assertFalse(update(1).contains(unknown));
        try (Stream<Path> files = Files.list(queues().resolve("out"))) {
            assertEquals(
                    List.of(
                            "checkpoint-main@-counters.state",
                            "checkpoint-main@-renamed.state",
                            "checkpoint-other@-renamed.state"),
                    files.map(file -> file.getFileName().toString())
                            .filter(file -> file.startsWith("checkpoint-"))
                            .sorted()
                            .toList());
        }
        assertEquals(7, sum());
    }

    @Test
    @Tag("nightly")
    void shouldSayWhichNoteIsDamagedAndGoOnWithoutItWhenItIsDeleted() throws Exception {
        update(3);
        final Path note = queues().resolve("out/checkpoint-main@-counters.state");
        final byte[] whole = Files.readAllBytes(note);
        whole[whole.length - 1] ^= 4;
        for (final byte[] damaged : List.of(whole, new byte[] {1, 2, 3})) {
            Files.write(note, damaged);
            final String said = refusal();
            assertTrue(
                    said.contains(note + " is damaged: ")
                            && said.contains("If you are sure that the database has lost no commit, delete this file"),
                    said);
        }
        Files.delete(note);
        assertTrue(
                update(1).contains("whether the checkpoint of gateway 'counters' in database 'main' has lost commits"));
        assertFalse(update(1).contains("has lost commits"));
        assertEquals(5, sum());
    }
}
