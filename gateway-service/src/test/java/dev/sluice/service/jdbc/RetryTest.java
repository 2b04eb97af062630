package dev.sluice.service.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.Failure;
import dev.sluice.api.FailureKind;
import dev.sluice.service.CapturedLog;
import dev.sluice.service.memory.InMemoryRun;
import java.sql.SQLException;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is tried again, how often, and what it comes to. */
@Tag("long")
class RetryTest extends JdbcTest {

    private Database numbers(TestDatabase kind) throws SQLException {
        final Database database = database(kind);
        database.execute("CREATE TABLE number (n BIGINT PRIMARY KEY, half BIGINT)");
        for (int n = 0; n < 20; n++) {
            database.execute("INSERT INTO number VALUES (" + n + ", " + n / 2 + ")");
        }
        return database;
    }

    @Test
    void shouldFailOnlyTheItemThatTakesTooLong() throws SQLException {
        final Database database = numbers(TestDatabase.POSTGRESQL);
        final JdbcGateway gateway = gateway(database, "statementTimeout: 1s\nretries: 2\n", """
                lookups:
                  slow:
                    sql: SELECT n FROM number, pg_sleep(CASE WHEN n = 3 THEN 60 ELSE 0 END) WHERE n = ?
                    types: [long]
                """);
        for (long n = 0; n < 5; n++) {
            gateway.lookup("slow", n);
        }
        final List<InMemoryRun.Result> results = gateway.results();
        final Failure failure = results.get(3).failure();
        assertEquals(FailureKind.TIMEOUT, failure.kind());
        assertEquals("57014", failure.code());
        assertTrue(failure.retryable());
        assertTrue(failure.message().endsWith("(2 attempts)"), failure.message());
        assertEquals("[{n=4}]", results.get(4).toString());
    }

    @Test
    void shouldSayThatTheDatabaseDoesNotAnswerAndThenThatItDoes() throws SQLException {
        final List<String> lines;
        try (CapturedLog log = new CapturedLog()) {
            final Database database = numbers(TestDatabase.POSTGRESQL);
            final JdbcGateway gateway = gateway(database, "statementTimeout: 3s\n", """
                    lookups:
                      slow: {sql: 'SELECT n FROM number, pg_sleep(2) WHERE n = ?', types: [long], chunk: false}
                    """);
            assertEquals("[{n=1}]", gateway.lookup("slow", 1L).texts().get(0));
            Awaitility.await().pollInSameThread().untilAsserted(() -> {
                gateway.turn();
                assertTrue(log.lines().toString().contains("answers again"));
            });
            lines = log.lines().stream().filter(line -> line.contains("WARN")).toList();
        }
        assertEquals(2, lines.size(), lines::toString);
        assertTrue(lines.get(0).contains("has not answered a call for 15"), lines::toString);
    }

    @Test
    void shouldFailOnlyTheUpdateThatTakesTooLong() throws SQLException {
        for (final TestDatabase kind : TestDatabase.values()) {
            final Database database = numbers(kind);
            final JdbcGateway gateway = gateway(database, "statementTimeout: 1s\nretries: 1\nadHoc: true\n", "");
            final String slow = kind == TestDatabase.POSTGRESQL
                    ? "UPDATE number SET half = (SELECT 1 FROM pg_sleep(60)) WHERE n = 1"
                    : "UPDATE number SET half = (SELECT COUNT(*) FROM number a, number b, number c, number d, number e,"
                            + " number f, number g, number h WHERE a.n + b.n + c.n + d.n + e.n + f.n + g.n + h.n = -1)"
                            + " WHERE n = 1";
            gateway.update("UPDATE number SET half = 7 WHERE n = ?", 0L)
                    .update(slow)
                    .update("UPDATE number SET half = 7 WHERE n = ?", 2L);
            final List<InMemoryRun.Result> results = gateway.results();
            assertEquals("updated 1", results.get(0).toString());
            assertEquals(FailureKind.TIMEOUT, results.get(1).failure().kind(), kind.name());
            assertEquals("updated 1", results.get(2).toString());
            assertEquals(List.of("7", "0", "7"), database.rows("SELECT half FROM number WHERE n <= 2 ORDER BY n"));
        }
    }

