package dev.sluice.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.QueueOptions;
import dev.sluice.client.GatewayClient;
import dev.sluice.internal.queue.QueuePair;
import dev.sluice.internal.queue.state.GatewayLock;
import dev.sluice.service.RunningGateway;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.core.StoppedException;
import dev.sluice.testsupport.SqlDatabase;
import dev.sluice.testsupport.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Requests wait for what was taken out of the configuration; an operator decides, and a gateway goes on. */
class ResumeTest {

    private static final QueueOptions OPTIONS = QueueOptions.DEFAULTS.withDiskReserve(1 << 20);
    private static final String LOOKUPS = """
            lookups:
              kept: {database: main, sql: 'VALUES (CAST(? AS BIGINT))', types: [long], reads: []}
            """;
    private static final String MORE = """
              gone: {database: main, sql: 'VALUES (CAST(? AS BIGINT))', types: [long], reads: []}
            statements:
              pay: {database: main, sql: 'UPDATE t SET n = n + 1 WHERE id = ?', types: [long]}
            """;
    private static final String ELSEWHERE = "  other: {url: 'jdbc:hsqldb:mem:other', user: SA}\n";

    @TempDir
    private Path directory;

    private final String database = "jdbc:hsqldb:mem:" + UUID.randomUUID();
    private final String main = "  main: {url: '" + database + "', user: SA}\n";
    private final Commands tool = new Commands();

    @BeforeEach
    void createTable() throws SQLException {
        new SqlDatabase(database, "SA")
                .execute("CREATE TABLE t (id BIGINT PRIMARY KEY, n BIGINT)", "INSERT INTO t VALUES (1, 0), (2, 0)");
    }

    /** After it an update is committed whose result is lost, and more requests wait for what is gone. */
    private void leaveRequests() throws IOException {
        run(config(main, LOOKUPS + MORE));
        final Path output = queues().resolve("out");
        final Path before = directory.resolve("before");
        Trees.copy(output, before);
        ask("pay", 1);
        run(config(main, LOOKUPS + MORE));
        Trees.delete(output);
        Trees.copy(before, output);
        ask("gone", 2);
        ask("kept", 3);
        ask("pay", 2);
    }

    @Test
    void shouldLetAGatewayGoOnAndAnswerWhatWasCommittedAsApplied() throws Exception {
        leaveRequests();
        final GatewayConfig less = config(main, LOOKUPS);
        final StoppedException refusal = assertThrows(StoppedException.class, () -> run(less));
        assertTrue(refusal.getMessage().endsWith("--lookup gone --lookup pay"), refusal.getMessage());
        assertEquals(0, resume("--dry-run", "--lookup", "gone", "--lookup", "pay"), tool::err);
        assertThrows(StoppedException.class, () -> run(less), "it was only tried");
        assertEquals(0, resume("--lookup", "gone"));
        assertThrows(StoppedException.class, () -> run(less), "of pay nothing is decided");
        assertEquals(0, resume("--lookup", "pay"), tool::err);
        assertTrue(tool.out().contains("'pay': 2, 2 of them updates, from "), tool.out());
        final List<String> results = run(less);
        assertEquals("updated 1", results.get(0), "it was committed before its result was lost");
        assertDecided("gone", results.get(1));
        assertEquals("rows [{C1=3}]", results.get(2));
        assertDecided("pay", results.get(3));
        assertEquals(4, results.size());
        assertEquals(List.of(1L, 0L), counts());
        ask("kept", 4);
        assertEquals("rows [{C1=4}]", run(less).get(4));
        assertEquals(List.of(1L, 0L), counts());
    }

    @Test
    void shouldFailUpdatesOfADatabaseThatIsGoneOnlyWhenForced() throws Exception {
        leaveRequests();
        final GatewayConfig elsewhere = config(ELSEWHERE, LOOKUPS.replace("database: main", "database: other"));
        assertEquals(0, resume("--lookup", "gone", "--lookup", "pay"));
        final StoppedException refusal = assertThrows(StoppedException.class, () -> run(elsewhere));
        assertTrue(refusal.getMessage().contains("database 'main'"), refusal.getMessage());
        assertTrue(refusal.getMessage().contains("--force"), refusal.getMessage());
        assertEquals(0, resume("--lookup", "pay", "--force"));
        final List<String> results = run(elsewhere);
        assertDecided("pay", results.get(0));
        assertDecided("gone", results.get(1));
        assertEquals("rows [{C1=3}]", results.get(2));
        assertDecided("pay", results.get(3));
    }

