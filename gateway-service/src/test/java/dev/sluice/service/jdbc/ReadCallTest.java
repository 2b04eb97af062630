package dev.sluice.service.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.ValueType;
import dev.sluice.internal.wire.Arguments;
import dev.sluice.service.CapturedLog;
import dev.sluice.service.jdbc.connect.Session;
import dev.sluice.service.jdbc.dialect.Signature;
import dev.sluice.service.jdbc.sql.SqlText;
import dev.sluice.service.memory.InMemoryRun;
import dev.sluice.testsupport.LocalPorts;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.hsqldb.server.Server;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReadCallTest extends JdbcTest {

    private static final String LOOKUPS = """
            chunk:
              limit: 1000
            lookups:
              customer:
                sql: SELECT first_name, last_name FROM customer WHERE id = ?
                types: [long]
              share:
                sql: SELECT 100 / d AS share FROM divisor WHERE id = ?
                types: [long]
              orders:
                sql: SELECT n FROM numbers WHERE n < ? ORDER BY n
                types: [long]
            """;

    private Database customers(TestDatabase kind) throws SQLException {
        final Database database = database(kind);
        database.execute(
                "CREATE TABLE customer (id BIGINT PRIMARY KEY, first_name VARCHAR(20), last_name VARCHAR(20))",
                "INSERT INTO customer VALUES (1, 'Ada', 'Byron'), (2, 'Kurt', NULL)",
                "CREATE TABLE divisor (id BIGINT PRIMARY KEY, d INTEGER)",
                "CREATE TABLE numbers (n BIGINT PRIMARY KEY)");
        return database;
    }

    @ParameterizedTest
    @EnumSource
    void shouldAnswerEachLookupInOrder(TestDatabase kind) throws SQLException {
        final JdbcGateway gateway = gateway(customers(kind), "", LOOKUPS);
        gateway.lookup("customer", 2L)
                .lookup("customer", 9L)
                .lookup("customer", 1L)
                .lookup("customer", (Long) null);
        final List<InMemoryRun.Result> results = gateway.results();
        assertEquals("Kurt", results.get(0).rows().get(0).getString("first_name"));
        assertEquals("not found", results.get(1).toString());
        assertEquals("Byron", results.get(2).rows().get(0).getString("last_name"));
        assertEquals("not found", results.get(3).toString());
    }

    @ParameterizedTest
    @EnumSource
    void shouldFindOneBadItemAmongAThousandInTensOfTrips(TestDatabase kind) throws SQLException {
        final Database database = customers(kind);
        for (int i = 0; i < 1_000; i++) {
            database.execute("INSERT INTO divisor VALUES (" + i + ", " + (i == 700 ? 0 : 1) + ")");
        }
        final JdbcGateway gateway = gateway(database, "", LOOKUPS);
        for (long i = 0; i < 1_000; i++) {
            gateway.lookup("share", i);
        }
        final List<String> texts = gateway.texts();
        assertEquals("REJECTED 22012", texts.get(700));
        assertEquals(
                1, texts.stream().filter(text -> text.startsWith("REJECTED")).count());
        assertTrue(gateway.trips() < 60, gateway.trips() + " trips");
    }

    /** The same bad divisor in each chunk. */
    @ParameterizedTest
    @EnumSource
    void shouldNotSearchAgainForAKeyThatWasJustFoundBad(TestDatabase kind) throws SQLException {
        final Database database = customers(kind);
        for (int i = 0; i < 100; i++) {
            database.execute("INSERT INTO divisor VALUES (" + i + ", " + (i == 70 ? 0 : 1) + ")");
        }
        final JdbcGateway gateway = gateway(database, "", LOOKUPS);
        for (int chunk = 0; chunk < 20; chunk++) {
            for (long i = 0; i < 100; i++) {
                gateway.lookup("share", i);
            }
            assertEquals("REJECTED 22012", gateway.texts().get(70));
        }
        assertTrue(gateway.trips() < 40 + 20 * 3, gateway.trips() + " trips");
        database.execute("UPDATE divisor SET d = 1 WHERE id = 70");
        gateway.lookup("share", 70L);
        assertEquals("[{share=100}]", gateway.texts().get(0).toLowerCase(java.util.Locale.ROOT));
    }

    @ParameterizedTest
    @EnumSource
    void shouldFailOnlyTheItemWithTooManyRows(TestDatabase kind) throws SQLException {
        final Database database = customers(kind);
        for (int i = 0; i < 150; i++) {
            database.execute("INSERT INTO numbers VALUES (" + i + ")");
        }
        final JdbcGateway gateway = gateway(database, "", LOOKUPS);
        for (long n = 95; n <= 105; n++) {
            gateway.lookup("orders", n);
        }
        final List<InMemoryRun.Result> results = gateway.results();
        for (int i = 0; i <= 10; i++) {
            if (i <= 5) {
                assertEquals(95 + i, results.get(i).rows().size());
            } else {
                assertEquals("TOO_LARGE", results.get(i).toString());
            }
        }
        assertTrue(results.get(6).failure().message().contains("lookup 'orders' finds more than 100 rows"));
    }

    /** Some databases let a query select no column: then only the number of rows says something. */
    @ParameterizedTest
    @CsvSource({"POSTGRESQL, 1", "POSTGRESQL, 1000", "H2, 1", "H2, 1000"})
    void shouldAnswerRowsWithoutColumns(TestDatabase kind, int limit) throws SQLException {
        final JdbcGateway gateway = gateway(customers(TestDatabase.POSTGRESQL), "adHoc: true\n", """
                        chunk:
                          limit: %d
                        lookups:
                          there:
                            sql: SELECT FROM customer WHERE id = ?
                            types: [long]
                        """.formatted(limit));
        for (int round = 0; round < 8; round++) { // the driver describes differently after some executions
            gateway.lookup("there", 1L).lookup("there", 9L).lookup("there", 2L);
            gateway.query("SELECT FROM customer WHERE id < ?", 3L).query("SELECT FROM customer WHERE id < ?", 1L);
            assertEquals(List.of("[{}]", "not found", "[{}]", "[{}, {}]", "[]"), gateway.texts());
        }
    }

    @Test
    void shouldGoOneAtATimeWhenOnlyChunksFailAndSaySoOnce() throws SQLException {
        final Database database = customers(TestDatabase.POSTGRESQL);
        database.execute(
                // counts how many rows of the table it was called for, and fails beyond one: only a chunk calls it more
                "CREATE FUNCTION once(key BIGINT) RETURNS BIGINT LANGUAGE plpgsql STABLE AS $$ BEGIN"
                        + " IF current_query() LIKE '%UNNEST%' OR current_query() LIKE '%UNION ALL%' THEN"
                        + " RAISE EXCEPTION 'not in a chunk'; END IF; RETURN key; END $$");
        final JdbcGateway gateway = gateway(database, "", """
                lookups:
                  once:
                    sql: SELECT once(?) AS key
                    types: [long]
                """);
        try (CapturedLog log = new CapturedLog()) {
            for (int round = 0; round < 3; round++) {
                for (long i = 0; i < 20; i++) {
                    gateway.lookup("once", i);
                }
                final List<InMemoryRun.Result> results = gateway.results();
                assertEquals(19L, results.get(19).rows().get(0).getLong("key"));
            }
            final List<String> said = log.lines().stream()
                    .filter(line -> line.contains("one at a time"))
                    .toList();
            assertEquals(1, said.size(), said.toString());
            assertTrue(said.get(0).contains("lookup 'once'"), said.get(0));
        }
    }

    /** On a server of HSQLDB 2.7.4 a text that is prepared twice after a change of the schema gets a handle that does not run. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldRunAStatementAgainAfterItsTypesWereChecked(boolean refused) throws SQLException {
        final Server server = new Server();
        server.setSilent(true);
        server.setAddress("127.0.0.1");
        server.setPort(LocalPorts.free());
        server.setDatabaseName(0, "db");
        server.setDatabasePath(0, "mem:recompiled" + refused);
        server.start();
        final Database database =
                new Database(TestDatabase.HSQLDB, "jdbc:hsqldb:hsql://127.0.0.1:" + server.getPort() + "/db", "SA");
        final String sql = "SELECT n FROM numbers WHERE n = ?";
        final Signature signature = Signature.of(List.of(ValueType.LONG));
        database.execute("CREATE TABLE numbers (n BIGINT PRIMARY KEY)");
        try (Connection connection = database.connect()) {
            final Session session = session(connection);
            assertEquals(List.of(), session.rows(row -> row.getLong(1), sql, 7L));
            database.execute("INSERT INTO numbers VALUES (7)", "CREATE TABLE other (n BIGINT)");
            assertEquals(List.of(7L), session.rows(row -> row.getLong(1), sql, 7L));
            if (refused) {
                assertNull(session.refusal(sql, Arguments.of(7L), signature));
            } else {
                session.accepted(SqlText.parse(sql, session.dialect().syntax()), signature);
            }
            session.forget();
            assertEquals(List.of(7L), session.rows(row -> row.getLong(1), sql, 7L));
        } finally {
            server.stop();
        }
    }
}
