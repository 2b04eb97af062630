package dev.sluice.service.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.service.CapturedLog;
import dev.sluice.service.core.footprint.DatabaseIdentity.Self;
import dev.sluice.service.jdbc.connect.DatabaseSelf;
import dev.sluice.testsupport.PostgresServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One database or table under two names: requests for it keep their order. */
class OneDatabaseTest extends JdbcTest {

    private static final int ROUNDS = 20;

    @TempDir
    private Path directory;

    /** Two ways to write one URL. */
    private Map<Database, String> twoUrls() throws SQLException, IOException {
        final Map<Database, String> urls = new LinkedHashMap<>();
        final Database postgres = database(TestDatabase.POSTGRESQL);
        assertTrue(postgres.url().contains("127.0.0.1") || postgres.url().contains("localhost"), postgres.url());
        urls.put(
                postgres,
                postgres.url().contains("127.0.0.1")
                        ? postgres.url().replace("127.0.0.1", "localhost")
                        : postgres.url().replace("localhost", "127.0.0.1"));
        final Database hsqldb = database(TestDatabase.HSQLDB);
        urls.put(hsqldb, hsqldb.url() + ";ifexists=true");
        final Database h2 = database(TestDatabase.H2);
        urls.put(h2, h2.url() + ";LOCK_TIMEOUT=5000");
        final Path files = Files.createDirectory(directory.resolve("files"));
        final Path link = Files.createSymbolicLink(directory.resolve("link"), files);
        urls.put(
                new Database(TestDatabase.H2, "jdbc:sqlite:" + files.resolve("a.db"), "sa"),
                "jdbc:sqlite:" + link.resolve("a.db"));
        return urls;
    }

    @Test
    void shouldKeepTheOrderOfRequestsForOneDatabaseUnderTwoUrls() throws SQLException, IOException {
        for (final Map.Entry<Database, String> one : twoUrls().entrySet()) {
            final Database database = one.getKey();
            final Database again = new Database(database.kind(), one.getValue(), database.user());
            assertInOrder(database, again, "[account]", "[account]");
        }
    }

    @Test
    void shouldKeepTheOrderOfRequestsWhenOneTableIsDeclaredUnderTwoNames() throws SQLException {
        for (final TestDatabase kind : TestDatabase.values()) {
            final Database database = database(kind);
            assertInOrder(database, database, "[public.account]", "['\"ACCOUNT\"']");
            assertInOrder(database, database, "[ACCOUNT]", "['\"public\".Account']");
        }
    }

    private void assertInOrder(Database database, Database again, String reads, String writes) throws SQLException {
        database.execute(
                "DROP TABLE IF EXISTS account",
                "CREATE TABLE account (id BIGINT PRIMARY KEY, amount BIGINT)",
                "INSERT INTO account VALUES (1, 0)");
        final List<String> expected = new ArrayList<>();
        try (JdbcGateway gateway = gateway("name: gw\ndatabases:\n" + database.section("first")
                + "    updates: at-least-once\n" + again.section("second") + "    updates: at-least-once\n"
                + """
                lookups:
                  amount:
                    database: first
                    sql: SELECT amount FROM account WHERE id = ?
                    types: [long]
                    reads: %s
                statements:
                  add:
                    database: second
                    sql: UPDATE account SET amount = amount + 1 WHERE id = ?
                    types: [long]
                    reads: []
                    writes: %s
                """.formatted(reads, writes))) {
            for (int i = 1; i <= ROUNDS; i++) {
                gateway.update("add", 1L).lookup("amount", 1L);
                expected.add("updated 1");
                expected.add("[{" + (database.url().contains(":h") ? "AMOUNT" : "amount") + "=" + i + "}]");
            }
            assertEquals(expected, gateway.texts(), database.url());
        }
    }

    @Test
    void shouldHoldWhatConflictsWithADatabaseThatIsAwayBeforeItSaidWhichOneItIs() throws SQLException {
        try (PostgresServer server = PostgresServer.open()) {
            final Database dead = at(server);
            final Database alive = database(TestDatabase.POSTGRESQL);
            for (final Database one : List.of(dead, alive)) {
                one.execute(
                        "CREATE TABLE account (id BIGINT PRIMARY KEY, amount BIGINT)",
                        "CREATE TABLE address (id BIGINT PRIMARY KEY, amount BIGINT)",
                        "INSERT INTO account VALUES (1, 0)",
                        "INSERT INTO address VALUES (1, 0)");
            }
            server.stop();
            try (CapturedLog log = new CapturedLog();
                    JdbcGateway gateway = gateway("name: gw\ndatabases:\n" + dead.section("first")
                            + "    connectionTimeout: 300ms\n" + alive.section("second")
                            + """
                            lookups:
                              amount:
                                database: first
                                sql: SELECT amount FROM account WHERE id = ?
                                types: [long]
                                reads: [account]
                                trust: declared
                            statements:
                              add:
                                database: second
                                sql: UPDATE account SET amount = amount + 1 WHERE id = ?
                                types: [long]
                                reads: []
                                writes: [account]
                                trust: declared
                              move:
                                database: second
                                sql: UPDATE address SET amount = amount + 1 WHERE id = ?
                                types: [long]
                                reads: []
                                writes: [address]
                                trust: declared
                            """)) {
                gateway.update("move", 1L).lookup("amount", 1L).update("move", 1L);
                while (!alive.rows("SELECT amount FROM address").equals(List.of("2"))) {
                    gateway.turn();
                }
                gateway.update("add", 1L).update("move", 1L);
                gateway.untilLogged(log, "first is away");
                for (int i = 0; i < 100; i++) {
                    gateway.turn();
                }
                assertEquals(List.of("0"), alive.rows("SELECT amount FROM account"));
                server.start();
                assertEquals(
                        List.of("updated 1", "[{amount=0}]", "updated 1", "updated 1", "updated 1"), gateway.texts());
            }
        }
    }

    @Test
    void shouldTellDatabasesApartThatAreNotOne() throws SQLException, IOException {
        final List<Database> some = new ArrayList<>(twoUrls().keySet());
        for (final TestDatabase kind : TestDatabase.values()) {
            some.add(database(kind));
        }
        for (final Database one : some) {
            for (final Database other : some) {
                assertEquals(
                        one == other,
                        self(one.url(), one.user())
                                .id()
                                .equals(self(other.url(), other.user()).id()),
                        one + " and " + other);
            }
        }
    }

    @Test
    void shouldSayWhereTablesWithoutASchemaAreLookedFor() throws SQLException {
        assertTrue(schemas(database(TestDatabase.POSTGRESQL)).contains("public"));
        assertTrue(schemas(database(TestDatabase.HSQLDB)).contains("public"));
        assertFalse(schemas(database(TestDatabase.POSTGRESQL)).contains("archive"));
    }

    private static Set<String> schemas(Database database) throws SQLException {
        return self(database.url(), database.user()).schemas().orElseThrow();
    }

    private static Self self(String url, String user) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url, user, "")) {
            return DatabaseSelf.of(connection);
        }
    }
}
