package dev.sluice.service.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.service.CapturedLog;
import dev.sluice.service.memory.InMemoryRun;
import dev.sluice.testsupport.PostgresOptions;
import dev.sluice.testsupport.PostgresServer;
import java.sql.SQLException;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OutageTest extends JdbcTest {

    private static final String CONFIG = """
            chunk:
              limit: 20
              callsInFlight: 2
            lookups:
              account:
                sql: SELECT amount FROM account WHERE id = ?
                types: [long]
                reads: [account]
            statements:
              add:
                sql: UPDATE account SET amount = amount + 1 WHERE id = ?
                types: [long]
                writes: [account]
            """;

    private static void makeAccounts(Database database, String rows) throws SQLException {
        database.execute("CREATE TABLE account (id BIGINT PRIMARY KEY, amount BIGINT)", "INSERT INTO account " + rows);
    }

    private static void work(JdbcGateway gateway, int answers) {
        while (gateway.answered() < answers) {
            gateway.turn();
        }
    }

    @Test
    void shouldHoldItsPositionWhileTheDatabaseIsAwayAndFailNothing() throws SQLException {
        // Killed while it acknowledges commits that are not on disk it would lose some, and the gateway would stop.
        try (PostgresServer server = PostgresServer.open(PostgresOptions.durableCommits())) {
            final Database database = at(server);
            makeAccounts(database, "SELECT i, 0 FROM generate_series(0, 9) i");
            try (JdbcGateway gateway = gateway(database, "connectionTimeout: 300ms\n", CONFIG)) {
                for (long i = 0; i < 2_000; i++) {
                    if (i % 10 == 9) {
                        gateway.update("add", i / 10 % 10);
                    } else {
                        gateway.lookup("account", i % 10);
                    }
                }
                work(gateway, 300);
                server.stop();
                for (int i = 0; i < 200; i++) {
                    gateway.turn();
                }
                final int held = gateway.answered();
                assertTrue(held < 2_000, "the server was stopped too late");
                server.start();
                work(gateway, 900);
                server.killServer();
                server.start();
                final List<InMemoryRun.Result> results = gateway.results();
                assertEquals(2_000, results.size());
                results.forEach(result -> assertEquals(null, result.failure()));
            }
        }
    }

    @Test
    void shouldStartWhileTheDatabaseIsAway() throws SQLException {
        try (PostgresServer server = PostgresServer.open()) {
            final Database database = at(server);
            makeAccounts(database, "VALUES (1, 7)");
            server.stop();
            try (CapturedLog log = new CapturedLog();
                    JdbcGateway gateway = gateway(database, "connectionTimeout: 300ms\n", CONFIG)) {
                gateway.lookup("account", 1L).update("add", 1L).lookup("account", 1L);
                gateway.untilLogged(log, "main is away");
                assertEquals(0, gateway.answered());
                server.start();
                assertEquals(List.of("[{amount=7}]", "updated 1", "[{amount=8}]"), gateway.texts());
            }
        }
    }

    @Test
    void shouldWaitForADeclaredLookupThatCannotBePrepared() throws SQLException {
        for (final TestDatabase kind : TestDatabase.values()) {
            final Database database = database(kind);
            final JdbcGateway gateway = gateway(database, "", CONFIG);
            gateway.lookup("account", 1L).lookup("account", 2L);
            try (CapturedLog log = new CapturedLog()) {
                gateway.untilLogged(log, MISFIT);
                assertTrue(
                        log.count("lookup 'account' cannot be prepared") > 0,
                        log.lines().toString());
                assertEquals(0, gateway.answered());
                makeAccounts(database, "VALUES (1, 7)");
                assertEquals("not found", gateway.texts().get(1));
            }
        }
    }

    @Test
    void shouldWaitForADeclaredUpdateThatCannotBePrepared() throws SQLException {
        for (final TestDatabase kind : TestDatabase.values()) {
            final Database database = database(kind);
            final JdbcGateway gateway = gateway(database, "", CONFIG);
            gateway.update("add", 1L).update("add", 2L);
            try (CapturedLog log = new CapturedLog()) {
                gateway.untilLogged(log, MISFIT);
                makeAccounts(database, "VALUES (1, 7)");
                assertEquals(List.of("updated 1", "updated 0"), gateway.texts());
                assertTrue(
                        log.count("statement 'add' cannot be prepared") > 0,
                        log.lines().toString());
            }
        }
    }

    @Test
    void shouldFailOnlyTheItemWhoseSqlCannotBePrepared() throws SQLException {
        for (final TestDatabase kind : TestDatabase.values()) {
            final Database database = database(kind);
            database.execute("CREATE TABLE account (id BIGINT PRIMARY KEY, amount BIGINT)");
            final JdbcGateway gateway = gateway(database, "adHoc: true\n", CONFIG);
            gateway.query("SELECT * FROM nowhere")
                    .query("SELECT amount FROM account")
                    .update("DELETE FROM nowhere");
            final List<String> texts = gateway.texts();
            assertTrue(texts.get(0).startsWith("REJECTED 42"), texts.get(0));
            assertEquals("[]", texts.get(1));
            assertTrue(texts.get(2).startsWith("REJECTED 42"), texts.get(2));
        }
    }

    @Test
    void shouldNotPrintThePasswordWhenItIsWrong() throws SQLException {
        final Database database = database(TestDatabase.H2);
        database.execute("CREATE TABLE account (id BIGINT PRIMARY KEY, amount BIGINT)");
        final JdbcGateway gateway = gateway(database, "password: open-sesame\nconnectionTimeout: 300ms\n", CONFIG);
        gateway.lookup("account", 1L);
        try (CapturedLog log = new CapturedLog()) {
            gateway.untilLogged(log, "main is away");
            assertFalse(
                    log.lines().toString().contains("open-sesame"), log.lines().toString());
        }
    }

    @Test
    void shouldFailLookupsAfterSomeTimeAndHoldUpdatesUntilTheDatabaseIsBackAndRunThemOnce() throws SQLException {
        try (PostgresServer server = PostgresServer.open(PostgresOptions.durableCommits())) {
            final Database database = at(server);
            makeAccounts(database, "VALUES (1, 7)");
            try (CapturedLog log = new CapturedLog();
                    JdbcGateway gateway =
                            gateway(database, "connectionTimeout: 300ms\noutage: fail-after 500ms\n", CONFIG)) {
                assertEquals(
                        List.of("[{amount=7}]", "updated 1"),
                        gateway.lookup("account", 1L).update("add", 1L).texts());
                server.stop();
                assertEquals(
                        List.of("UNAVAILABLE", "UNAVAILABLE"),
                        gateway.lookup("account", 1L).lookup("account", 2L).texts());
                assertEquals(
                        List.of("UNAVAILABLE"), gateway.lookup("account", 1L).texts());
                gateway.update("add", 1L).lookup("account", 1L).update("add", 1L);
                gateway.untilLogged(log, "until it is back, requests to it fail");
                final long from = System.nanoTime();
                while (System.nanoTime() - from < 1_000_000_000L) {
                    gateway.turn();
                }
                assertEquals(5, gateway.answered(), "updates are held, and what is behind them");
                server.start();
                final List<String> texts = gateway.lookup("account", 1L).texts();
                assertEquals(List.of("updated 1", "updated 1"), List.of(texts.get(0), texts.get(2)));
                assertEquals(List.of("10"), database.rows("SELECT amount FROM account"));
                assertEquals(1, log.count("main is away"), log.lines()::toString);
                assertEquals(1, log.count("requests to it fail"), log.lines()::toString);
                assertEquals(1, log.count("main is back"), log.lines()::toString);
            }
        }
    }

    @Test
    void shouldFailUpdatesThatWereNeverAskedWhereTheyHappenAtLeastOnce() throws SQLException {
        try (PostgresServer server = PostgresServer.open()) {
            final Database database = at(server);
            makeAccounts(database, "VALUES (1, 7)");
            final String keys = "connectionTimeout: 300ms\nupdates: at-least-once\noutage: fail-after 500ms\n";
            try (JdbcGateway gateway = gateway(database, keys, CONFIG)) {
                gateway.lookup("account", 1L).texts();
                server.stop();
                gateway.lookup("account", 1L).texts();
                assertEquals(List.of("UNAVAILABLE"), gateway.update("add", 1L).texts());
                server.start();
                gateway.lookup("account", 1L).texts();
                assertEquals(List.of("7"), database.rows("SELECT amount FROM account"));
            }
        }
    }

    @Test
    void shouldGoOnWithAnotherDatabaseUntilTheWindowIsFullAndSayWhichOneHoldsTheLine() throws SQLException {
        try (PostgresServer server = PostgresServer.open()) {
            final Database dead = at(server);
            final Database alive = database(TestDatabase.POSTGRESQL);
            for (final Database one : List.of(dead, alive)) {
                makeAccounts(one, "SELECT i, 0 FROM generate_series(0, 99) i");
            }
            final String config = """
                    chunk:
                      limit: 20
                      callsInFlight: 2
                    lookups:
                      first:
                        database: first
                        sql: SELECT amount FROM account WHERE id = ?
                        types: [long]
                    statements:
                      add:
                        database: second
                        sql: UPDATE account SET amount = amount + 1 WHERE id = ?
                        types: [long]
                    """;
            try (CapturedLog log = new CapturedLog();
                    JdbcGateway gateway = gateway("name: gw\ndatabases:\n" + dead.section("first")
                            + "    connectionTimeout: 300ms\n" + alive.section("second") + config)) {
                gateway.lookup("first", 1L).update("add", 0L).texts(); // both have said which database they are
                server.stop();
                gateway.lookup("first", 1L);
                for (long i = 0; i < 100; i++) {
                    gateway.update("add", i);
                }
                gateway.untilLogged(log, "first holds the line: request 0:2 waits for it");
                // a chunk of 20 for each of two calls of two databases, and one that waits: that request and 99 after
                // it
                while (!alive.rows("SELECT sum(amount) FROM account").equals(List.of("100"))) {
                    gateway.turn();
                }
                assertEquals(2, gateway.answered());
                server.start();
                assertEquals("[{amount=0}]", gateway.texts().get(0));
                assertEquals(List.of("101"), alive.rows("SELECT sum(amount) FROM account"));
                assertEquals(1, log.count("holds the line"), log.lines()::toString);
                assertEquals(0, log.count("second is away"), log.lines()::toString);
            }
        }
    }

    @Test
    void shouldNotRunAnUpdateWhoseDeadlineHasPassedAndKeepThatOutcomeAsAnyOther() throws SQLException {
        for (final TestDatabase kind : TestDatabase.values()) {
            final Database database = database(kind);
            makeAccounts(database, "VALUES (1, 7)");
            final JdbcGateway gateway = gateway(database, "", CONFIG);
            gateway.update("add", 1L).late("add", 1L).late("add", 1L).update("add", 1L);
            assertEquals(List.of("updated 1", "TIMEOUT", "TIMEOUT", "updated 1"), gateway.texts());
            assertEquals(List.of("9"), database.rows("SELECT amount FROM account"));
        }
    }

    private static final String MISFIT = "main does not answer as configured: ";

    /** Another table loses its name after its statement was proved, and so shares a transaction with those of the first. */
    @ParameterizedTest
    @CsvSource({"POSTGRESQL, 1", "POSTGRESQL, 7", "POSTGRESQL, 100", "HSQLDB, 100", "H2, 100"})
    void shouldAnswerTheUpdatesBeforeOneThatCannotBePrepared(TestDatabase kind, int limit) throws SQLException {
        final Database database = database(kind);
        database.execute(
                "CREATE TABLE account (id BIGINT PRIMARY KEY, amount BIGINT)",
                "INSERT INTO account VALUES (1, 0)",
                "CREATE TABLE other (id BIGINT PRIMARY KEY, amount BIGINT)",
                "INSERT INTO other VALUES (1, 0)");
        final int before = 60;
        final String statement = "  %s: {sql: 'UPDATE %s SET amount = amount + 1 WHERE id = ?', types: [long]}\n";
        final JdbcGateway gateway = gateway(
                database,
                "updatesPerTransaction: " + limit + "\n",
                "chunk:\n  limit: " + limit + "\nstatements:\n" + statement.formatted("add", "account")
                        + statement.formatted("gone", "other"));
        assertEquals(
                List.of("updated 1", "updated 1"),
                gateway.update("add", 1L).update("gone", 1L).texts());
        database.execute("ALTER TABLE other RENAME TO renamed");
        for (int i = 0; i < before; i++) {
            gateway.update("add", 1L);
        }
        gateway.update("gone", 1L).update("add", 1L);
        try (CapturedLog log = new CapturedLog()) {
            while (gateway.answered() < 2 + before) {
                gateway.turn();
            }
            gateway.untilLogged(log, MISFIT);
            assertEquals(2 + before, gateway.answered());
            assertEquals(List.of(1L + before + ""), database.rows("SELECT amount FROM account"));
        }
        database.execute("ALTER TABLE renamed RENAME TO other");
        assertEquals(Collections.nCopies(before + 2, "updated 1"), gateway.texts());
        assertEquals(List.of(2L + before + ""), database.rows("SELECT amount FROM account"));
    }
}
