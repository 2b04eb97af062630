package dev.sluice.service.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.service.CapturedLog;
import dev.sluice.service.memory.InMemoryRun;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JdbcBackendTest extends JdbcTest {

    /** Called by H2 as an SQL function. */
    public static final class Functions {

        private Functions() {}

        public static long faulty(long key) {
            if (key == 3) {
                throw new IllegalStateException("key " + key);
            }
            return key;
        }
    }

    @Test
    void shouldFailOnlyTheItemOnWhichAFunctionOfTheDatabaseBreaks() throws SQLException {
        final Database database = database(TestDatabase.H2);
        database.execute("CREATE ALIAS faulty FOR '" + Functions.class.getName() + ".faulty'");
        final JdbcGateway gateway =
                gateway(database, "", "lookups:\n  faulty:\n    sql: SELECT faulty(?) AS answer\n    types: [long]\n");
        for (long key = 0; key < 20; key++) {
            gateway.lookup("faulty", key);
        }
        final List<InMemoryRun.Result> results = gateway.results();
        assertTrue(
                results.get(3).toString().startsWith("REJECTED"), results.get(3).toString());
        assertEquals(
                19, results.stream().filter(result -> result.rows() != null).count());
    }

    @Test
    void shouldNameItsThreadsAfterGatewayAndDatabase() throws SQLException {
        final JdbcGateway gateway = gateway(database(TestDatabase.H2), "", "chunk:\n  callsInFlight: 2\n");
        final List<String> names = new ArrayList<>();
        Thread.getAllStackTraces().keySet().forEach(thread -> names.add(thread.getName()));
        assertTrue(names.containsAll(List.of("gw-main-read-1", "gw-main-read-2", "gw-main-update")), names.toString());
        assertEquals(0, gateway.answered());
    }

    @Test
    void shouldEndTheGatewayLoudlyWhenAWorkerHasAFault() throws SQLException {
        final Database database = database(TestDatabase.H2);
        final String yaml = "name: gw\ndatabases:\n" + database.section("main")
                + "lookups:\n  one:\n    sql: SELECT 1 AS answer\n    types: []\n";
        try (CapturedLog log = new CapturedLog();
                JdbcGateway gateway = new JdbcGateway(yaml, () -> {
                    throw new IllegalStateException("a fault of the gateway's own");
                })) {
            gateway.lookup("one");
            final IllegalStateException ended = assertThrows(IllegalStateException.class, () -> {
                gateway.results();
                gateway.lookup("one").results();
            });
            assertEquals("gw: a worker of main failed; this is a fault of the gateway", ended.getMessage());
            Awaitility.await() // the worker says so after it
                    .dontCatchUncaughtExceptions()
                    .until(() -> log.lines().stream().anyMatch(line -> line.contains("a worker of main failed")));
        }
    }

    @Test
    void shouldRefuseAUrlThatTakesAwayUpdateCounts() {
        final Database database = new Database(
                TestDatabase.POSTGRESQL, "jdbc:postgresql://localhost/x?reWriteBatchedInserts=true", "nobody");
        final IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> gateway(database, "", ""));
        assertEquals(
                "databases.main.url: reWriteBatchedInserts takes away the update counts of batches; remove it",
                refused.getMessage());
    }

    /**
     * The server finds another type for a text that is compared with citext than for one of an array, and the driver runs in its
     * simple mode what it should describe.
     */
    @ParameterizedTest
    @ValueSource(strings = {"stringtype=unspecified", "preferQueryMode=simple"})
    void shouldRefuseAUrlWithWhichStatementsMeanAnotherThing(String option) {
        final Database database =
                new Database(TestDatabase.POSTGRESQL, "jdbc:postgresql://localhost/x?" + option, "nobody");
        final IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> gateway(database, "", ""));
        assertTrue(refused.getMessage().startsWith("databases.main.url: with " + option), refused::toString);
    }
}