    @Test
    void shouldFailAnItemThatAlwaysConflictsAndRunTheOthers() throws SQLException {
        final Database database = numbers(TestDatabase.POSTGRESQL);
        database.execute(
                "CREATE FUNCTION conflict() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
                        + " IF NEW.half = 13 THEN RAISE EXCEPTION 'always' USING ERRCODE = '40001'; END IF; RETURN NEW; END $$");
        database.execute("CREATE TRIGGER conflict BEFORE UPDATE ON number FOR EACH ROW EXECUTE FUNCTION conflict()");
        final JdbcGateway gateway = gateway(database, "adHoc: true\nretries: 2\n", "");
        for (final long half : List.of(12L, 13L, 14L)) {
            gateway.update("UPDATE number SET half = ? WHERE n = 1", half);
        }
        final List<InMemoryRun.Result> results = gateway.results();
        assertEquals("updated 1", results.get(0).toString());
        assertEquals(FailureKind.CONFLICT, results.get(1).failure().kind());
        assertEquals("40001", results.get(1).failure().code());
        assertTrue(results.get(1).failure().retryable());
        assertEquals("updated 1", results.get(2).toString());
        assertEquals(List.of("14"), database.rows("SELECT half FROM number WHERE n = 1"));
    }

    @Test
    void shouldFailAReadThatAlwaysConflicts() throws SQLException {
        final Database database = numbers(TestDatabase.POSTGRESQL);
        database.execute("CREATE FUNCTION conflicting(n BIGINT) RETURNS BIGINT STABLE LANGUAGE plpgsql AS $$ BEGIN"
                + " IF n = 13 THEN RAISE EXCEPTION 'always' USING ERRCODE = '40001'; END IF; RETURN n; END $$");
        final JdbcGateway gateway = gateway(database, "retries: 2\n", """
                lookups:
                  conflicting:
                    sql: SELECT conflicting(?) AS n
                    types: [long]
                """);
        for (long n = 10; n < 20; n++) {
            gateway.lookup("conflicting", n);
        }
        final List<InMemoryRun.Result> results = gateway.results();
        assertEquals(FailureKind.CONFLICT, results.get(3).failure().kind());
        assertEquals("[{n=12}]", results.get(2).toString());
        assertEquals("[{n=19}]", results.get(9).toString());
    }

    @Test
    void shouldPrepareAgainWhenTheSchemaChanges() throws SQLException {
        for (final TestDatabase kind : TestDatabase.values()) {
            final Database database = numbers(kind);
            final JdbcGateway gateway = gateway(database, "", """
                    lookups:
                      number:
                        sql: SELECT * FROM number WHERE n = ?
                        types: [long]
                    """);
            for (int round = 0; round < 2; round++) {
                gateway.lookup("number", 2L).lookup("number", 4L);
                assertEquals(2, gateway.results().get(1).rows().get(0).columns().size(), kind.name());
            }
            database.execute("ALTER TABLE number ADD COLUMN third BIGINT");
            gateway.lookup("number", 2L).lookup("number", 4L);
            assertEquals(3, gateway.results().get(1).rows().get(0).columns().size(), kind.name());
            database.execute("ALTER TABLE number ALTER COLUMN half "
                    + (kind == TestDatabase.POSTGRESQL ? "TYPE" : "SET DATA TYPE") + " VARCHAR(20)");
            gateway.lookup("number", 6L).lookup("number", 8L);
            assertEquals("3", gateway.results().get(0).rows().get(0).get(1), kind.name());
        }
    }

    @Test
    void shouldRefuseAReadThatWritesWithinAFunction() throws SQLException {
        final Database database = numbers(TestDatabase.POSTGRESQL);
        database.execute("CREATE SEQUENCE serial");
        final JdbcGateway gateway = gateway(database, "adHoc: true\n", "");
        final InMemoryRun.Result result =
                gateway.query("SELECT nextval('serial')").results().get(0);
        assertEquals("NOT_ALLOWED 25006", result.toString());
        assertTrue(
                result.failure().message().contains("executeUpdate"),
                result.failure().message());
    }

    @Test
    void shouldAnswerAsBeforeWithinOneSnapshot() throws SQLException {
        for (final TestDatabase kind : TestDatabase.values()) {
            final Database database = numbers(kind);
            final JdbcGateway gateway = gateway(database, "snapshot: true\nadHoc: true\n", """
                    lookups:
                      tenth:
                        sql: SELECT 10 / half AS tenth FROM number WHERE n = ?
                        types: [long]
                    """);
            for (int round = 0; round < 2; round++) {
                for (long n = 0; n < 20; n++) {
                    gateway.lookup("tenth", n);
                }
                final List<String> texts = gateway.texts();
                assertEquals(List.of("REJECTED 22012", "REJECTED 22012"), texts.subList(0, 2), kind.name());
                assertEquals(
                        18, texts.stream().filter(text -> text.startsWith("[{")).count(), kind.name());
            }
            assertEquals(
                    List.of("updated 20"), gateway.update("DELETE FROM number").texts());
            assertEquals(List.of("not found"), gateway.lookup("tenth", 2L).texts());
        }
    }

