package dev.sluice.service.jdbc;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.jdbc.connect.Connecting;
import dev.sluice.testsupport.PostgresServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConnectingTest {

    private static final String SESSIONS = "SELECT count(*) FROM pg_stat_activity WHERE datname = 'connecting'";

    @TempDir
    private Path directory;

    private static GatewayConfig config(String url, String user) {
        return GatewayConfig.parse(
                "name: gw\ndatabases:\n  main: {url: '" + url + "', user: '" + user + "'}\n",
                Path.of("."),
                name -> null);
    }

    @Test
    void shouldConnectBeforeAnybodyWantsTheConnectionsWhenTheDatabaseIsAServer() throws SQLException {
        final PostgresServer server = PostgresServer.shared();
        final GatewayConfig config = config(server.createDatabase("connecting"), server.user());
        try (Connection other = DriverManager.getConnection(server.jdbcUrl(), server.user(), "")) {
            try (Connecting connecting = Connecting.begin(config, false)) {
                assertNotNull(connecting);
                await().until(() -> sessions(other) == config.chunk().callsInFlight() + 1);
            }
            await().until(() -> sessions(other) == 0);
        }
    }

    private static int sessions(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(SESSIONS)) {
            rows.next();
            return rows.getInt(1);
        }
    }

    /** The caller does not hold the lock of its queues yet: another gateway may have the files. */
    @Test
    void shouldOpenNoFilesBeforeTheConnectionsAreWantedWhenTheDatabaseIsInThisProcess() throws SQLException {
        final Path files = directory.resolve("db");
        final GatewayConfig config = config("jdbc:hsqldb:file:" + files.resolve("db") + ";shutdown=true", "SA");
        try (Connecting connecting = Connecting.begin(config, false)) {
            assertFalse(Files.exists(files));
            connecting
                    .pools(config.databases().get("main"))
                    .of(false)
                    .connection()
                    .close();
            assertTrue(Files.exists(files));
        }
    }
}
