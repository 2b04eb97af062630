package dev.sluice.service.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.service.CapturedLog;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Lookups of what answers otherwise each time, through the gateway and by a loop over one plain connection that only reads
 * and whose role and settings are set back before each: answers are equal, equal keys are asked as often as they come, and the log says why.
 */
class VolatileReadsTest extends JdbcTest {

    private static final List<Long> KEYS = List.of(1L, 2L, 1L, 1L, 3L, 9L, 2L, 2L, 1L);

    /** How often a session has called it since its settings were set back, whatever its label says. */
    private static final String COUNTED = """
            CREATE FUNCTION counted(k bigint) RETURNS bigint LANGUAGE plpgsql STABLE AS $$
            BEGIN
              PERFORM set_config('app.n', (COALESCE(NULLIF(current_setting('app.n', true), ''), '0')::bigint + 1)::text, false);
              RETURN current_setting('app.n')::bigint;
            END $$""";

    @TempDir
    private Path directory;

    private final List<String> said = new ArrayList<>();

    private JdbcGateway lookup(Database database, int limit, String keys) {
        return gateway(
                database,
                "",
                "chunk:\n  limit: " + limit + "\n  callsInFlight: 4\nlookups:\n  asked: {types: [long], " + keys
                        + "}\n");
    }

    private List<String> throughGateway(Database database, int limit, String keys) {
        final JdbcGateway gateway = lookup(database, limit, keys);
        final List<String> texts = new ArrayList<>();
        try (CapturedLog log = new CapturedLog()) {
            KEYS.forEach(key -> gateway.lookup("asked", key));
            gateway.texts().forEach(text -> texts.add(shown(text)));
            said.addAll(log.lines());
        }
        return texts;
    }

    private static String shown(String text) {
        return text.matches("\\[.*]") ? text.toLowerCase(Locale.ROOT) : text.equals("not found") ? text : "failed";
    }

    private static List<String> plain(Database database, String sql) throws SQLException {
        final List<String> texts = new ArrayList<>();
        try (Connection connection = database.connect()) {
            connection.setReadOnly(true);
            for (final long key : KEYS) {
                if (database.kind() == TestDatabase.POSTGRESQL) {
                    connection
                            .createStatement()
                            .execute("RESET ROLE; RESET ALL; SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY");
                }
                try (PreparedStatement statement = connection.prepareStatement(sql)) {
                    statement.setLong(1, key);
                    final ResultSet found = statement.executeQuery();
                    texts.add(found.next() ? "[{n=" + found.getString("n") + "}]" : "not found");
                } catch (final SQLException e) {
                    texts.add("failed");
                }
            }
        }
        return texts;
    }

    private void assertAsIfAlone(String reason, List<Database> two, String sql, int limit, String... schema)
            throws SQLException {
        said.clear();
        for (final Database database : two) {
            database.execute(schema);
        }
        assertEquals(
                plain(two.get(0), sql),
                throughGateway(two.get(1), limit, "sql: \"" + sql.replace("\"", "\\\"") + "\""));
        final String line = "lookup 'asked' goes one at a time: " + reason
                + "; chunk: true lets its requests share calls without a proof";
        assertEquals(1, said.stream().filter(one -> one.contains(line)).count(), () -> line + "\n" + said);
    }

    private List<Database> two(TestDatabase kind) throws SQLException {
        return List.of(database(kind), database(kind));
    }