    @Test
    void shouldAnswerAllOfACallFromOneSnapshotWhenSomeConflictedOnce() throws SQLException {
        final Database database = numbers(TestDatabase.POSTGRESQL);
        database.execute("CREATE FUNCTION once(n BIGINT) RETURNS BIGINT STABLE LANGUAGE plpgsql AS $$ BEGIN"
                + " IF n = 3 THEN RAISE EXCEPTION 'never'; END IF;"
                // the lock remembers, for the session, beyond the end of the transaction
                + " IF n = 90 AND NOT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = 4711) THEN"
                + " PERFORM pg_advisory_lock(4711); RAISE EXCEPTION 'once' USING ERRCODE = '40001'; END IF;"
                + " RETURN n; END $$");
        final JdbcGateway gateway = gateway(database, "snapshot: true\n", """
                lookups:
                  once:
                    sql: SELECT CAST(now() AS VARCHAR) AS at FROM (SELECT once(?) AS n) o WHERE n IS NOT NULL
                    types: [long]
                """);
        for (long n = 0; n < 100; n++) {
            gateway.lookup("once", n);
        }
        final List<String> texts = gateway.texts();
        assertEquals("REJECTED P0001", texts.get(3));
        assertEquals(99, texts.stream().filter(text -> text.startsWith("[{at=")).count());
        assertEquals(2, texts.stream().distinct().count(), texts.toString());
        assertEquals(
                List.of("1"),
                database.rows("SELECT COUNT(*) FROM pg_locks WHERE locktype = 'advisory' AND objid = 4711"));
    }

    @Test
    void shouldCallVolatileFunctionsOnceForEachQuery() throws SQLException {
        final Database database = numbers(TestDatabase.POSTGRESQL);
        final JdbcGateway gateway = gateway(database, "adHoc: true\n", "");
        for (int i = 0; i < 10; i++) {
            gateway.query("SELECT random() AS r");
        }
        assertEquals(10, gateway.texts().stream().distinct().count());
    }

    @Test
    void shouldSayTheReasonOfAnOutageWithoutSecrets() throws SQLException {
        final Database nowhere =
                new Database(TestDatabase.POSTGRESQL, "jdbc:postgresql://127.0.0.1:1/nowhere", "nobody");
        final JdbcGateway gateway =
                gateway(nowhere, "connectionTimeout: 300ms\npassword: open-sesame\nadHoc: true\n", "");
        gateway.query("SELECT 1");
        try (CapturedLog log = new CapturedLog()) {
            gateway.untilLogged(log, "main is away");
            final String said = log.lines().toString();
            assertTrue(said.contains("127.0.0.1:1 refused") && !said.contains("open-sesame"), said);
        }
    }

    private Database impatient(String kind) throws SQLException {
        switch (kind) {
            case "POSTGRESQL" -> {
                final Database database = database(TestDatabase.POSTGRESQL);
                database.execute("ALTER DATABASE " + database.url().replaceAll(".*/(\\w+).*", "$1")
                        + " SET statement_timeout = '300ms'");
                return database;
            }
            case "H2" -> {
                return new Database(TestDatabase.H2, database(TestDatabase.H2).url() + ";QUERY_TIMEOUT=300", "sa");
            }
            default -> {
                return mariaDb("impatient", "sessionVariables=max_statement_time=0.3");
            }
        }
    }

    /** The administrator's time for a statement is shorter than the configuration's. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "POSTGRESQL | SELECT pg_sleep(60)",
                "H2         | SELECT COUNT(*) FROM SYSTEM_RANGE(1, 100000000) a CROSS JOIN SYSTEM_RANGE(1, 1000000)",
                "MARIADB    | SELECT COUNT(*) FROM seq_1_to_10000000 a, seq_1_to_10000000"
            })
    void shouldEndAStatementAfterTheShorterTimeWhenTheDatabaseHasOne(String kind, String sql) throws SQLException {
        final JdbcGateway gateway = gateway(impatient(kind), "statementTimeout: 50s\nretries: 1\nadHoc: true\n", "");
        final String said = gateway.query(sql).texts().get(0);
        assertTrue(said.startsWith("TIMEOUT "), said);
    }
}
