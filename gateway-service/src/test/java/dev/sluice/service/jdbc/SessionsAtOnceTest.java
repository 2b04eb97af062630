package dev.sluice.service.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.jdbc.probe.DatabaseProbe;
import dev.sluice.testsupport.LocalPorts;
import dev.sluice.testsupport.Program;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Several sessions that convert dates and times to and from text, for as long as HSQLDB 2.7.4 takes to give one session
 * another's. On all databases, since the next release of any may do the like.
 */
@Tag("long")
class SessionsAtOnceTest extends JdbcTest {

    private static final int ROWS = 200;
    private static final int FILE_ROWS = 40_000;
    /** A JVM that starts a server, on a machine that does much else. */
    private static final Duration START = Duration.ofMinutes(2);

    private static final DateTimeFormatter SQL = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSSSSS");

    /** More calls in flight than there are cores, of few requests each. */
    private static final String CHUNKS = "name: gw\nchunk:\n  callsInFlight: 4\n  limit: 40\ndatabases:\n";

    @TempDir
    private Path directory;

    private final List<AutoCloseable> servers = new ArrayList<>();

    private enum Kind {
        HSQLDB,
        HSQLDB_SERVER,
        H2,
        SQLITE,
        DERBY,
        MARIADB,
        POSTGRESQL;

        /** As many as HSQLDB does not do without a wrong one. */
        int rounds() {
            return hsqldb() ? 60 : 5;
        }

        boolean hsqldb() {
            return this == HSQLDB || this == HSQLDB_SERVER;
        }

        /** A date or time as text. */
        String text(String column) {
            return switch (this) {
                case SQLITE -> column + " || ''"; // it is one
                case MARIADB -> "CAST(" + column + " AS CHAR(40))";
                default -> "CAST(" + column + " AS VARCHAR(40))";
            };
        }

        String day() {
            return this == SQLITE ? "date(?)" : "CAST(? AS DATE)";
        }

        String moment() {
            return this == SQLITE ? "?" : "CAST(? AS " + momentType() + ")";
        }

        String momentType() {
            return switch (this) {
                case MARIADB -> "DATETIME(6)";
                case DERBY -> "TIMESTAMP";
                default -> "TIMESTAMP(6)";
            };
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldGiveAndStoreEveryDateAndTimeWhenSeveralSessionsConvertThem(Kind kind) throws Exception {
        final List<Database> databases = databases(kind);
        try {
            for (final Database database : databases) {
                fill(database, kind);
            }
            final JdbcGateway gateway = gateway(
                    CHUNKS + databases.get(0).section("a") + databases.get(1).section("b") + declared(kind));
            final List<String> expected = new ArrayList<>();
            for (int round = 0; round < kind.rounds(); round++) {
                for (long id = 0; id < ROWS; id++) {
                    for (final String name : List.of("a", "b")) {
                        gateway.lookup("born-" + name, id).lookup("seen-" + name, id);
                        expected.add("[{T=" + day(id) + "}]");
                        expected.add("[{T=" + SQL.format(moment(id)) + "}]");
                    }
                }
            }
            for (long id = 0; id < ROWS; id++) {
                for (final String name : List.of("a", "b")) {
                    gateway.update("keep-" + name, day(id).toString(), SQL.format(moment(id)), id);
                    expected.add("updated 1");
                }
            }
            final List<String> texts = gateway.texts();
            for (int i = 0; i < texts.size(); i++) {
                assertEquals(expected.get(i), texts.get(i).replace("{t=", "{T="), "request " + i);
            }
            gateway.close();
            for (final Database database : databases) {
                assertKept(database, kind);
            }
        } finally {
            closeAll();
            closeServers();
        }
    }

    /** The script of a file has dates and times as texts, and is written when its last connection is closed. */
    @Test
    void shouldWriteFilesAsTheyAreWhenTheyAreClosedWhileOthersWork() throws Exception {
        final Database written = file("written");
        try (Connection connection = written.connect();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute("CREATE TABLE many (id BIGINT PRIMARY KEY, born DATE, seen TIMESTAMP(6))");
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO many VALUES (?, ?, ?)")) {
                for (long id = 0; id < FILE_ROWS; id++) {
                    insert.setLong(1, id);
                    insert.setObject(2, day(id));
                    insert.setObject(3, moment(id));
                    insert.addBatch();
                }
                insert.executeBatch();
                connection.commit();
            }
        }
        final Database other = database(TestDatabase.HSQLDB);
        fill(other, Kind.HSQLDB);
        final JdbcGateway writing = gateway(CHUNKS + written.section("a")
                + "statements:\n  add: {database: a, sql: 'INSERT INTO many (id) VALUES (?)', types: [long]}\n");
        final JdbcGateway working = gateway(CHUNKS + other.section("a") + other.section("b") + declared(Kind.HSQLDB));
        assertEquals(List.of("updated 1"), writing.update("add", -1L).texts());
        working.lookup("born-a", 0L).lookup("seen-a", 0L).texts(); // is connected
        final Thread closing = new Thread(writing::close);
        closing.start();
        while (closing.isAlive()) {
            for (long id = 0; id < ROWS; id++) {
                working.lookup("born-a", id).lookup("seen-a", id);
            }
            working.texts();
        }
        try (Connection connection = written.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT id, born, seen FROM many WHERE id >= 0 ORDER BY id")) {
            assertRows(row, FILE_ROWS);
        }
    }

