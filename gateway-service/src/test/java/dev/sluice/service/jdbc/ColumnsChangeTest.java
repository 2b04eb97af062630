package dev.sluice.service.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Columns that change while statements on them are prepared: each value is found under the name that it has now. */
class ColumnsChangeTest extends JdbcTest {

    /** After as many executions PostgreSQL's driver has the server keep the statement, and describes it no more. */
    private static final int ROUNDS = 7;

    enum Product {
        POSTGRESQL,
        HSQLDB,
        H2,
        SQLITE,
        MARIADB;

        private String rename(String from, String to) {
            final boolean altersColumns = this == HSQLDB || this == H2;
            return "ALTER TABLE t "
                    + (altersColumns ? "ALTER COLUMN " + from + " RENAME TO " : "RENAME COLUMN " + from + " TO ") + to;
        }
    }

    @TempDir
    private Path directory;

    private Database filled(Product product) throws SQLException {
        final Database database = empty(product);
        database.execute("CREATE TABLE t (id BIGINT PRIMARY KEY, a BIGINT, b BIGINT)");
        for (int id = 1; id <= 6; id++) {
            database.execute("INSERT INTO t VALUES (" + id + ", " + (10 + id) + ", " + (20 + id) + ")");
        }
        return database;
    }

    private Database empty(Product product) throws SQLException {
        switch (product) {
            case SQLITE:
                return new Database(null, "jdbc:sqlite:" + directory.resolve("t.db") + "?journal_mode=WAL", "nobody");
            case MARIADB:
                return mariaDb("columns");
            default:
                return database(TestDatabase.valueOf(product.name()));
        }
    }

    private JdbcGateway gateway(Database database, int limit) {
        return gateway(database, limit, false);
    }

    private JdbcGateway gateway(Database database, int limit, boolean snapshot) {
        return gateway(database, "adHoc: true\nsnapshot: " + snapshot + "\n", """
                chunk:
                  limit: %d
                lookups:
                  one:
                    sql: SELECT * FROM t WHERE id = ?
                    types: [long]
                """.formatted(limit));
    }

    /** What the rows of six keys are, by a lookup, an ad hoc query, and one that finds nothing but has columns. */
    private static List<String> ask(JdbcGateway gateway) {
        for (long id = 1; id <= 6; id++) {
            gateway.lookup("one", id);
        }
        gateway.query("SELECT * FROM t WHERE id < ?", 2L);
        return gateway.texts().stream()
                .map(text -> text.toLowerCase(Locale.ROOT))
                .toList();
    }

    private static List<String> expected(String row) {
        final List<String> expected = new ArrayList<>();
        for (int id = 1; id <= 6; id++) {
            expected.add("[{" + row.replace("#", "" + id) + "}]");
        }
        expected.add(expected.get(0));
        return expected;
    }

