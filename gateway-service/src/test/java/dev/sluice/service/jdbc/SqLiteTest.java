package dev.sluice.service.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.RequestKind;
import dev.sluice.service.memory.InMemoryRun;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A database that nobody here knows, with habits of its own: a column has no type, a statement may end the transaction that
 * it fails in, and the driver closes a statement that failed.
 */
class SqLiteTest extends JdbcTest {

    @TempDir
    private Path directory;

    private Database database;

    @BeforeEach
    void makeTable() throws SQLException {
        database = new Database(null, "jdbc:sqlite:" + directory.resolve("t.db") + "?journal_mode=WAL", "nobody");
        database.execute(
                "CREATE TABLE t (id INTEGER PRIMARY KEY, n INTEGER)",
                "INSERT INTO t VALUES (4, 0), (17, 0)",
                "CREATE TRIGGER guard BEFORE INSERT ON t WHEN NEW.n = 13 BEGIN"
                        + " SELECT RAISE(ROLLBACK, 'not thirteen'); END");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "    transaction: each\n", "    updates: at-least-once\n"})
    void shouldFailOnlyTheItemWhenAStatementEndsItsTransaction(String keys) throws SQLException {
        final Queues queues = new Queues();
        final List<String> expected = new ArrayList<>();
        final List<String> rows = new ArrayList<>(List.of("4 0", "17 0"));
        for (long id = 0; id < 24; id++) {
            final boolean fails = id == 4 || id == 13 || id == 17;
            final String conflict = id % 2 == 0 || id == 17 ? "INSERT OR ROLLBACK" : "INSERT";
            queues.lane().request(RequestKind.UPDATE, conflict + " INTO t VALUES (?, ?)", id, id);
            expected.add(fails ? "REJECTED" : "updated 1");
            if (!fails) {
                rows.add(id + " " + id);
            }
        }
        final JdbcGateway gateway = gateway(database, keys, queues, Integer.MAX_VALUE);
        assertEquals(expected, gateway.texts().stream().map(String::strip).toList());
        rows.sort(null);
        final List<String> found = new ArrayList<>(database.rows("SELECT id, n FROM t"));
        found.sort(null);
        assertEquals(rows, found);
    }

    @Test
    void shouldGiveEachValueAsWhatItIsWhenAColumnHasNoType() throws SQLException {
        database.execute(
                "CREATE TABLE mixed (id INTEGER, v)",
                "INSERT INTO mixed VALUES (1, 7), (2, 'seven'), (3, 0.5), (4, NULL), (5, x'07')");
        final JdbcGateway gateway = gateway(
                database,
                "adHoc: true",
                "lookups:\n  one: {database: main, sql: 'SELECT v FROM mixed WHERE id = ?', types: [long]}\n");
        for (long id = 1; id <= 5; id++) {
            gateway.lookup("one", id);
        }
        gateway.query("SELECT v FROM mixed WHERE id < 5 ORDER BY id");
        assertEquals(
                List.of(
                        "[{v=7}]",
                        "[{v=seven}]",
                        "[{v=0.5}]",
                        "[{v=null}]",
                        "[{v=1 bytes}]",
                        "[{v=7}, {v=seven}, {v=0.5}, {v=null}]"),
                gateway.texts());
    }

    @Test
    void shouldGiveARunOfReadsOneSnapshotWhenOneIsWanted() throws SQLException {
        final JdbcGateway gateway = gateway(
                database,
                "snapshot: true",
                "lookups:\n  one: {database: main, sql: 'SELECT n FROM t WHERE id = ?', types: [long]}\n");
        gateway.lookup("one", 4L).lookup("one", 17L).lookup("one", 5L);
        assertEquals(List.of("[{n=0}]", "[{n=0}]", "not found"), gateway.texts());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 100})
    void shouldAskTheNextItemWithTheSameStatementAfterOneFailed(int limit) {
        final JdbcGateway gateway = gateway(
                database,
                "",
                "chunk: {limit: " + limit
                        + "}\nlookups:\n  positive: {database: main, sql: 'SELECT abs(?) AS n', types: [long]}\n");
        for (int i = 0; i < 4; i++) {
            gateway.lookup("positive", Long.MIN_VALUE).lookup("positive", (long) -i);
        }
        final List<String> expected = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            expected.add("REJECTED");
            expected.add("[{n=" + i + "}]");
        }
        assertEquals(expected, gateway.texts().stream().map(String::strip).toList());
    }

    @Test
    void shouldRefuseAStatementThatKeepsWhatItDidBeforeItFailed() {
        final JdbcGateway gateway = gateway(database, "adHoc: true", "");
        gateway.update("INSERT OR FAIL INTO t SELECT id + 1, 0 FROM t");
        gateway.update("UPDATE OR FAIL t SET id = id + 1");
        gateway.update("UPDATE t SET n = 1 WHERE id = 4 OR n = 5");
        final List<InMemoryRun.Result> results = gateway.results();
        assertTrue(
                results.get(0).failure().message().contains("OR FAIL keeps what a statement did before it failed"),
                results::toString);
        assertEquals("INVALID", results.get(1).toString());
        assertEquals("updated 1", results.get(2).toString());
    }
}
