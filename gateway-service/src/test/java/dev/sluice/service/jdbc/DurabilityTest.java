package dev.sluice.service.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.service.config.yaml.Secrets;
import dev.sluice.service.jdbc.connect.Session;
import dev.sluice.service.jdbc.dialect.Dialects;
import dev.sluice.service.jdbc.update.Durability;
import dev.sluice.testsupport.PostgresOptions;
import dev.sluice.testsupport.PostgresServer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DurabilityTest {

    @TempDir
    private Path directory;

    @Test
    void shouldWarnOfAnHsqldbFileThatWritesLater() throws SQLException {
        final String url = "jdbc:hsqldb:file:" + directory.resolve("db") + ";shutdown=true";
        assertEquals("hsqldb.write_delay is on", weakness(url, "SA"));
        assertEquals("hsqldb.write_delay is on", weakness(url + ";hsqldb.write_delay=false", "SA"));
        try (Connection connection = DriverManager.getConnection(url, "SA", "");
                Statement statement = connection.createStatement()) {
            statement.execute("SET FILES WRITE DELAY FALSE");
        }
        assertEquals("", weakness(url, "SA"));
        final String made = "jdbc:hsqldb:file:" + directory.resolve("new") + ";hsqldb.write_delay=false;shutdown=true";
        assertEquals("", weakness(made, "SA"));
        assertEquals("", weakness("jdbc:hsqldb:mem:durability", "SA"));
    }

    @Test
    void shouldWarnOfAServerThatDoesNotWaitForItsDisk() throws SQLException {
        try (PostgresServer fast = PostgresServer.open(PostgresOptions.fast());
                PostgresServer durable = PostgresServer.open(PostgresOptions.durableCommits())) {
            assertEquals("fsync is off", weakness(fast.jdbcUrl(), fast.user()));
            assertEquals("", weakness(durable.jdbcUrl(), durable.user()));
            assertEquals(
                    "synchronous_commit is off",
                    weakness(durable.jdbcUrl() + "?options=-csynchronous_commit=off", durable.user()));
        }
    }

    /** The words before the colon, which say what it is. */
    private static String weakness(String url, String user) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url, user, "")) {
            return Durability.weakness(new Session(connection, Dialects.of(connection), 1, Secrets.NONE))
                    .map(text -> text.substring(0, text.indexOf(':')))
                    .orElse("");
        }
    }
}