    @Test
    void shouldSayWhatAServerWithOtherClientsCannotGiveWhenItIsLookedAt() throws Exception {
        try {
            final GatewayConfig config =
                    GatewayConfig.parse(CHUNKS + hsqldbServer().get(0).section("main"), directory, name -> null);
            final List<String> warnings =
                    DatabaseProbe.look(config, config.databases().get("main")).warnings();
            assertTrue(warnings.toString().contains("another session's date"), warnings.toString());
        } finally {
            closeServers();
        }
    }

    private void closeServers() throws Exception {
        for (final AutoCloseable server : servers) {
            server.close();
        }
    }

    private Database file(String name) {
        return new Database(null, "jdbc:hsqldb:file:" + directory.resolve(name) + ";shutdown=true", "SA");
    }

    private static LocalDate day(long id) {
        return LocalDate.of(1900, 1, 1).plusDays(id * 197 % 73_000);
    }

    private static LocalDateTime moment(long id) {
        return day(id + 7).atTime((int) id % 24, (int) id % 60, 59, 123_457_000);
    }

    private static String declared(Kind kind) {
        final StringBuilder lookups = new StringBuilder("lookups:\n");
        final StringBuilder statements = new StringBuilder("statements:\n");
        for (final String name : List.of("a", "b")) {
            for (final String column : List.of("born", "seen")) {
                lookups.append("""
                          %s-%s:
                            database: %s
                            sql: SELECT %s AS t FROM dated WHERE id = ?
                            types: [long]
                        """.formatted(column, name, name, kind.text(column)));
            }
            statements.append("""
                      keep-%s:
                        database: %s
                        sql: UPDATE kept SET born = %s, seen = %s WHERE id = ?
                        types: [text, text, long]
                    """.formatted(name, name, kind.day(), kind.moment()));
        }
        return lookups.toString() + statements;
    }

    private static void fill(Database database, Kind kind) throws SQLException {
        final String columns = " (id BIGINT PRIMARY KEY, born DATE, seen " + kind.momentType() + ")";
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE dated" + columns);
            statement.execute("CREATE TABLE kept" + columns);
            try (PreparedStatement insert = connection.prepareStatement(
                    "INSERT INTO dated VALUES (?, " + kind.day() + ", " + kind.moment() + ")")) {
                for (long id = 0; id < ROWS; id++) {
                    insert.setLong(1, id);
                    insert.setString(2, day(id).toString());
                    insert.setString(3, SQL.format(moment(id)));
                    insert.execute();
                    statement.execute("INSERT INTO kept (id) VALUES (" + id + ")");
                }
            }
        }
    }

    private static void assertKept(Database database, Kind kind) throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT id, born, seen FROM kept ORDER BY id")) {
            if (kind.hsqldb()) {
                assertRows(row, ROWS);
                return;
            }
            for (long id = 0; id < ROWS; id++) {
                row.next();
                assertEquals(day(id).toString(), row.getString(2), "row " + id);
                assertEquals(SQL.format(moment(id)), row.getString(3), "row " + id);
            }
        }
    }

    private static void assertRows(ResultSet row, int rows) throws SQLException {
        for (long id = 0; id < rows; id++) {
            row.next();
            assertEquals(id, row.getLong(1));
            assertEquals(day(id), row.getObject(2, LocalDate.class), "row " + id);
            assertEquals(moment(id), row.getObject(3, LocalDateTime.class), "row " + id);
        }
    }

    private List<Database> databases(Kind kind) throws SQLException, IOException {
        return switch (kind) {
            case HSQLDB -> List.of(database(TestDatabase.HSQLDB), database(TestDatabase.HSQLDB));
            case HSQLDB_SERVER -> hsqldbServer();
            case H2 -> List.of(database(TestDatabase.H2), database(TestDatabase.H2));
            case SQLITE -> List.of(sqlite("a"), sqlite("b"));
            case DERBY -> List.of(derby("a"), derby("b"));
            case MARIADB -> List.of(mariaDb("at_once"), mariaDb("at_once"));
            case POSTGRESQL -> List.of(database(TestDatabase.POSTGRESQL), database(TestDatabase.POSTGRESQL));
        };
    }

    private Database sqlite(String name) {
        return new Database(
                null, "jdbc:sqlite:" + directory.resolve(name) + "?journal_mode=WAL&synchronous=OFF", "APP");
    }

    private static Database derby(String name) {
        return new Database(null, "jdbc:derby:memory:at-once-" + name + ";create=true", "APP");
    }

    /** A server in a JVM of its own, whose sessions share nothing with the driver. */
    private List<Database> hsqldbServer() throws IOException {
        final int port = LocalPorts.free();
        servers.add(Program.java(
                        "org.hsqldb.server.Server",
                        "--address",
                        "127.0.0.1",
                        "--port",
                        port,
                        "--silent",
                        true,
                        "--database.0",
                        "mem:a",
                        "--dbname.0",
                        "a",
                        "--database.1",
                        "mem:b",
                        "--dbname.1",
                        "b")
                .start());
        final String url = "jdbc:hsqldb:hsql://127.0.0.1:" + port + "/";
        Awaitility.await().atMost(START).ignoreExceptions().until(() -> {
            DriverManager.getConnection(url + "b", "SA", "").close();
            return true;
        });
        return List.of(new Database(null, url + "a", "SA"), new Database(null, url + "b", "SA"));
    }
}
