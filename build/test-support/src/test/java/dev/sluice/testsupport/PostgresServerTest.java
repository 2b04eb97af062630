package dev.sluice.testsupport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("nightly")
class PostgresServerTest {

    static Stream<RunAs> waysThatWorkHere() {
        return Stream.of(RunAs.values()).filter(RunAs::works);
    }

    @ParameterizedTest
    @MethodSource("waysThatWorkHere")
    void shouldAnswerAQueryWhenStartedInAnyWayThatWorksHere(RunAs runAs) throws SQLException {
        try (PostgresServer server = PostgresServer.open(PostgresOptions.fast(), runAs)) {
            assertEquals("18", query(server.jdbcUrl(), "SELECT split_part(current_setting('server_version'), '.', 1)"));
        }
    }

    @Test
    void shouldKeepDataAndUrlWhenStoppedAndStarted() throws SQLException {
        try (PostgresServer server = PostgresServer.open()) {
            final String url = server.jdbcUrl();
            execute(url, "CREATE TABLE kept AS SELECT 42 AS answer");
            server.stop();
            assertThrows(SQLException.class, () -> query(url, "SELECT 1"));
            server.start();
            assertEquals(url, server.jdbcUrl());
            assertEquals("42", query(url, "SELECT answer FROM kept"));
        }
    }

    @Test
    void shouldEndSessionsAsAdministratorsDoWhenStopped() throws SQLException {
        try (PostgresServer server = PostgresServer.open();
                Connection connection = DriverManager.getConnection(server.jdbcUrl(), server.user(), "");
                Statement statement = connection.createStatement()) {
            server.stop();
            final SQLException failure = assertThrows(SQLException.class, () -> statement.executeQuery("SELECT 1"));
            assertEquals("57P01", failure.getSQLState());
        }
    }

    @Test
    void shouldKeepWhatWasCommittedWhenADurableServerIsKilled() throws SQLException {
        try (PostgresServer server = PostgresServer.open(PostgresOptions.durableCommits())) {
            assertEquals("on", query(server.jdbcUrl(), "SHOW fsync"));
            assertEquals("on", query(server.jdbcUrl(), "SHOW synchronous_commit"));
            execute(server.jdbcUrl(), "CREATE TABLE kept AS SELECT 42 AS answer");
            server.killServer();
            assertThrows(SQLException.class, () -> query(server.jdbcUrl(), "SELECT 1"));
            server.start();
            assertEquals("42", query(server.jdbcUrl(), "SELECT answer FROM kept"));
        }
    }

    @Test
    void shouldNotSyncWhenFast() throws SQLException {
        assertEquals("off", query(PostgresServer.shared().jdbcUrl(), "SHOW fsync"));
        assertEquals("off", query(PostgresServer.shared().jdbcUrl(), "SHOW synchronous_commit"));
    }

    @Test
    void shouldGoOnWithDataAndPortWhenOpenedAgainInItsDirectory(@TempDir Path directory) throws SQLException {
        final PostgresOptions options = PostgresOptions.fast().in(directory.resolve("postgres"));
        final String url;
        try (PostgresServer server = PostgresServer.open(options)) {
            url = server.jdbcUrl();
            execute(url, "CREATE TABLE kept AS SELECT 42 AS answer");
        }
        assertThrows(SQLException.class, () -> query(url, "SELECT 1"));
        try (PostgresServer server = PostgresServer.open(options)) {
            assertEquals(url, server.jdbcUrl());
            assertEquals("42", query(url, "SELECT answer FROM kept"));
        }
    }

    @Test
    void shouldRefuseADirectoryWhenItsServerIsOpen(@TempDir Path directory) {
        final PostgresOptions options = PostgresOptions.fast().in(directory.resolve("postgres"));
        try (PostgresServer server = PostgresServer.open(options)) {
            final IllegalStateException refusal =
                    assertThrows(IllegalStateException.class, () -> PostgresServer.open(options));
            assertTrue(
                    refusal.getMessage()
                            .contains("in use by process "
                                    + ProcessHandle.current().pid()),
                    refusal::getMessage);
            assertFalse(server.jdbcUrl().isEmpty());
        }
    }

    @Test
    void shouldRefuseToStartWhenClosed() {
        final PostgresServer server = PostgresServer.open();
        server.close();
        assertThrows(IllegalStateException.class, server::start);
    }

    @Test
    void shouldServeOneServerPerJvmWhenShared() {
        assertSame(PostgresServer.shared(), PostgresServer.shared());
    }

    @Test
    void shouldMakeAnEmptyUtf8DatabaseWhenAskedForOne() throws SQLException {
        final PostgresServer server = PostgresServer.shared();
        final String first = server.createDatabase("first");
        final String second = server.createDatabase("second");
        assertNotEquals(first, second);
        execute(first, "CREATE TABLE mine (name TEXT)");
        execute(first, "INSERT INTO mine VALUES ('Zoë Ångström 水')");
        assertEquals("Zoë Ångström 水", query(first, "SELECT name FROM mine"));
        assertEquals("ZOË ÅNGSTRÖM 水", query(first, "SELECT upper(name) FROM mine"));
        assertEquals("UTF8", query(first, "SHOW server_encoding"));
        assertEquals("0", query(second, "SELECT count(*) FROM pg_tables WHERE tablename = 'mine'"));
    }

    @Test
    void shouldRefuseADatabaseNameWhenItWouldNeedQuotes() {
        final PostgresServer server = PostgresServer.shared();
        final IllegalArgumentException refusal =
                assertThrows(IllegalArgumentException.class, () -> server.createDatabase("x; DROP TABLE y"));
        assertTrue(refusal.getMessage().contains("x; DROP TABLE y"), refusal::getMessage);
    }

    private static void execute(String url, String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url, "postgres", "");
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static String query(String url, String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url, "postgres", "");
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            assertTrue(rows.next(), "no row for " + sql);
            return rows.getString(1);
        }
    }
}
