package dev.sluice.service.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class UpdateRunTest extends JdbcTest {

    private static final String AD_HOC = "adHoc: true\nupdatesPerTransaction: 1000\n";
    private static final String STATEMENTS = """
            chunk:
              limit: 1000
            statements:
              insert:
                sql: INSERT INTO account (id, amount) VALUES (?, ?)
                types: [long, long]
              add:
                sql: UPDATE account SET amount = amount + ? WHERE id = ?
                types: [long, long]
            """;

    private Database accounts(TestDatabase kind) throws SQLException {
        final Database database = database(kind);
        database.execute("CREATE TABLE account (id BIGINT PRIMARY KEY, amount BIGINT CHECK (amount >= 0))");
        return database;
    }

    @ParameterizedTest
    @EnumSource
    void shouldFailOnlyTheBadOneOfAThousandInTensOfTrips(TestDatabase kind) throws SQLException {
        final Database database = accounts(kind);
        final JdbcGateway gateway = gateway(database, AD_HOC, STATEMENTS);
        for (long i = 0; i < 1_000; i++) {
            gateway.update("insert", i == 300 ? 299 : i, i);
        }
        final List<String> expected = new ArrayList<>(Collections.nCopies(1_000, "updated 1"));
        expected.set(300, "REJECTED 23505");
        assertEquals(expected, gateway.texts());
        assertEquals(List.of("999 499200"), database.rows("SELECT COUNT(*), SUM(amount) FROM account"));
        assertTrue(gateway.trips() < 120, gateway.trips() + " trips");
    }

    @ParameterizedTest
    @EnumSource
    void shouldKeepTheOrderOfDifferentStatements(TestDatabase kind) throws SQLException {
        final Database database = accounts(kind);
        final JdbcGateway gateway = gateway(database, AD_HOC, STATEMENTS);
        gateway.update("add", 1L, 1L)
                .update("insert", 1L, 5L)
                .update("add", -9L, 1L)
                .update("add", 2L, 1L);
        gateway.update("add", 3L, 1L).update("insert", 1L, 0L).update("DELETE FROM account WHERE amount > ?", 9L);
        assertEquals(
                List.of("updated 0", "updated 1", "updated 1", "updated 1", "updated 1"),
                gateway.texts().stream()
                        .filter(text -> text.startsWith("updated"))
                        .toList());
        assertEquals(List.of(), database.rows("SELECT * FROM account"));
    }

    @ParameterizedTest
    @EnumSource
    void shouldCountTheSameInABatchAndAlone(TestDatabase kind) throws SQLException {
        final Database database = accounts(kind);
        final String upsert = switch (kind) {
            case POSTGRESQL -> "INSERT INTO account VALUES (?, 1) ON CONFLICT DO NOTHING";
            case HSQLDB ->
                "MERGE INTO account USING (VALUES(CAST(? AS BIGINT))) AS v(id) ON account.id = v.id"
                        + " WHEN NOT MATCHED THEN INSERT VALUES (v.id, 1)";
            case H2 ->
                "MERGE INTO account USING (VALUES(CAST(? AS BIGINT))) AS v(id) ON account.id = v.id"
                        + " WHEN NOT MATCHED THEN INSERT VALUES (v.id, 1)";
        };
        final JdbcGateway gateway = gateway(database, AD_HOC, STATEMENTS);
        final List<Long> keys = List.of(1L, 2L, 1L, 3L, 2L);
        keys.forEach(key -> gateway.update(upsert, key));
        final List<String> together = gateway.texts();
        database.execute("DELETE FROM account");
        final List<String> alone = new ArrayList<>();
        for (final Long key : keys) {
            alone.addAll(gateway.update(upsert, key).texts());
        }
        assertEquals(List.of("updated 1", "updated 1", "updated 0", "updated 1", "updated 0"), together);
        assertEquals(together, alone);
    }

    @Test
    void shouldGiveTheRowsThatAStatementReturns() throws SQLException {
        final Database database = accounts(TestDatabase.POSTGRESQL);
        final JdbcGateway gateway = gateway(database, AD_HOC, STATEMENTS);
        gateway.update("insert", 1L, 1L).update("insert", 2L, 1L);
        gateway.update("UPDATE account SET amount = ? RETURNING id", 5L);
        gateway.update("UPDATE account SET amount = ? RETURNING id", 6L);
        gateway.update("WITH gone AS (DELETE FROM account WHERE id > ? RETURNING id) SELECT * FROM gone", 0L);
        gateway.update("DELETE FROM account WHERE id > ? RETURNING id", 0L);
        final String two = "[{id=1}, {id=2}]";
        assertEquals(List.of("updated 1", "updated 1", two, two, two, "[]"), gateway.texts());
    }

    @Test
    void shouldUndoAnUpdateThatReturnsMoreThanAResultMayHave() throws SQLException {
        final Database database = accounts(TestDatabase.POSTGRESQL);
        database.execute(
                "CREATE FUNCTION nothing() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'",
                "CREATE TABLE own (id BIGINT, amount BIGINT)",
                "CREATE TRIGGER harmless BEFORE INSERT ON own FOR EACH ROW EXECUTE FUNCTION nothing()");
        final JdbcGateway gateway = gateway(database, AD_HOC, "");
        for (final String table : List.of("account", "own")) {
            final String insert = "INSERT INTO " + table + " SELECT n, 1 FROM generate_series(1, ?) n RETURNING id";
            final String wide =
                    "INSERT INTO " + table + " VALUES (100, 1) RETURNING repeat('x', CAST(? AS integer)) AS x";
            gateway.update(insert, 101L).update(insert, 2L).update(wide, 70_000L);
            assertEquals(List.of("TOO_LARGE", "[{id=1}, {id=2}]", "TOO_LARGE"), gateway.texts());
            assertEquals(List.of("2"), database.rows("SELECT COUNT(*) FROM " + table));
        }
    }

    @Test
    void shouldFailTheOwnItemOfADeferredConstraint() throws SQLException {
        final Database database = accounts(TestDatabase.POSTGRESQL);
        database.execute("CREATE TABLE booking (account BIGINT REFERENCES account DEFERRABLE INITIALLY DEFERRED)");
        final JdbcGateway gateway = gateway(database, AD_HOC, STATEMENTS);
        final String book = "INSERT INTO booking VALUES (?)";
        gateway.update("insert", 1L, 1L).update(book, 1L).update(book, 2L).update(book, 1L);
        assertEquals(List.of("updated 1", "updated 1", "REJECTED 23503", "updated 1"), gateway.texts());
        assertEquals(List.of("2"), database.rows("SELECT COUNT(*) FROM booking"));
    }

    @Test
    void shouldGiveEachItsOwnTransactionWhenConfigured() throws SQLException {
        final Database database = accounts(TestDatabase.POSTGRESQL);
        database.execute("CREATE TABLE seen (id BIGINT)");
        for (final String mode : List.of("each", "shared")) {
            final JdbcGateway gateway = gateway(database, AD_HOC + "transaction: " + mode, "");
            for (long i = 0; i < 3; i++) {
                gateway.update("INSERT INTO seen VALUES (?)", i);
            }
            assertEquals(List.of("updated 1", "updated 1", "updated 1"), gateway.texts());
        }
        assertEquals(List.of("4"), database.rows("SELECT COUNT(DISTINCT xmin::text) FROM seen"));
    }

    @Test
    void shouldShareATransactionUnprovedWhereItIsTrusted() throws SQLException {
        final Database database = accounts(TestDatabase.POSTGRESQL);
        database.execute(
                "CREATE TABLE seen (id BIGINT)",
                "CREATE FUNCTION nothing() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'",
                "CREATE TRIGGER harmless BEFORE INSERT ON seen FOR EACH ROW EXECUTE FUNCTION nothing()");
        for (final String trust : List.of("[]", "transaction")) {
            final JdbcGateway gateway = gateway(
                    database,
                    "",
                    "statements:\n  see:\n    sql: INSERT INTO seen VALUES (?)\n    trust: " + trust + "\n");
            gateway.update("see", 1L).update("see", 2L).update("see", 3L);
            assertEquals(List.of("updated 1", "updated 1", "updated 1"), gateway.texts());
        }
        assertEquals(List.of("4"), database.rows("SELECT COUNT(DISTINCT xmin::text) FROM seen"));
    }

    @Test
    void shouldRunSqlWithoutParametersAloneWhenItIsSeenOnce() throws SQLException {
        final Database database = accounts(TestDatabase.POSTGRESQL);
        database.execute("CREATE TABLE seen (id BIGINT)");
        final JdbcGateway gateway = gateway(database, AD_HOC, "");
        gateway.update("INSERT INTO seen VALUES (1)");
        for (int i = 0; i < 3; i++) {
            gateway.update("INSERT INTO seen VALUES (2)");
        }
        assertEquals(Collections.nCopies(4, "updated 1"), gateway.texts());
        assertEquals(
                List.of("1 1", "2 1"),
                database.rows("SELECT id, COUNT(DISTINCT xmin::text) FROM seen GROUP BY id ORDER BY id"));
    }

    @Test
    void shouldRunSqlWithoutParametersAloneBetweenUpdatesThatShareATransaction() throws SQLException {
        final Database database = accounts(TestDatabase.POSTGRESQL);
        database.execute("CREATE TABLE seen (id BIGINT)");
        final JdbcGateway gateway = gateway(database, AD_HOC, "");
        gateway.update("INSERT INTO seen VALUES (?)", 1L).update("INSERT INTO seen VALUES (2)");
        gateway.update("INSERT INTO seen VALUES (?)", 3L);
        assertEquals(Collections.nCopies(3, "updated 1"), gateway.texts());
        assertEquals(List.of("3"), database.rows("SELECT COUNT(DISTINCT xmin::text) FROM seen"));
    }

    @Test
    void shouldTakeATripForATransactionOfItsOwnAndOneForTheLastCommit() throws SQLException {
        final Database database = accounts(TestDatabase.POSTGRESQL);
        database.execute("CREATE TABLE seen (id BIGINT PRIMARY KEY)");
        final JdbcGateway gateway = gateway(database, AD_HOC + "transaction: each", "");
        assertEquals(
                List.of("updated 1"),
                gateway.update("INSERT INTO seen VALUES (?)", -1L).texts());
        final long before = gateway.trips();
        for (long i = 0; i < 20; i++) {
            gateway.update("INSERT INTO seen VALUES (?)", i);
        }
        assertEquals(Collections.nCopies(20, "updated 1"), gateway.texts());
        assertEquals(21, gateway.trips() - before);
        gateway.update("INSERT INTO seen VALUES (?)", 100L).update("INSERT INTO seen VALUES (?)", new Object[] {null});
        assertEquals(List.of("updated 1", "REJECTED 23502"), gateway.texts());
    }

    @ParameterizedTest
    @EnumSource
    void shouldRunDefinitionsAloneAtTheirPlace(TestDatabase kind) throws SQLException {
        final Database database = accounts(kind);
        final JdbcGateway gateway = gateway(database, AD_HOC, STATEMENTS);
        gateway.update("insert", 1L, 1L)
                .update("CREATE TABLE later (id BIGINT)")
                .update("INSERT INTO later VALUES (?)", 1L)
                .update("DROP TABLE account")
                .update("DROP TABLE nowhere");
        final List<String> texts = gateway.texts();
        assertEquals(List.of("updated 1", "updated 0", "updated 1", "updated 0"), texts.subList(0, 4));
        assertTrue(texts.get(4).startsWith("REJECTED 42"), texts.get(4));
    }

    @Test
    void shouldVacuumOutsideATransaction() throws SQLException {
        final JdbcGateway gateway = gateway(accounts(TestDatabase.POSTGRESQL), AD_HOC, STATEMENTS);
        assertEquals(
                List.of("updated 1", "updated 0"),
                gateway.update("insert", 1L, 1L).update("VACUUM account").texts());
    }

    @Test
    void shouldSurviveADeadlockWithAForeignTransaction() throws Exception {
        final Database database = accounts(TestDatabase.POSTGRESQL);
        database.execute("INSERT INTO account VALUES (1, 0), (2, 0)");
        final JdbcGateway gateway = gateway(database, AD_HOC, STATEMENTS);
        try (Connection foreign = database.connect();
                Statement statement = foreign.createStatement()) {
            foreign.setAutoCommit(false);
            statement.execute("SET LOCAL deadlock_timeout = '60s'"); // so that it is not the one to be cancelled
            statement.execute("UPDATE account SET amount = amount + 100 WHERE id = 2");
            final CompletableFuture<Void> crossing = CompletableFuture.runAsync(() -> {
                awaitLockWaiter(database);
                try {
                    statement.execute("UPDATE account SET amount = amount + 100 WHERE id = 1");
                    foreign.commit();
                } catch (final SQLException e) {
                    throw new IllegalStateException(e);
                }
            });
            gateway.update("add", 1L, 1L).update("add", 1L, 2L).update("add", 1L, 1L);
            assertEquals(List.of("updated 1", "updated 1", "updated 1"), gateway.texts());
            crossing.get();
        }
        assertEquals(List.of("1 102", "2 101"), database.rows("SELECT id, amount FROM account ORDER BY id"));
    }

    private static void awaitLockWaiter(Database database) {
        org.awaitility.Awaitility.await()
                .until(() -> database.rows("SELECT COUNT(*) FROM pg_locks WHERE NOT granted")
                        .equals(List.of("1")));
    }

    @Test
    void shouldRunAnUpdateInsideOfTwoNamedQueries() throws SQLException {
        final Database database = database(TestDatabase.POSTGRESQL);
        database.execute("CREATE TABLE t (id BIGINT PRIMARY KEY, n BIGINT)", "INSERT INTO t VALUES (1, 0), (2, 0)");
        final JdbcGateway gateway = gateway(database, "", """
                statements:
                  raise:
                    sql: >
                      WITH x AS (WITH b AS (SELECT CAST(? AS BIGINT) AS id)
                        UPDATE t SET n = n + 1 FROM b WHERE t.id >= b.id RETURNING t.id)
                      SELECT id FROM x
                    types: [long]
                """);
        assertEquals(
                List.of("[{id=1}, {id=2}]", "[{id=2}]"),
                gateway.update("raise", 1L).update("raise", 2L).texts());
        assertEquals(List.of("1 1", "2 2"), database.rows("SELECT id, n FROM t ORDER BY id"));
    }
}
