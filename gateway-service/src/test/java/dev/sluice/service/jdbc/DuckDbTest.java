package dev.sluice.service.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.jdbc.connect.Look.UnreachableException;
import dev.sluice.service.jdbc.probe.DatabaseProbe;
import dev.sluice.service.jdbc.probe.DatabaseReport;
import dev.sluice.service.jdbc.probe.DatabaseReport.Prepared;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A database that nobody here knows: no read-only connections, no savepoints, no SQLStates. */
class DuckDbTest extends JdbcTest {

    private static final String DECLARED = """
            lookups:
              one: {sql: 'SELECT name, n FROM t WHERE id = ?', types: [long]}
            statements:
              count: {sql: 'UPDATE t SET n = n + 1 WHERE id = ?', types: [long]}
              add: {sql: 'INSERT INTO t VALUES (?, ?, 0)', types: [long, text]}
            """;

    @TempDir
    private Path directory;

    private Database database;

    @BeforeEach
    void makeTable() throws SQLException {
        database = new Database(null, "jdbc:duckdb:" + directory.resolve("db"), "''");
        database.execute(
                "CREATE TABLE t (id BIGINT PRIMARY KEY, name VARCHAR, n BIGINT)",
                "INSERT INTO t VALUES (1, 'a', 0), (2, 'b', 0)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"at-least-once", "exactly-once"})
    void shouldAnswerLookupsAndUpdatesWhenItLacksWhatOthersHave(String updates) {
        final JdbcGateway gateway = gateway(database, "updates: " + updates + "\n", DECLARED);
        gateway.lookup("one", 1L).lookup("one", 2L).lookup("one", 3L);
        gateway.update("count", 1L).update("count", 1L).update("count", 3L);
        gateway.update("add", 3L, "c").update("add", 3L, "d").update("add", 4L, "e");
        gateway.lookup("one", 1L).lookup("one", 3L).lookup("one", 4L);
        assertEquals(
                List.of(
                        "[{name=a, n=0}]",
                        "[{name=b, n=0}]",
                        "not found",
                        "updated 1",
                        "updated 1",
                        "updated 0",
                        "updated 1",
                        "REJECTED",
                        "updated 1",
                        "[{name=a, n=2}]",
                        "[{name=c, n=0}]",
                        "[{name=e, n=0}]"),
                gateway.texts());
    }

    @Test
    void shouldSayWhatIsLackingWhenASnapshotIsWanted() throws Exception {
        final JdbcGateway gateway = gateway(database, "snapshot: true\n", DECLARED);
        gateway.lookup("one", 1L);
        final String said = "snapshot: true needs savepoints, which this database does not have; set it to false";
        assertEquals("gw: " + said, gateway.refusal());
        assertEquals(List.of(said), look("snapshot: true").problems());
    }

    /** A connection that ends with open statements would keep DuckDB from opening the file again, without end. */
    @Test
    void shouldOpenItsFileAgainWhenAGatewayHasEnded() {
        for (int i = 0; i < 5; i++) {
            try (JdbcGateway gateway = gateway(database, "updates: exactly-once\n", DECLARED)) {
                gateway.lookup("one", 1L).update("count", 2L);
                assertEquals(List.of("[{name=a, n=0}]", "updated 1"), gateway.texts());
            }
        }
    }

    @Test
    void shouldBeJudgedByCheckAsByAGateway() throws Exception {
        final DatabaseReport report = look("updates: at-least-once");
        assertEquals(List.of(), report.problems());
        assertTrue(
                report.warnings().toString().contains("no read-only connections"),
                () -> report.warnings().toString());
        assertTrue(
                report.warnings().toString().contains("no savepoints"),
                () -> report.warnings().toString());
        report.prepared().values().forEach(form -> assertInstanceOf(Prepared.As.class, form));
    }

    private DatabaseReport look(String key) throws UnreachableException {
        final GatewayConfig config = GatewayConfig.parse(
                "name: gw\ndatabases:\n" + database.section("main") + "    " + key + "\n" + DECLARED,
                directory,
                name -> null);
        return DatabaseProbe.look(config, config.databases().get("main"));
    }
}
