package dev.sluice.service.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.service.CapturedLog;
import dev.sluice.service.memory.InMemoryRun;
import dev.sluice.testsupport.PostgresServer;
import java.net.URI;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a real server does to a client that has done nothing wrong. */
class ServerFaultsTest extends JdbcTest {

    private static final String CONFIG = """
            chunk:
              limit: 100
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

    private static Database accounts(String url, String user) throws SQLException {
        final Database database = new Database(TestDatabase.POSTGRESQL, url, user);
        database.execute(
                "CREATE TABLE account (id BIGINT PRIMARY KEY, amount BIGINT)",
                "INSERT INTO account SELECT i, 0 FROM generate_series(0, 9) i");
        return database;
    }

    private Database accounts() throws SQLException {
        final Database shared = database(TestDatabase.POSTGRESQL);
        return accounts(shared.url(), shared.user());
    }

    /** Takes every connection that the server has, so that the next one is refused with 53300. */
    private static List<Connection> takeAllConnections(PostgresServer server) {
        final List<Connection> taken = new ArrayList<>();
        while (true) {
            try {
                taken.add(DriverManager.getConnection(server.jdbcUrl(), server.user(), ""));
            } catch (final SQLException e) {
                assertEquals("53300", e.getSQLState(), e.getMessage());
                return taken;
            }
        }
    }

    private static void give(List<Connection> taken) throws SQLException {
        for (final Connection connection : taken) {
            connection.close();
        }
    }

    @Test
    void shouldWaitAndFailNothingWhileTheServerHasNoConnectionLeft() throws SQLException {
        try (PostgresServer server = PostgresServer.open();
                CapturedLog log = new CapturedLog()) {
            final Database database = accounts(server.jdbcUrl(), server.user());
            final List<Connection> taken = takeAllConnections(server);
            try (JdbcGateway gateway = gateway(database, "connectionTimeout: 300ms\n", CONFIG)) {
                gateway.lookup("account", 1L).update("add", 1L).lookup("account", 1L);
                gateway.untilLogged(log, "main is away");
                assertTrue(log.lines().toString().contains("53300"), log.lines()::toString);
                for (int turn = 0; turn < 100; turn++) {
                    gateway.turn();
                }
                assertEquals(0, gateway.answered());
                give(taken);
                assertEquals(List.of("[{amount=0}]", "updated 1", "[{amount=1}]"), gateway.texts());
            }
        }
    }

    /** HikariCP asks the first connection of each pool for the isolation level. */
    @Test
    void shouldWaitAndFailNothingWhenTheFirstConnectionsAreLostWhileTheyAreMadeReady() throws Exception {
        final Database direct = accounts();
        final URI server = URI.create(direct.url().substring("jdbc:".length()));
        try (Proxy proxy = new Proxy(server.getPort());
                CapturedLog log = new CapturedLog()) {
            proxy.cutAt("SHOW TRANSACTION ISOLATION LEVEL");
            proxy.cutAt("SHOW TRANSACTION ISOLATION LEVEL");
            final Database database = new Database(
                    TestDatabase.POSTGRESQL,
                    direct.url().replaceFirst(":\\d+/", ":" + proxy.port() + "/"),
                    direct.user());
            final JdbcGateway gateway = gateway(database, "connectionTimeout: 300ms\n", CONFIG);
            gateway.lookup("account", 1L).update("add", 1L).lookup("account", 1L);
            assertEquals(List.of("[{amount=0}]", "updated 1", "[{amount=1}]"), gateway.texts());
            assertTrue(proxy.hasCutAll());
            assertTrue(log.lines().toString().contains("main is away: "), log.lines()::toString);
        }
    }

    @Test
    void shouldFailOnlyTheUpdateThatWaitsTooLongForALock() throws Exception {
        final Database database = accounts();
        final JdbcGateway gateway = gateway(database, "statementTimeout: 1s\nretries: 1\n", CONFIG);
        try (Connection other = database.connect();
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("UPDATE account SET amount = 100 WHERE id = 2");
            for (long id = 1; id <= 3; id++) {
                gateway.update("add", id);
            }
            assertEquals(List.of("updated 1", "TIMEOUT 57014", "updated 1"), gateway.texts());
            other.rollback();
        }
        assertEquals(List.of("updated 1"), gateway.update("add", 2L).texts());
        assertEquals(
                List.of("1", "1", "1"),
                database.rows("SELECT amount FROM account WHERE id BETWEEN 1 AND 3 ORDER BY id"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"pg_terminate_backend", "pg_cancel_backend"})
    void shouldAnswerEverythingWhenAnAdministratorEndsItsSessions(String function) throws SQLException {
        final Database database = accounts();
        final JdbcGateway gateway = gateway(database, "retries: 100\n", CONFIG);
        for (int round = 0; round < 5; round++) {
            for (long i = 0; i < 400; i++) {
                if (i % 4 == 3) {
                    gateway.update("add", i % 10);
                } else {
                    gateway.lookup("account", i % 10);
                }
            }
            for (int turn = 0; turn < 5; turn++) {
                gateway.turn();
            }
            database.rows("SELECT COUNT(" + function + "(pid)) FROM pg_stat_activity"
                    + " WHERE datname = current_database() AND pid <> pg_backend_pid()");
            final List<InMemoryRun.Result> results = gateway.results();
            assertEquals(400, results.size());
            results.forEach(result -> assertEquals(null, result.failure()));
        }
    }

    private static final String CANARY = "P-0007168";

    /** The driver says a batch with all of its values. */
    @Test
    void shouldSayNoArgumentWhenItsSessionEndsWithinABatch() throws Exception {
        final Database database = accounts();
        database.execute(
                "CREATE TABLE payment (policy TEXT, n BIGINT)", "INSERT INTO payment VALUES ('" + CANARY + "', 0)");
        try (CapturedLog log = new CapturedLog();
                Connection other = database.connect();
                Statement statement = other.createStatement()) {
            final JdbcGateway gateway = gateway(database, "adHoc: true\n", CONFIG);
            other.setAutoCommit(false);
            statement.execute("UPDATE payment SET n = 0");
            for (int i = 0; i < 3; i++) {
                gateway.update("UPDATE payment SET n = n + 1 WHERE policy = ?", CANARY);
            }
            while (database.rows("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
                            + " AND datname = current_database()")
                    .isEmpty()) {
                gateway.turn();
            }
            gateway.untilLogged(log, "main is away");
            other.rollback();
            assertEquals(List.of("updated 1", "updated 1", "updated 1"), gateway.texts());
            assertTrue(log.lines().toString().contains("(SQLState 57P01)"), log.lines()::toString);
            assertEquals(
                    List.of(),
                    log.lines().stream().filter(line -> line.contains(CANARY)).toList());
        }
    }
}