    @Test
    void shouldAnswerSinglePositionsAndRangesOfWhatIsStillDeclared() throws Exception {
        final GatewayConfig config = config(main, LOOKUPS + MORE);
        for (long i = 1; i <= 2; i++) {
            ask("pay", i);
            ask("kept", i);
            ask("gone", i);
        }
        final String cycle = cycle();
        assertEquals(0, resume(cycle + ":0", cycle + ":4.." + cycle + ":9"), tool::err);
        final List<String> results = run(config);
        assertDecided("pay", results.get(0));
        assertEquals("rows [{C1=1}]", results.get(1));
        assertEquals("rows [{C1=1}]", results.get(2));
        assertEquals("updated 1", results.get(3));
        assertDecided("kept", results.get(4));
        assertDecided("gone", results.get(5));
        assertEquals(List.of(0L, 1L), counts());
        assertEquals(1, resume(cycle + ":5"));
        assertTrue(tool.out().contains(cycle + ":5: nothing waits there: already answered"), tool.out());
    }

    @Test
    void shouldDecideNothingWhenPartOfItDoesNotWait() throws Exception {
        ask("kept", 1);
        assertEquals(1, resume("--lookup", "kept", "--lookup", "kepd"));
        assertTrue(tool.out().contains("'kepd': nothing waits"), tool.out());
        assertEquals("rows [{C1=1}]", run(config(main, LOOKUPS)).get(0));
    }

    @Test
    void shouldRefuseWrongOptionsMissingQueuesAndARunningGateway() throws Exception {
        assertEquals(3, resume("--lookup", "kept"), "there are no queues");
        assertFalse(Files.exists(queues()));
        ask("kept", 1);
        assertEquals(2, resume());
        assertEquals(2, resume("17"));
        assertTrue(tool.err().contains("'17' is no position"), tool.err());
        try (QueuePair pair = QueuePair.open(queues(), OPTIONS);
                GatewayLock lock = pair.lease()) {
            assertTrue(lock.isHeld());
            assertEquals(0, resume("--lookup", "kept", "--dry-run"));
            assertEquals(3, resume("--lookup", "kept"));
            assertTrue(tool.err().contains("is in use by this process"), tool.err());
        }
    }

    private static void assertDecided(String name, String result) {
        assertTrue(result.startsWith("failed NOT_ALLOWED '" + name + "', request "), result);
    }

    private int resume(String... args) {
        return tool.on(queues(), "resume", args);
    }

    private Path queues() {
        return directory.resolve("queues");
    }

    private void ask(String name, long key) {
        try (GatewayClient client =
                GatewayClient.builder(queues()).options(OPTIONS).open()) {
            if (name.equals("pay")) {
                client.requests().executeUpdate(name, key);
            } else {
                client.requests().lookup(name, key);
            }
        }
    }

    private String cycle() {
        try (QueuePair pair = QueuePair.open(queues(), OPTIONS)) {
            return String.valueOf(
                    pair.inputPosition(pair.lastRequest().orElseThrow()).cycle());
        }
    }

    /** Has everything answered, and gives all results there are. */
    private List<String> run(GatewayConfig config) {
        RunningGateway.answerAll(config);
        try (QueuePair pair = QueuePair.open(queues(), OPTIONS)) {
            return ServedDatabase.results(pair);
        }
    }

    private GatewayConfig config(String databases, String declarations) {
        return GatewayConfig.parse(
                "name: resumed\nqueues: {path: '" + queues() + "', diskReserve: 1MB}\ndatabases:\n" + databases
                        + declarations,
                Path.of(""),
                name -> null);
    }

    private List<Long> counts() throws SQLException {
        final SqlDatabase table = new SqlDatabase(database, "SA");
        return List.of(table.number("SELECT n FROM t WHERE id = 1"), table.number("SELECT n FROM t WHERE id = 2"));
    }
}
