package dev.sluice.testsupport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("long")
class OrphanTest {

    /** Opens a server, says where, and waits to be killed. */
    static final class Opener {
        public static void main(String[] args) throws Exception {
            final PostgresOptions options = args.length == 0
                    ? PostgresOptions.fast()
                    : PostgresOptions.fast().in(Path.of(args[0]));
            try (PostgresServer server = PostgresServer.open(options)) {
                System.out.println("at " + server.jdbcUrl());
                System.in.read();
            }
        }
    }

    @Test
    void shouldEndTheServerOfAKilledJvmWhenAnotherIsOpened() throws Exception {
        final String url = openAndKill();
        assertTrue(answers(url), "the orphan ended with its JVM, so this test shows nothing");
        try (PostgresServer server = PostgresServer.open()) {
            assertTrue(answers(server.jdbcUrl()));
            assertFalse(answers(url));
        }
    }

    @Test
    void shouldTakeOverADirectoryWhenItsJvmWasKilled(@TempDir Path directory) throws Exception {
        final Path data = directory.resolve("postgres");
        final String url = openAndKill(data);
        try (Connection connection = DriverManager.getConnection(url, "postgres", "");
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE kept AS SELECT 42 AS answer");
        }
        try (PostgresServer server = PostgresServer.open(PostgresOptions.fast().in(data));
                Connection connection = DriverManager.getConnection(server.jdbcUrl(), server.user(), "");
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT answer FROM kept")) {
            assertTrue(rows.next());
            assertEquals(42, rows.getInt(1));
        }
    }

    @Test
    void shouldEndItsServerWhenTheJvmIsToldToEnd() throws Exception {
        try (Child jvm = Program.java(Opener.class).start()) {
            final String url = jvm.awaitLine("at ");
            assertTrue(answers(url));
            assertEquals(Child.TERMINATED, jvm.stop());
            assertFalse(answers(url));
        }
    }

    private static String openAndKill(Object... arguments) throws IOException, InterruptedException {
        try (Child jvm = Program.java(Opener.class, arguments).start()) {
            return jvm.awaitLine("at ");
        }
    }

    private static boolean answers(String url) {
        try (Connection connection = DriverManager.getConnection(url, "postgres", "")) {
            return connection.isValid(5);
        } catch (final SQLException unreachable) {
            return false;
        }
    }
}
