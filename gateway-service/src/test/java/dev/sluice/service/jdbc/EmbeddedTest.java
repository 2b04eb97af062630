package dev.sluice.service.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.jdbc.connect.Embedded;
import dev.sluice.service.jdbc.connect.Embedded.Place;
import dev.sluice.service.jdbc.connect.Look.UnreachableException;
import dev.sluice.service.jdbc.probe.DatabaseProbe;
import dev.sluice.service.jdbc.probe.DatabaseReport;
import dev.sluice.testsupport.LocalPorts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.hsqldb.Database;
import org.hsqldb.Server;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A look at an embedded database leaves its files as they are. */
class EmbeddedTest {

    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource({
        "jdbc:hsqldb:mem:x, MEMORY",
        "jdbc:hsqldb:file:no/such, FILES_TO_COME",
        "jdbc:hsqldb:no/such;shutdown=true, FILES_TO_COME",
        "jdbc:hsqldb:hsql://localhost/x, SERVER",
        "jdbc:h2:mem:x, MEMORY",
        "jdbc:h2:./no/such, FILES_TO_COME",
        "jdbc:h2:tcp://localhost/x, SERVER",
        "jdbc:postgresql://localhost/x, SERVER",
        "jdbc:unknown:x, SERVER",
        "jdbc:mariadb://localhost/x, SERVER",
    })
    void shouldKnowWhereADatabaseLivesByItsUrl(String url, Place place) {
        assertEquals(place, Embedded.of(url).place());
    }

    @ParameterizedTest
    @CsvSource({"jdbc:hsqldb:file:, SA", "jdbc:h2:, sa"})
    void shouldMakeNoFilesWhenThereAreNone(String prefix, String user) throws Exception {
        final DatabaseReport report = look(prefix + directory.resolve("db"), user);

        assertTrue(report.prepared().get("a") instanceof DatabaseReport.Prepared.Untried, report::toString);
        assertEquals(Map.of(), files());
    }

    @ParameterizedTest
    @CsvSource({"jdbc:hsqldb:file:, SA", "jdbc:h2:, sa"})
    void shouldChangeNoFileWhenTheyAreThere(String prefix, String user) throws Exception {
        final String url = prefix + directory.resolve("db");
        make(url, user, "CREATE TABLE t (id BIGINT PRIMARY KEY)");
        final Map<String, String> before = files();

        final DatabaseReport report = look(url, user);

        assertTrue(report.prepared().get("a") instanceof DatabaseReport.Prepared.As, report::toString);
        assertTrue(report.prepared().get("b") instanceof DatabaseReport.Prepared.As, report::toString);
        assertEquals(before, files());
    }

    @Test
    void shouldNotCallAnUpdateWrongThatCannotBeTriedOnFiles() throws Exception {
        final String url = "jdbc:hsqldb:file:" + directory.resolve("db");
        make(url, "SA", "CREATE CACHED TABLE t (id BIGINT PRIMARY KEY)");
        final Map<String, String> before = files();

        final DatabaseReport report = look(url, "SA");

        assertTrue(report.prepared().get("a") instanceof DatabaseReport.Prepared.As, report::toString);
        assertTrue(report.prepared().get("b") instanceof DatabaseReport.Prepared.Untried, report::toString);
        assertEquals(before, files());
    }

    @Test
    void shouldPrepareTheUpdatesOfAServerThatRuns() throws Exception {
        final Server server = new Server();
        server.setSilent(true);
        server.setPort(LocalPorts.free());
        server.setAddress("127.0.0.1");
        server.setDatabaseName(0, "db");
        server.setDatabasePath(0, "file:" + directory.resolve("db"));
        server.start();
        try {
            final String url = "jdbc:hsqldb:hsql://127.0.0.1:" + server.getPort() + "/db";
            try (Connection connection = DriverManager.getConnection(url, "SA", "");
                    Statement statement = connection.createStatement()) {
                statement.execute("CREATE TABLE t (id BIGINT PRIMARY KEY)");
            }
            final DatabaseReport report = look(url, "SA");

            assertTrue(report.prepared().get("a") instanceof DatabaseReport.Prepared.As, report::toString);
            assertTrue(report.prepared().get("b") instanceof DatabaseReport.Prepared.As, report::toString);
        } finally {
            server.shutdownWithCatalogs(Database.CLOSEMODE_NORMAL);
        }
    }

    @Test
    void shouldSayThatFilesAreInUseWhenSomebodyHasThemOpen() throws Exception {
        final String url = "jdbc:hsqldb:file:" + directory.resolve("db");
        try (Connection holder = DriverManager.getConnection(url, "SA", "");
                Statement statement = holder.createStatement()) {
            final UnreachableException refused = assertThrows(UnreachableException.class, () -> look(url, "SA"));
            assertTrue(refused.inUse(), refused::getMessage);
            statement.execute("SHUTDOWN");
        }
    }

    private static void make(String url, String user, String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url, user, "");
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
            statement.execute("SHUTDOWN");
        } catch (final SQLException e) {
            if (!e.getSQLState().startsWith("90")) { // H2 is closed when its connection is
                throw e;
            }
        }
    }

    private static DatabaseReport look(String url, String user) throws UnreachableException {
        final GatewayConfig config = GatewayConfig.parse("""
                databases: {main: {url: '%s', user: %s, connectionTimeout: 30s}}
                lookups: {a: {sql: 'SELECT id FROM t WHERE id = ?', types: [long]}}
                statements: {b: {sql: 'UPDATE t SET id = ? WHERE id = ?', types: [long, long]}}
                """.formatted(url, user), Path.of(""), name -> null);
        return DatabaseProbe.look(config, config.databases().get("main"));
    }

    /** The files there are, with their contents. */
    private Map<String, String> files() throws IOException {
        final Map<String, String> files = new TreeMap<>();
        try (Stream<Path> all = Files.walk(directory)) {
            for (final Path file : all.filter(Files::isRegularFile).toList()) {
                files.put(file.getFileName().toString(), Arrays.toString(Files.readAllBytes(file)));
            }
        }
        return files;
    }
}