    /** As a user to whom policies apply. */
    private static Database asUser(Database database) throws SQLException {
        final String user = "reader_" + database.url().replaceAll(".*/(\\w+).*", "$1");
        database.execute(
                "CREATE ROLE " + user + " LOGIN",
                "GRANT SELECT ON ALL TABLES IN SCHEMA public TO " + user,
                "ALTER DEFAULT PRIVILEGES GRANT SELECT ON TABLES TO " + user);
        return new Database(database.kind(), database.url(), user);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SELECT n FROM v WHERE id = ?|view _RETURN on v calls counted()",
                "SELECT n FROM over_v WHERE id = ?|view _RETURN on v calls counted()",
                "SELECT counted(id) AS n FROM t WHERE id = ?|it calls counted()",
                "SELECT id ~~~ 1 AS n FROM t WHERE id = ?|it calls added()",
                "SELECT (id::cents).n FROM t WHERE id = ?|it calls to_cents()",
                "SELECT indirect(id) AS n FROM t WHERE id = ?|indirect() calls counted()",
            })
    void shouldCallAFunctionOfUnknownEffectOnceForEachRequestOnPostgreSql(String sql, String reason)
            throws SQLException {
        for (final int limit : List.of(1, 3, 40)) {
            assertAsIfAlone(
                    reason + ", and it is opaque: plpgsql, not BEGIN ATOMIC",
                    two(TestDatabase.POSTGRESQL),
                    sql,
                    limit,
                    COUNTED,
                    "CREATE TABLE t (id BIGINT PRIMARY KEY)",
                    "INSERT INTO t VALUES (1), (2), (3)",
                    "CREATE VIEW v AS SELECT id, counted(id) AS n FROM t",
                    "CREATE VIEW over_v AS SELECT id, n FROM v",
                    "CREATE FUNCTION added(a bigint, b int) RETURNS bigint LANGUAGE plpgsql STABLE AS"
                            + " 'BEGIN RETURN counted(a); END'",
                    "CREATE OPERATOR ~~~ (LEFTARG = bigint, RIGHTARG = int, FUNCTION = added)",
                    "CREATE TYPE cents AS (n BIGINT)",
                    "CREATE FUNCTION to_cents(a bigint) RETURNS cents LANGUAGE plpgsql IMMUTABLE AS"
                            + " 'BEGIN RETURN ROW(counted(a)); END'",
                    "CREATE CAST (bigint AS cents) WITH FUNCTION to_cents(bigint)",
                    "CREATE FUNCTION indirect(a bigint) RETURNS bigint LANGUAGE sql STABLE BEGIN ATOMIC SELECT counted(a); END");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 40})
    void shouldLeaveNothingToTheNextRequestWhenAFunctionSetsStateOfItsTransaction(int limit) throws SQLException {
        assertAsIfAlone(
                "it calls counted(), and it is opaque: plpgsql, not BEGIN ATOMIC",
                two(TestDatabase.POSTGRESQL),
                "SELECT counted(id) AS n FROM t WHERE id = ?",
                limit,
                COUNTED.replace("false)", "true)"),
                "CREATE TABLE t (id BIGINT PRIMARY KEY)",
                "INSERT INTO t VALUES (1), (2), (3)");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SELECT n FROM t WHERE id = ? AND n < moved(id)|set_config('search_path', 'other', false)",
                "SELECT n FROM t WHERE id = ? AND n < moved(id)|pg_sleep(0.06), set_config('statement_timeout', '40', false)",
                "SELECT CASE WHEN current_user = session_user THEN moved(id) ELSE -1 END AS n FROM t WHERE id = ?"
                        + "|set_config('role', 'pg_monitor', false)",
            })
    void shouldLeaveNothingToTheNextRequestWhenAFunctionSetsStateOfItsSession(String sql, String left)
            throws SQLException {
        for (final int limit : List.of(1, 3, 40)) {
            assertAsIfAlone(
                    "it calls moved(), and it is opaque: plpgsql, not BEGIN ATOMIC",
                    two(TestDatabase.POSTGRESQL),
                    sql,
                    limit,
                    "CREATE FUNCTION moved(k bigint) RETURNS bigint LANGUAGE plpgsql STABLE AS" + " $$ BEGIN PERFORM "
                            + left + "; RETURN k + 100; END $$",
                    "GRANT EXECUTE ON FUNCTION moved TO PUBLIC",
                    "CREATE TABLE t (id BIGINT PRIMARY KEY, n BIGINT)",
                    "INSERT INTO t VALUES (1, 10), (2, 20), (3, 30)",
                    "CREATE SCHEMA other",
                    "CREATE TABLE other.t (id BIGINT PRIMARY KEY, n BIGINT)");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 40})
    void shouldEvaluateAPolicyOfUnknownEffectOnceForEachRequest(int limit) throws SQLException {
        final List<Database> two = two(TestDatabase.POSTGRESQL);
        final String[] schema = {
            COUNTED,
            "CREATE TABLE t (id BIGINT, n BIGINT)",
            "INSERT INTO t VALUES (1, 10), (2, 20), (3, 30)",
            "ALTER TABLE t ENABLE ROW LEVEL SECURITY",
            "CREATE POLICY sometimes ON t USING (counted(id) % 4 <> 0)"
        };
        for (final Database database : two) {
            database.execute(schema);
        }
        assertAsIfAlone(
                "policy sometimes on t calls counted(), and it is opaque: plpgsql, not BEGIN ATOMIC",
                List.of(asUser(two.get(0)), asUser(two.get(1))),
                "SELECT n FROM t WHERE id = ?",
                limit);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SELECT drawn(id) AS n FROM t WHERE id = ?|it calls drawn(), and it is opaque: plpgsql, not BEGIN ATOMIC",
                "SELECT written(id) AS n FROM t WHERE id = ?|it calls written(), and it is opaque: plpgsql, not BEGIN ATOMIC",
                "SELECT nextval('s') AS n FROM t WHERE id = ?|it calls nextval(), and it is volatile",
                "SELECT n FROM numbered WHERE id = ?|view _RETURN on numbered calls nextval(), and it is volatile",
                "SELECT id AS n FROM t WHERE id = ? FOR UPDATE|it locks rows",
                "SELECT n FROM locking WHERE id = ?|view _RETURN on locking locks rows",
            })
    void shouldFailEachRequestWhenALookupWouldWriteOnPostgreSql(String sql, String reason) throws SQLException {
        assertAsIfAlone(
                reason,
                two(TestDatabase.POSTGRESQL),
                sql,
                40,
                "CREATE TABLE t (id BIGINT PRIMARY KEY)",
                "INSERT INTO t VALUES (1), (2), (3)",
                "CREATE SEQUENCE s",
                "CREATE VIEW numbered AS SELECT id, nextval('s') AS n FROM t",
                "CREATE VIEW locking AS SELECT id AS n, id FROM t FOR UPDATE",
                "CREATE FUNCTION drawn(k bigint) RETURNS bigint LANGUAGE plpgsql STABLE AS"
                        + " $$ BEGIN RETURN nextval('s'); END $$",
                "CREATE FUNCTION inserted(k bigint) RETURNS bigint LANGUAGE plpgsql AS"
                        + " $$ BEGIN INSERT INTO t VALUES (k + 100); RETURN k; END $$",
                "CREATE FUNCTION written(k bigint) RETURNS bigint LANGUAGE plpgsql STABLE AS"
                        + " $$ BEGIN RETURN inserted(k); END $$");
    }

    private List<Database> files(String url, String user) {
        return List.of(
                new Database(TestDatabase.H2, url.formatted(directory + "/a"), user),
                new Database(TestDatabase.H2, url.formatted(directory + "/b"), user));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 40})
    void shouldDrawFromASequenceOnceForEachRequestElsewhere(int limit) throws SQLException {
        final String[] schema = {
            "CREATE TABLE t (id BIGINT NOT NULL PRIMARY KEY)",
            "INSERT INTO t VALUES (1), (2), (3)",
            "CREATE SEQUENCE s AS BIGINT START WITH 1"
        };
        final String next = "SELECT NEXT VALUE FOR s AS n FROM t WHERE id = ?";
        final String reason = "it uses NEXT VALUE, which is not known to be stable";
        assertAsIfAlone(reason, two(TestDatabase.HSQLDB), next, limit, schema);
        assertAsIfAlone(reason, two(TestDatabase.H2), next, limit, schema);
        assertAsIfAlone(reason, files("jdbc:derby:%s;create=true", "APP"), next, limit, schema);
    }

    private static final List<String> LOCKS = List.of(
            "SELECT pg_try_advisory_xact_lock(7) AS took",
            "SELECT pg_try_advisory_xact_lock(7) AS took FROM t WHERE id < ?",
            "SELECT known() AS took",
            "SELECT opaque() AS took");

    /** Alone each gets the lock, as it ends with the request before it. */
    @ParameterizedTest
    @ValueSource(ints = {1, 10})
    void shouldGetALockOfATransactionWhenManyReadsAskForIt(int limit) throws SQLException {
        final Database database = database(TestDatabase.POSTGRESQL);
        database.execute(
                "CREATE TABLE t (id BIGINT PRIMARY KEY)",
                "INSERT INTO t VALUES (1)",
                "CREATE FUNCTION known() RETURNS boolean LANGUAGE sql BEGIN ATOMIC SELECT pg_try_advisory_xact_lock(7); END",
                "CREATE FUNCTION opaque() RETURNS boolean LANGUAGE plpgsql AS $$ DECLARE took boolean; BEGIN"
                        + " took := pg_try_advisory_xact_lock(7); PERFORM pg_sleep(0.0005); RETURN took; END $$");
        final JdbcGateway gateway =
                gateway(database, "adHoc: true\n", "chunk:\n  limit: " + limit + "\n  callsInFlight: 4\n");
        final int each = 50;
        for (int i = 0; i < each; i++) {
            gateway.query(LOCKS.get(0))
                    .query(LOCKS.get(1), 9L)
                    .query(LOCKS.get(2))
                    .query(LOCKS.get(3));
        }
        assertEquals(Collections.nCopies(each * LOCKS.size(), "[{took=true}]"), gateway.texts());
    }

    /** The next request finds no lock, cursor or temporary table that a function left. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldLeaveNoLockWhenAFunctionTookOneForItsSession(boolean update) throws SQLException {
        final Database database = database(TestDatabase.POSTGRESQL);
        final String left = "SELECT (SELECT COUNT(*) FROM pg_locks WHERE locktype = 'advisory' AND database ="
                + " (SELECT oid FROM pg_database WHERE datname = current_database())) AS locks,"
                + " (SELECT COUNT(*) FROM pg_cursors WHERE is_holdable) AS cursors,"
                + " (SELECT COUNT(*) FROM pg_class WHERE relname = 'kept') AS tables";
        database.execute("CREATE FUNCTION taken(k bigint) RETURNS bigint LANGUAGE plpgsql AS $$ BEGIN"
                + " PERFORM pg_advisory_lock(k);"
                + " EXECUTE 'DECLARE c' || k || ' CURSOR WITH HOLD FOR SELECT 1';"
                + " IF current_setting('transaction_read_only') = 'off' THEN CREATE TEMP TABLE kept (n bigint); END IF;"
                + " RETURN k; END $$");
        final JdbcGateway gateway = gateway(database, "adHoc: true\n", "");
        for (long i = 0; i < 3; i++) {
            if (update) {
                gateway.update("SELECT taken(?)", i);
            } else {
                gateway.query("SELECT taken(?)", i);
            }
            gateway.query(left);
        }
        final List<String> said = gateway.texts();
        for (int i = 0; i < said.size(); i += 2) {
            assertEquals(
                    List.of("[{taken=" + i / 2 + "}]", "[{locks=0, cursors=0, tables=0}]"), said.subList(i, i + 2));
        }
    }
}
