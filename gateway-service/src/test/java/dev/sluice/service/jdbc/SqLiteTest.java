package dev.sluice.service.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.RequestKind;
import dev.sluice.service.jdbc.connect.ConnectionPools;
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

/** What is SQLite's own: a statement may end the transaction that it fails in. */
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
            queues.input().request(RequestKind.UPDATE, conflict + " INTO t VALUES (?, ?)", id, id);
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

    /** Made by the statement: a value of that size takes no room before it is read. */
    @Test
    void shouldFailOnlyTheItemWhenAValueIsLargerThanTheHeapHasRoomFor() throws SQLException {
        final JdbcGateway gateway = gateway(
                database,
                "",
                "lookups:\n  large: {database: main, sql: 'SELECT length(zeroblob(?)) AS n', types: [long]}\n");
        gateway.lookup("large", ConnectionPools.mostOfOne() + 1).lookup("large", 5L);
        final List<InMemoryRun.Result> results = gateway.results();
        assertTrue(results.get(0).failure().message().contains("TOOBIG"), results.get(0)::toString);
        assertEquals("[{n=5}]", results.get(1).toString());
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