    private static void change(JdbcGateway gateway, Database database, boolean elsewhere, String... ddl)
            throws SQLException {
        if (elsewhere) {
            database.execute(ddl);
        } else {
            for (final String statement : ddl) {
                gateway.update(statement);
            }
            final List<String> texts = gateway.texts(); // SQLite's driver counts the rows of the update before
            assertTrue(texts.stream().allMatch(text -> text.startsWith("updated")), texts::toString);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "POSTGRESQL, 1, true", "POSTGRESQL, 100, true", "POSTGRESQL, 1, false", "POSTGRESQL, 100, false",
        "HSQLDB, 1, true", "HSQLDB, 100, true", "HSQLDB, 1, false", "HSQLDB, 100, false",
        "H2, 1, true", "H2, 100, true", "H2, 1, false", "H2, 100, false",
        "SQLITE, 1, true", "SQLITE, 100, true", "SQLITE, 1, false", "SQLITE, 100, false",
        "MARIADB, 1, true", "MARIADB, 100, true", "MARIADB, 1, false", "MARIADB, 100, false",
    })
    void shouldGiveEachValueUnderItsNameWhenColumnsChange(Product product, int limit, boolean elsewhere)
            throws SQLException {
        final Database database = filled(product);
        final JdbcGateway gateway = gateway(database, limit);
        for (int before = 1; before <= ROUNDS; before += ROUNDS - 1) {
            for (int round = 0; round < before; round++) {
                assertEquals(expected("id=#, a=1#, b=2#"), ask(gateway));
            }
            change(
                    gateway,
                    database,
                    elsewhere,
                    "ALTER TABLE t DROP COLUMN b",
                    "ALTER TABLE t ADD COLUMN fee BIGINT DEFAULT 7");
            assertEquals(expected("id=#, a=1#, fee=7"), ask(gateway));
            assertEquals(expected("id=#, a=1#, fee=7"), ask(gateway));

            change(
                    gateway,
                    database,
                    elsewhere,
                    product.rename("a", "x"),
                    product.rename("fee", "a"),
                    product.rename("x", "fee"));
            assertEquals(expected("id=#, fee=1#, a=7"), ask(gateway));
            assertEquals(expected("id=#, fee=1#, a=7"), ask(gateway));

            change(gateway, database, elsewhere, "ALTER TABLE t DROP COLUMN a");
            assertEquals(expected("id=#, fee=1#"), ask(gateway));

            change(gateway, database, elsewhere, product.rename("fee", "a"), "ALTER TABLE t ADD COLUMN b BIGINT");
            change(gateway, database, true, "UPDATE t SET b = 20 + id");
        }
        assertEquals(expected("id=#, a=1#, b=2#"), ask(gateway));
    }

    /** To JDBC both are a TIMESTAMP. */
    @ParameterizedTest
    @ValueSource(ints = {1, 100})
    void shouldReadEachValueByItsTypeWhenOnlyTheTypeChanges(int limit) throws SQLException {
        final Database database = empty(Product.POSTGRESQL);
        database.execute(
                "CREATE TABLE t (id BIGINT PRIMARY KEY, a TIMESTAMP)",
                "INSERT INTO t SELECT id, TIMESTAMP '2026-03-29 02:30' FROM generate_series(1, 6) AS id");
        final JdbcGateway gateway = gateway(database, limit);
        for (int before = 1; before <= ROUNDS; before += ROUNDS - 1) {
            for (int round = 0; round < before; round++) {
                assertEquals(expected("id=#, a=2026-03-29t02:30"), ask(gateway));
            }
            database.execute("ALTER TABLE t ALTER COLUMN a TYPE TIMESTAMPTZ USING a AT TIME ZONE 'UTC'");
            assertEquals(expected("id=#, a=2026-03-29t02:30:00z"), ask(gateway));
            database.execute("ALTER TABLE t ALTER COLUMN a TYPE TIMESTAMP USING a AT TIME ZONE 'UTC'");
        }
    }

    @Test
    void shouldAskInChunksAgainWhenColumnsHaveChanged() throws SQLException {
        final Database database = filled(Product.POSTGRESQL);
        final JdbcGateway gateway = gateway(database, 100);
        ask(gateway);
        database.execute("ALTER TABLE t RENAME COLUMN b TO c");
        ask(gateway);
        ask(gateway); // the query finds out by its single form, and is described anew the next time
        final long trips = gateway.trips();
        ask(gateway);
        assertEquals(2, gateway.trips() - trips);
    }

    /** A failure ends PostgreSQL's transactions, so the chunk is asked again after a savepoint. */
    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "HSQLDB", "MARIADB"})
    void shouldGiveEachValueUnderItsNameWhenReadsShareASnapshot(Product product) throws SQLException {
        final Database database = filled(product);
        final JdbcGateway gateway = gateway(database, 100, true);
        for (int round = 0; round < ROUNDS; round++) {
            assertEquals(expected("id=#, a=1#, b=2#"), ask(gateway));
        }
        database.execute(product.rename("a", "x"), product.rename("b", "a"), product.rename("x", "b"));
        assertEquals(expected("id=#, b=1#, a=2#"), ask(gateway));
        assertEquals(expected("id=#, b=1#, a=2#"), ask(gateway));
    }
}
