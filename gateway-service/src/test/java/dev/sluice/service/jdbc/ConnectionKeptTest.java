package dev.sluice.service.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.service.memory.InMemoryRun;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Failures at whose states or types a connection pool likes to cut the connection, though nothing is wrong with it. */
@Tag("long")
class ConnectionKeptTest extends JdbcTest {

    private static final int ITEMS = 101;
    private static final int BAD = 40;
    private static final String UNITS = """
            lookups:
              picky:
                sql: SELECT picky(?) AS n
                types: [long]
            statements:
              start:
                sql: UPDATE event SET at = date_trunc(?, at), n = n + 1 WHERE id = ?
                types: [text, long]
              startOf:
                sql: SELECT CAST(id AS VARCHAR) AS id FROM event WHERE date_trunc(?, at) <= at AND id = ?
                types: [text, long]
              pick:
                sql: UPDATE event SET n = picky(n) + 1 WHERE id = ?
                types: [long]
            """;

    private Database events(String state) throws SQLException {
        final Database database = database(TestDatabase.POSTGRESQL);
        database.execute(
                "CREATE TABLE event (id BIGINT PRIMARY KEY, at TIMESTAMP, n BIGINT)",
                "INSERT INTO event SELECT i, TIMESTAMP '2020-02-03 04:05:06', i FROM generate_series(0, " + (ITEMS - 1)
                        + ") i",
                "CREATE FUNCTION picky(n BIGINT) RETURNS BIGINT LANGUAGE plpgsql STABLE AS $$ BEGIN IF n = " + BAD
                        + " THEN RAISE EXCEPTION 'not this one' USING ERRCODE = '" + state
                        + "'; END IF; RETURN n; END $$");
        return database;
    }

    private static List<String> expected(String good, String bad) {
        final List<String> expected = new ArrayList<>();
        for (int i = 0; i < ITEMS; i++) {
            expected.add(i == BAD ? bad : good.replace("#", Integer.toString(i)));
        }
        return expected;
    }

    @ParameterizedTest
    @ValueSource(strings = {"0A000", "08P01", "22023"})
    void shouldFailOnlyTheLookupWithThatState(String state) throws SQLException {
        final JdbcGateway gateway = gateway(events(state), "", UNITS);
        for (int round = 0; round < 2; round++) {
            for (long i = 0; i < ITEMS; i++) {
                gateway.lookup("picky", i);
            }
            assertEquals(expected("[{n=#}]", "REJECTED " + state), gateway.texts());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"0A000", "08P01", "22023"})
    void shouldFailOnlyTheUpdateWithThatState(String state) throws SQLException {
        final Database database = events(state);
        final JdbcGateway gateway = gateway(database, "", UNITS);
        for (long i = 0; i < ITEMS; i++) {
            gateway.update("pick", i);
        }
        assertEquals(expected("updated 1", "REJECTED " + state), gateway.texts());
        assertEquals(List.of("updated 1"), gateway.update("start", "hour", 1L).texts());
        assertEquals(List.of("101"), database.rows("SELECT SUM(n - id) FROM event"));
    }

    @Test
    void shouldFailOnlyTheItemWhoseUnitIsNotSupported() throws SQLException {
        final Database database = events("22023");
        final JdbcGateway gateway = gateway(database, "", UNITS);
        for (long i = 0; i < ITEMS; i++) {
            gateway.update("start", i == BAD ? "timezone" : "hour", i);
        }
        assertEquals(expected("updated 1", "REJECTED 0A000"), gateway.texts());
        for (long i = 0; i < ITEMS; i++) {
            gateway.query("startOf", i == BAD ? "timezone" : "hour", i);
        }
        assertEquals(expected("[{id=#}]", "REJECTED 0A000"), gateway.texts());
        assertEquals(
                List.of("100"), database.rows("SELECT COUNT(*) FROM event WHERE at = TIMESTAMP '2020-02-03 04:00'"));
    }

    @ParameterizedTest
    @EnumSource
    void shouldGoOnAfterATimeout(TestDatabase kind) throws SQLException {
        final Database database = database(kind);
        database.execute("CREATE TABLE number (n BIGINT PRIMARY KEY, m BIGINT)");
        for (int n = 0; n < 20; n++) {
            database.execute("INSERT INTO number VALUES (" + n + ", 0)");
        }
        final String forLong = kind == TestDatabase.POSTGRESQL
                ? "(SELECT COUNT(*) FROM pg_sleep(60))"
                : "(SELECT COUNT(*) FROM number a, number b, number c, number d, number e, number f, number g, number h"
                        + " WHERE a.n + b.n + c.n + d.n + e.n + f.n + g.n + h.n = -1)";
        final JdbcGateway gateway = gateway(database, "statementTimeout: 1s\nretries: 1\nadHoc: true\n", """
                chunk:
                  callsInFlight: 1
                """);
        for (int round = 0; round < 2; round++) {
            assertEquals(
                    List.of(kind == TestDatabase.HSQLDB ? "TIMEOUT 40502" : "TIMEOUT 57014"),
                    gateway.query("SELECT n FROM number WHERE n = 1 AND m = " + forLong)
                            .texts());
            gateway.query("SELECT m FROM number WHERE n = ?", 3L).query("SELECT m FROM number WHERE n = ?", 4L);
            assertEquals(
                    2,
                    gateway.results().stream()
                            .filter(result -> result.rows() != null)
                            .count());
            gateway.update("UPDATE number SET m = m + 1 WHERE n = 1 AND m = " + forLong);
            gateway.update("UPDATE number SET m = m + 1 WHERE n = 2");
            final List<InMemoryRun.Result> results = gateway.results();
            assertEquals("TIMEOUT", results.get(0).failure().kind().name(), kind.name());
            assertEquals("updated 1", results.get(1).toString());
        }
        assertEquals(List.of("2"), database.rows("SELECT m FROM number WHERE n = 2"));
    }

    @Test
    void shouldNotBeEndedByTheServersClocks() throws SQLException {
        final Database database = database(TestDatabase.POSTGRESQL);
        database.execute("CREATE TABLE seen (name VARCHAR(100), setting VARCHAR(20))");
        final String clocks = "SELECT name, setting FROM pg_settings WHERE name IN ('transaction_timeout',"
                + " 'idle_session_timeout', 'idle_in_transaction_session_timeout')";
        final String name = database.rows("SELECT current_database()").get(0);
        for (final String clock : database.rows("SELECT name FROM (" + clocks + ") c")) {
            database.execute("ALTER DATABASE " + name + " SET " + clock + " = '7s'");
        }
        assertEquals(List.of(), database.rows("SELECT * FROM (" + clocks + ") c WHERE setting <> '7000'"));
        final JdbcGateway gateway = gateway(database, "adHoc: true\n", "");
        gateway.query("SELECT * FROM (" + clocks + ") c WHERE setting <> '0'").update("INSERT INTO seen " + clocks);
        assertEquals("[]", gateway.texts().get(0));
        // An updating session gives up its locks when its gateway is gone: after statementTimeout and ten seconds.
        assertEquals(
                List.of("idle_in_transaction_session_timeout 40000"),
                database.rows("SELECT name, setting FROM seen WHERE setting <> '0'"));
    }
}
