package dev.sluice.service.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.RequestKind;
import dev.sluice.service.CapturedLog;
import dev.sluice.service.config.yaml.Secrets;
import dev.sluice.service.jdbc.connect.Session;
import dev.sluice.service.jdbc.dialect.Dialects;
import dev.sluice.service.jdbc.update.Durability;
import dev.sluice.service.jdbc.update.Durability.Weakness;
import dev.sluice.testsupport.LocalPorts;
import dev.sluice.testsupport.PostgresOptions;
import dev.sluice.testsupport.PostgresServer;
import dev.sluice.testsupport.SqlDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.hsqldb.server.Server;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DurabilityTest extends JdbcTest {

    @TempDir
    private Path directory;

    @Test
    void shouldHaveAnHsqldbFileWriteEachCommit() throws SQLException {
        final String url = hsqldb("db");
        assertMends("hsqldb.write_delay is on", "SET FILES WRITE DELAY FALSE", weakness(url, "SA"));
        assertMends(
                "hsqldb.write_delay is on",
                "SET FILES WRITE DELAY FALSE",
                weakness(url + ";hsqldb.write_delay=false", "SA"));
        new SqlDatabase(url, "SA").execute("SET FILES WRITE DELAY 10 MILLIS");
        assertMends("hsqldb.write_delay is on", "SET FILES WRITE DELAY FALSE", weakness(url, "SA"));
        new SqlDatabase(url, "SA").execute("SET FILES WRITE DELAY FALSE");
        assertEquals(Optional.empty(), weakness(url, "SA"));
        assertEquals(Optional.empty(), weakness(hsqldb("new") + ";hsqldb.write_delay=false", "SA"));
        assertEquals(Optional.empty(), weakness("jdbc:hsqldb:mem:durability", "SA"));
        assertEquals(Optional.empty(), weakness("jdbc:hsqldb:.", "SA"));
    }

    @Test
    void shouldSayThatAUserMayNotHaveAnHsqldbFileWriteEachCommit() throws SQLException {
        final String url = hsqldb("db");
        new SqlDatabase(url, "SA").execute("CREATE USER app PASSWORD ''");
        assertSays("hsqldb.write_delay is on: .* user 'APP' has no right .*", weakness(url, "APP"));
        new SqlDatabase(url, "SA").execute("SET FILES WRITE DELAY FALSE");
        assertEquals(Optional.empty(), weakness(url, "APP"), "as its files say");
        assertEquals(Optional.empty(), weakness(url.replace(":file:", ":"), "APP"));
        new SqlDatabase(url, "SA").execute("SET FILES LOG FALSE");
        assertSays("hsqldb.log_data is off: .*", weakness(url, "SA"));
    }

    @Test
    void shouldHaveAnH2FileWriteEachCommitAlsoWhereThatWasSaidInAnEarlierProcess() throws SQLException {
        final String url = "jdbc:h2:file:" + directory.resolve("db");
        new SqlDatabase(url, "sa").execute("CREATE USER app PASSWORD ''");
        assertMends("WRITE_DELAY is 500 ms", "SET WRITE_DELAY 0", weakness(url, "sa"));
        new SqlDatabase(url, "sa").execute("SET WRITE_DELAY 0");
        assertMends("WRITE_DELAY is 500 ms", "SET WRITE_DELAY 0", weakness(url, "sa"));
        assertMends("WRITE_DELAY is 500 ms", "SET WRITE_DELAY 0", weakness(url + ";AUTO_SERVER=TRUE", "sa"));
        assertEquals(Optional.empty(), weakness(url + ";WRITE_DELAY=0", "sa"));
        assertEquals(Optional.empty(), weakness("jdbc:h2:mem:durability", "sa"));
        assertSays("WRITE_DELAY is 500 ms: .* user 'APP' has no right .*", weakness(url, "app"));
    }

    @Test
    void shouldLeaveAServersSettingsToTheServer() throws SQLException {
        final String url = "jdbc:h2:file:" + directory.resolve("db") + ";AUTO_SERVER=TRUE";
        try (Connection serving = DriverManager.getConnection(url, "sa", "");
                Connection first = DriverManager.getConnection(remote(url, serving), "sa", "")) {
            assertSays("WRITE_DELAY is 500 ms: a crash of the server .*", weakness(first));
        }
        final Server server = new Server();
        server.setSilent(true);
        server.setLogWriter(null);
        server.setPort(LocalPorts.free());
        server.setDatabaseName(0, "db");
        server.setDatabasePath(0, "file:" + directory.resolve("served"));
        server.start();
        try {
            final String served = "jdbc:hsqldb:hsql://localhost:" + server.getPort() + "/db";
            assertSays("hsqldb.write_delay is on: .* a crash of the server .*", weakness(served, "SA"));
            new SqlDatabase(served, "SA").execute("SET FILES WRITE DELAY FALSE");
            assertEquals(Optional.empty(), weakness(served, "SA"));
        } finally {
            server.stop();
        }
    }

    /** The URL by which another process would come to it, which H2 finds in its lock file. */
    private String remote(String url, Connection serving) throws SQLException {
        assertTrue(serving.isValid(1));
        final String lock = read(directory.resolve("db.lock.db"));
        final String place = lock.lines()
                .filter(line -> line.startsWith("server="))
                .findFirst()
                .orElseThrow();
        final String id =
                lock.lines().filter(line -> line.startsWith("id=")).findFirst().orElseThrow();
        return "jdbc:h2:tcp://" + place.substring("server=".length()).replace("\\", "") + "/"
                + id.substring("id=".length());
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "'', ''",
        "journal_mode=WAL, ''",
        "journal_mode=WAL&synchronous=NORMAL, synchronous is normal",
        "synchronous=NORMAL, ''",
        "synchronous=OFF, synchronous is off",
        "journal_mode=OFF, journal_mode is off",
        "journal_mode=MEMORY, journal_mode is memory",
    })
    void shouldSayWhatSqliteDoesNotWaitFor(String options, String expected) throws SQLException {
        final Optional<Weakness> found = weakness("jdbc:sqlite:" + directory.resolve("t.db") + "?" + options, "");
        assertEquals(expected, found.map(DurabilityTest::reason).orElse(""));
        assertTrue(found.stream().allMatch(weakness -> weakness.mend().isEmpty()));
    }

    @Test
    void shouldTellItOnceAndH2InEachSession() throws SQLException {
        final Database database = new Database(TestDatabase.H2, "jdbc:h2:file:" + directory.resolve("db"), "sa");
        database.execute("CREATE TABLE t (id BIGINT)", "CREATE USER app PASSWORD ''", "GRANT ALL ON t TO app");
        final Queues queues = new Queues();
        final List<String> log = CapturedLog.of(() -> {
            for (int start = 0; start < 2; start++) {
                queues.lane().request(RequestKind.UPDATE, "INSERT INTO t VALUES (?)", 1L);
                run(database, queues);
            }
        });
        assertEquals(
                2,
                log.stream()
                        .filter(line -> line.contains("gw: main: told the database SET WRITE_DELAY 0, so that"))
                        .count(),
                log::toString);
        assertTrue(log.stream().noneMatch(line -> line.contains("[WARN]")), log::toString);
        queues.lane().request(RequestKind.UPDATE, "INSERT INTO t VALUES (?)", 1L);
        database.execute("GRANT ALL ON sluice_checkpoint TO app", "GRANT ALL ON sluice_outcome TO app");
        final Database limited = new Database(TestDatabase.H2, database.url(), "app");
        final List<String> warned = CapturedLog.of(() -> run(limited, queues));
        assertTrue(
                warned.stream()
                        .anyMatch(line ->
                                line.contains("[WARN] gw: main: WRITE_DELAY is 500 ms: a kill of this process loses")
                                        && line.contains("ALTER USER APP ADMIN TRUE")),
                warned::toString);
    }

    private void run(Database database, Queues queues) {
        try (JdbcGateway gateway = gateway(database, "", queues, Integer.MAX_VALUE)) {
            assertEquals(List.of("updated 1"), gateway.texts());
        }
    }

    @Test
    void shouldWarnOfAServerThatDoesNotWaitForItsDisk() throws SQLException {
        try (PostgresServer fast = PostgresServer.open(PostgresOptions.fast());
                PostgresServer durable = PostgresServer.open(PostgresOptions.durableCommits())) {
            assertSays("fsync is off: .*", weakness(fast.jdbcUrl(), fast.user()));
            assertEquals(Optional.empty(), weakness(durable.jdbcUrl(), durable.user()));
            assertSays(
                    "synchronous_commit is off: a crash of the server loses committed updates, .*",
                    weakness(durable.jdbcUrl() + "?options=-csynchronous_commit=off", durable.user()));
        }
    }

    private String hsqldb(String name) {
        return "jdbc:hsqldb:file:" + directory.resolve(name) + ";shutdown=true";
    }

    private static Optional<Weakness> weakness(String url, String user) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url, user, "")) {
            return weakness(connection);
        }
    }

    private static Optional<Weakness> weakness(Connection connection) throws SQLException {
        return Durability.weakness(new Session(connection, Dialects.of(connection), 1, Secrets.NONE));
    }

    /** The words before the colon, which say what it is. */
    private static String reason(Weakness weakness) {
        return weakness.text().substring(0, weakness.text().indexOf(':'));
    }

    private static void assertMends(String reason, String mend, Optional<Weakness> found) {
        assertEquals(Optional.of(mend), found.flatMap(Weakness::mend));
        assertEquals(reason, reason(found.orElseThrow()));
    }

    private static void assertSays(String text, Optional<Weakness> found) {
        assertTrue(found.orElseThrow().text().matches(text), found::toString);
        assertEquals(Optional.empty(), found.get().mend());
    }
}
