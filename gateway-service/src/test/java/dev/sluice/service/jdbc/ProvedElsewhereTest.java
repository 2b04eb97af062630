package dev.sluice.service.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.ValueType;
import dev.sluice.service.config.yaml.Secrets;
import dev.sluice.service.core.BackendCounts.Count;
import dev.sluice.service.jdbc.connect.Session;
import dev.sluice.service.jdbc.dialect.Dialects;
import dev.sluice.service.jdbc.dialect.Signature;
import dev.sluice.service.jdbc.proof.Footprint;
import dev.sluice.service.jdbc.proof.Footprints;
import dev.sluice.service.jdbc.proof.SchemaChanges;
import dev.sluice.service.jdbc.sql.SqlSyntax;
import dev.sluice.service.jdbc.sql.SqlText;
import dev.sluice.testsupport.PostgresOptions;
import dev.sluice.testsupport.PostgresServer;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Where PostgreSQL makes no temporary function, as much is proved as where it does, and nothing else: on a standby, for users
 * without the right, and on the releases before 14 whose jars {@code -Dsluice.postgres.older} names. Names are resolved in a
 * path in which a schema of the user's comes before the system's.
 */
@Tag("long")
class ProvedElsewhereTest extends JdbcTest {

    private static final String PATH = "?options=-csearch_path%3Dmine,public,pg_catalog";

    /** What a name, an operator, a cast or a type may hide. */
    private static final String[] SCHEMA = {
        "CREATE SCHEMA mine",
        "GRANT USAGE ON SCHEMA mine TO PUBLIC",
        "CREATE TABLE t (id BIGINT PRIMARY KEY, a TEXT, d DATE, worth NUMERIC, name NAME DEFAULT 'x')",
        "CREATE TABLE u (id BIGINT PRIMARY KEY, t_id BIGINT REFERENCES t ON DELETE CASCADE, b TEXT)",
        "INSERT INTO t (id, a) SELECT i, concat('a', i) FROM generate_series(1, 300) AS i",
        "CREATE SEQUENCE seq",
        "CREATE FUNCTION wild(bigint) RETURNS bigint LANGUAGE plpgsql STABLE AS 'BEGIN RETURN nextval(''seq''); END'",
        "CREATE FUNCTION f(t) RETURNS bigint LANGUAGE plpgsql IMMUTABLE AS 'BEGIN RETURN nextval(''seq''); END'",
        "CREATE FUNCTION mine.upper(text) RETURNS text LANGUAGE plpgsql IMMUTABLE AS 'BEGIN RETURN nextval(''seq''); END'",
        "CREATE FUNCTION mine.lower(text) RETURNS text LANGUAGE sql IMMUTABLE AS 'SELECT $1'",
        "CREATE FUNCTION mine.same(bigint, bigint) RETURNS boolean LANGUAGE plpgsql AS 'BEGIN RETURN $1 = $2; END'",
        "CREATE OPERATOR mine.= (LEFTARG = bigint, RIGHTARG = bigint, FUNCTION = mine.same)",
        "CREATE OPERATOR public.### (LEFTARG = bigint, RIGHTARG = bigint, FUNCTION = mine.same)",
        "CREATE TYPE cents AS (n BIGINT)",
        "CREATE FUNCTION to_cents(bigint) RETURNS cents LANGUAGE plpgsql AS 'BEGIN RETURN ROW(nextval(''seq'')); END'",
        "CREATE CAST (bigint AS cents) WITH FUNCTION to_cents(bigint) AS IMPLICIT",
        "CREATE FUNCTION takes(cents) RETURNS bigint LANGUAGE internal IMMUTABLE AS 'pg_column_size'",
        "CREATE DOMAIN odd AS BIGINT CHECK (wild(VALUE) > 0)",
        "CREATE DOMAIN positive AS BIGINT CHECK (VALUE > 0)",
        "CREATE FUNCTION tamed(bigint) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS 'BEGIN RETURN $1 > 0; END'",
        "CREATE DOMAIN checked AS BIGINT CHECK (tamed(VALUE))",
        "CREATE TYPE comp AS (c checked)",
        "CREATE TYPE mood AS ENUM ('glad', 'sad')",
        "CREATE AGGREGATE glued (bigint) (SFUNC = int8pl, STYPE = bigint)",
        "CREATE VIEW tame AS SELECT id, pg_catalog.upper(a) AS a FROM t WHERE id OPERATOR(pg_catalog.>) 0",
        "CREATE VIEW random_one AS SELECT id, random() AS r FROM t",
        "CREATE VIEW over AS SELECT id, r FROM random_one",
        "CREATE VIEW of_fields AS SELECT t.f AS g, t.a FROM t",
        "CREATE VIEW of_operators AS SELECT id FROM t WHERE id = 1",
        "CREATE MATERIALIZED VIEW kept AS SELECT id, random() AS r FROM t",
        "CREATE TABLE ours (id BIGINT, owner TEXT)",
        "ALTER TABLE ours ENABLE ROW LEVEL SECURITY",
        "CREATE POLICY lucky ON ours USING (random() < 0.5)",
        "CREATE TABLE parent (id BIGINT)",
        "CREATE TABLE heir (more BIGINT) INHERITS (parent)",
        "CREATE TABLE cut (id BIGINT, day DATE) PARTITION BY RANGE (day)",
        "CREATE TABLE cut_26 PARTITION OF cut FOR VALUES FROM ('2026-01-01') TO ('2027-01-01')",
        "CREATE FUNCTION logs() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM nextval(''seq''); RETURN NEW; END'",
        "CREATE TRIGGER logs AFTER INSERT ON cut FOR EACH ROW EXECUTE FUNCTION logs()",
        "CREATE TABLE late (id BIGINT, day DATE) PARTITION BY RANGE (day)",
        "CREATE TABLE late_26 PARTITION OF late FOR VALUES FROM ('2026-01-01') TO ('2027-01-01')",
        "CREATE CONSTRAINT TRIGGER logs AFTER INSERT ON late DEFERRABLE INITIALLY DEFERRED"
                + " FOR EACH ROW EXECUTE FUNCTION logs()",
        "CREATE TABLE parts (id BIGINT PRIMARY KEY, late BIGINT REFERENCES t)",
        "CREATE TABLE ranged (id BIGINT, during INT8RANGE)",
    };

    /** What calls something by a type. In the first two a check runs, and has its own query parsed, while they are. */
    private static final List<String> BY_TYPES = List.of(
            "SELECT a, wild(id), '(5)'::comp FROM t WHERE id > ?",
            "SELECT '{5}'::odd[], a FROM t WHERE id > ?",
            "SELECT count(*) FROM json_to_record('{\"a\":1}') AS x(a odd) WHERE 1 > ?",
            "SELECT count(*) FROM XMLTABLE('/r' PASSING xml '<r><a>1</a></r>' COLUMNS a odd) WHERE 1 > ?");

    /** The same in words of newer releases. */
    private static final List<String> BY_TYPES_OF_JSON = List.of(
            "SELECT JSON_VALUE(jsonb '{\"a\":1}', '$.a' RETURNING odd) FROM t WHERE id > ?",
            "SELECT JSON_QUERY(jsonb '{\"a\":1}', '$' RETURNING odd[]) FROM t WHERE id > ?",
            "SELECT count(*) FROM JSON_TABLE(jsonb '{\"a\":1}', '$' COLUMNS (x odd PATH '$.a')) AS j WHERE 1 > ?");

    private static final List<String> STATEMENTS = List.of(
            "SELECT a FROM t WHERE id OPERATOR(pg_catalog.=) ?",
            "SELECT a FROM t WHERE id = ?",
            "SELECT a FROM t WHERE id > ?",
            "SELECT a FROM t WHERE id IN (?, ?)",
            "SELECT a FROM t WHERE ROW(id, id) < ROW(?, ?)",
            "SELECT a FROM t WHERE id ### ?",
            "SELECT CASE id WHEN ? THEN 1 END FROM t",
            "SELECT NULLIF(id, ?) FROM t",
            "SELECT t.f FROM t WHERE id > ?",
            "SELECT x.f FROM t AS x WHERE id > ?",
            "SELECT (t).f, t.name FROM t WHERE id > ?",
            "SELECT g FROM of_fields",
            "SELECT a FROM of_fields",
            "SELECT id FROM of_operators WHERE id > ?",
            "SELECT upper(a) FROM t WHERE id > ?",
            "SELECT pg_catalog.upper(a) FROM t WHERE id > ?",
            "SELECT lower(a) FROM t WHERE id > ?",
            "SELECT takes(?)",
            "SELECT CAST(? AS cents)",
            "SELECT CAST(? AS odd)",
            "SELECT CAST(? AS positive), CAST('glad' AS mood)",
            "SELECT ARRAY[id]::odd[] FROM t",
            "SELECT wild(?)",
            "SELECT random(), ?",
            "SELECT last_value FROM seq",
            "SELECT nextval('seq') + ?",
            "SELECT * FROM wild(?) AS w",
            "SELECT glued(id) FROM t WHERE id > ?",
            "SELECT row_number() OVER (ORDER BY a), sum(worth) OVER () FROM t WHERE id > ?",
            "SELECT a FROM t TABLESAMPLE bernoulli (10) WHERE id > ?",
            "SELECT id FROM tame WHERE id > ?",
            "SELECT id FROM over WHERE id > ?",
            "SELECT r FROM kept WHERE id > ?",
            "SELECT id FROM ours WHERE id > ?",
            "SELECT id FROM parent WHERE id > ?",
            "SELECT id FROM cut WHERE id > ?",
            "SELECT a FROM t WHERE id > ? FOR UPDATE",
            "SELECT xmin, a FROM t WHERE id > ?",
            "SELECT relname FROM pg_class WHERE relname > 'a'",
            "SELECT 't'::regclass, ?",
            "WITH d AS (DELETE FROM u WHERE id > ? RETURNING t_id) SELECT t_id FROM d",
            "WITH x AS (SELECT id FROM t) SELECT id FROM x WHERE id > ?",
            "SELECT a FROM t JOIN u ON u.t_id > t.id WHERE u.id > ?",
            "VALUES (1, ?)",
            "TABLE t",
            "SELECT set_config('a.b', 'c', true), ?",
            "SELECT pg_advisory_xact_lock(?)",
            "SELECT query_to_xml('SELECT 1', true, true, '')",
            "INSERT INTO t (id, a) VALUES (?, 'x')",
            "INSERT INTO cut (id, day) VALUES (?, '2026-02-03')",
            "INSERT INTO cut_26 (id, day) VALUES (?, '2026-02-03')",
            "INSERT INTO late_26 (id, day) VALUES (?, '2026-02-03')",
            "INSERT INTO parts VALUES (?, 1)",
            "INSERT INTO ranged VALUES (?, '[1,2)')",
            "UPDATE t SET a = 'y' WHERE id > ?",
            "UPDATE u SET t_id = ? WHERE id > ?",
            "DELETE FROM t WHERE id > ?");

    /** What the tree does not show. */
    private static final List<String> COMMANDS = List.of(
            "EXPLAIN ANALYZE SELECT wild(?)",
            "LOCK TABLE t",
            "SHOW search_path",
            "CALL pg_catalog.upper('a')",
            "SELECT a INTO more FROM t",
            "EXECUTE one",
            "CREATE TABLE more AS SELECT wild(1)");

    private static PostgresServer primary;
    private static PostgresServer standby;

    /** What a statement touches, where all servers can make a function. */
    private static Map<String, Footprint> known;

    private record Where(String name, String url, String user) {

        @Override
        public String toString() {
            return name;
        }
    }

    @BeforeAll
    static void open() throws SQLException {
        primary = PostgresServer.open();
        owner().execute(SCHEMA);
        standby = primary.standby();
        final Where makesFunctions = new Where("", primary.jdbcUrl() + PATH, primary.user());
        assertAlone(makesFunctions, BY_TYPES);
        known = footprints(makesFunctions, STATEMENTS);
        assertAlone(makesFunctions, BY_TYPES_OF_JSON);
    }

    @AfterAll
    static void close() {
        standby.close();
        primary.close();
    }

    private static Map<String, Footprint> footprints(Where where, List<String> statements) throws SQLException {
        final Map<String, Footprint> found = new LinkedHashMap<>();
        final Database database = new Database(TestDatabase.POSTGRESQL, where.url(), where.user());
        try (Connection connection = database.connect()) {
            connection.setReadOnly(true);
            final Session session = new Session(connection, Dialects.of(connection), 10, Secrets.of(List.of()));
            final Footprints footprints = new Footprints(session, System::nanoTime, new SchemaChanges());
            for (final String sql : statements) {
                final SqlText text = SqlText.parse(sql, session.dialect().syntax());
                found.put(
                        sql, footprints.of(text, Signature.of(Collections.nCopies(text.parameters(), ValueType.LONG))));
            }
        }
        return found;
    }

    static Stream<Where> places() throws SQLException {
        final Database owner = owner();
        final Stream<Where> today = Stream.of(
                new Where("a standby", standby.jdbcUrl() + PATH, standby.user()),
                new Where(
                        "without the right",
                        primary.jdbcUrl() + PATH,
                        WithoutTemporary.user(owner).user()));
        final Stream<Where> older = Stream.of(
                        System.getProperty("sluice.postgres.older", "").split(File.pathSeparator))
                .filter(jar -> !jar.isEmpty())
                .map(jar -> new Where(Path.of(jar).getFileName().toString(), jar, ""));
        return Stream.concat(today, older);
    }

    @ParameterizedTest
    @MethodSource("places")
    void shouldProveAsMuchAsAFunctionShows(Where where) throws SQLException {
        if (where.user().isEmpty()) {
            try (PostgresServer server =
                    PostgresServer.open(PostgresOptions.fast().of(Path.of(where.url())))) {
                new Database(TestDatabase.POSTGRESQL, server.jdbcUrl(), server.user()).execute(SCHEMA);
                assertAllKnown(new Where(where.name(), server.jdbcUrl() + PATH, server.user()));
            }
            return;
        }
        assertAllKnown(where);
    }

    private static void assertAllKnown(Where where) throws SQLException {
        assertAlone(where, BY_TYPES);
        final Map<String, Footprint> found = footprints(where, STATEMENTS);
        known.forEach((sql, footprint) -> assertEquals(footprint, found.get(sql), sql));
        assertTrue(
                known.values().stream().anyMatch(footprint -> footprint.noCall().isEmpty()));
        assertAlone(where, COMMANDS);
        if (where.url().startsWith(primary.jdbcUrl()) || where.url().startsWith(standby.jdbcUrl())) {
            assertAlone(where, BY_TYPES_OF_JSON);
        }
    }

    private static void assertAlone(Where where, List<String> statements) throws SQLException {
        footprints(where, statements).forEach((sql, footprint) -> {
            assertTrue(footprint.noCall().isPresent(), sql);
            assertTrue(footprint.ownTransaction().isPresent(), sql);
            assertTrue(footprint.reads().everything().isPresent(), sql);
        });
    }

    @Test
    void shouldSeeThatTheSearchPathIsAnother() throws SQLException {
        final Database owner = owner();
        owner.execute(
                "CREATE SCHEMA one",
                "CREATE SCHEMA two",
                "GRANT USAGE ON SCHEMA one, two TO PUBLIC",
                "CREATE TABLE one.p (id BIGINT)",
                "CREATE VIEW two.p AS SELECT 1 AS id, random() AS r",
                "ALTER SYSTEM SET search_path = one, public",
                "SELECT pg_reload_conf()");
        final AtomicLong nanos = new AtomicLong();
        final String sql = "SELECT id FROM p WHERE id > ?";
        final Database poor = WithoutTemporary.user(owner);
        awaitPath(poor, "one, public");
        try (Connection connection = poor.connect()) {
            final Session session = new Session(connection, Dialects.of(connection), 10, Secrets.of(List.of()));
            final Footprints footprints = new Footprints(session, nanos::get, new SchemaChanges());
            assertEquals(Optional.empty(), footprint(footprints, nanos, sql).noCall());
            owner.execute("ALTER SYSTEM SET search_path = two, public", "SELECT pg_reload_conf()");
            Awaitility.await()
                    .until(
                            () -> session.rows(row -> row.getString(1), "SHOW search_path"),
                            List.of("two, public")::equals);
            assertEquals(
                    Optional.of("view _RETURN on two.p calls random(), and it is volatile"),
                    footprint(footprints, nanos, sql).noCall());
        } finally {
            owner.execute("ALTER SYSTEM RESET search_path", "SELECT pg_reload_conf()");
        }
    }

    private static void awaitPath(Database database, String path) {
        Awaitility.await().until(() -> database.rows("SHOW search_path"), List.of(path)::equals);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "autosave=always",
                "autosave=always&cleanupSavepoints=true",
                "preferQueryMode=extendedCacheEverything",
                "prepareThreshold=-1"
            })
    void shouldProveAsMuchWhateverTheDriverSendsBeside(String property) throws SQLException {
        final Where where = new Where("a standby", standby.jdbcUrl() + PATH + "&" + property, standby.user());
        final String sql = "SELECT lower(a), id FROM tame WHERE id > ?";
        final String constant = "SELECT id FROM tame WHERE id OPERATOR(pg_catalog.>) 7";
        final Map<String, Footprint> found = footprints(where, List.of(sql, constant, "TABLE t"));
        assertEquals(
                footprints(new Where("", primary.jdbcUrl() + PATH, primary.user()), List.of(sql, constant, "TABLE t")),
                found);
        assertEquals(Optional.empty(), found.get(constant).noCall());
    }

    @Test
    void shouldProveNothingAndRunNothingInTheDriversSimpleMode() throws SQLException {
        final Where simple = new Where(
                "without the right",
                primary.jdbcUrl() + PATH + "&preferQueryMode=simple",
                WithoutTemporary.user(owner()).user());
        final String last = "SELECT last_value, is_called FROM seq";
        final List<String> before = owner().rows(last);
        footprints(simple, List.of("SELECT nextval('seq') + ?", "SELECT a FROM t WHERE id > ?"))
                .forEach((sql, footprint) -> assertTrue(footprint.noCall().isPresent(), sql));
        assertEquals(before, owner().rows(last));
    }

    private static Database owner() {
        return new Database(TestDatabase.POSTGRESQL, primary.jdbcUrl(), primary.user());
    }

    @Test
    void shouldShareCallsOnAStandbyAsOnThePrimary() throws SQLException {
        final List<List<String>> texts = new ArrayList<>();
        final List<Long> calls = new ArrayList<>();
        for (final PostgresServer server : List.of(primary, standby)) {
            final Database database = new Database(TestDatabase.POSTGRESQL, server.jdbcUrl(), server.user());
            final JdbcGateway gateway = gateway(database, "", """
                    lookups:
                      by-key: {database: main, sql: "SELECT a FROM t WHERE id = ?"}
                      tame: {database: main, sql: "SELECT a FROM tame WHERE id = ?"}
                      random: {database: main, sql: "SELECT id FROM random_one WHERE id = ?"}
                    """);
            for (long key = 1; key <= 300; key++) {
                gateway.lookup("by-key", key).lookup("tame", key);
            }
            texts.add(new ArrayList<>(gateway.texts()));
            calls.add(gateway.calls(Count.READ_CALLS));
            final long trips = gateway.trips();
            for (long key = 1; key <= 20; key++) {
                gateway.lookup("random", key);
            }
            texts.get(texts.size() - 1).addAll(gateway.texts());
            assertTrue(gateway.trips() - trips >= 20, "what is random is asked by itself");
        }
        final Database asked = new Database(TestDatabase.POSTGRESQL, standby.jdbcUrl(), standby.user());
        final List<String> plain = new ArrayList<>();
        for (long key = 1; key <= 300; key++) {
            plain.addAll(asked.rows("SELECT concat('[{a=', a, '}]') FROM t WHERE id = " + key));
            plain.addAll(asked.rows("SELECT concat('[{a=', a, '}]') FROM tame WHERE id = " + key));
        }
        for (long key = 1; key <= 20; key++) {
            plain.addAll(asked.rows("SELECT concat('[{id=', id, '}]') FROM random_one WHERE id = " + key));
        }
        assertEquals(plain, texts.get(0));
        assertEquals(plain, texts.get(1));
        assertEquals(calls.get(0), calls.get(1), "calls for 600 lookups");
        assertTrue(calls.get(0) <= 12, calls::toString);
    }

    @Test
    void shouldPrintAStatementOnceUntilANameMayMeanAnotherThing() throws SQLException, IOException {
        final Database owner = owner();
        owner.execute("CREATE TABLE renamed (id BIGINT)");
        final String sql = "SELECT id FROM renamed WHERE id > ?";
        final AtomicLong nanos = new AtomicLong();
        try (Connection connection =
                new Database(TestDatabase.POSTGRESQL, standby.jdbcUrl(), standby.user()).connect()) {
            final Session session = new Session(connection, Dialects.of(connection), 10, Secrets.of(List.of()));
            final Footprints footprints = new Footprints(session, nanos::get, new SchemaChanges());
            awaitStandby(owner);
            assertEquals(Optional.empty(), footprint(footprints, nanos, sql).noCall());
            final long before = printed();
            for (int i = 0; i < 10; i++) {
                assertEquals(Optional.empty(), footprint(footprints, nanos, sql).noCall());
            }
            assertEquals(before, printed());
            owner.execute(
                    "ALTER TABLE renamed RENAME TO former",
                    "CREATE VIEW renamed AS SELECT id, random() AS r FROM former");
            awaitStandby(owner);
            assertEquals(
                    Optional.of("view _RETURN on renamed calls random(), and it is volatile"),
                    footprint(footprints, nanos, sql).noCall());
        }
    }

    private static Footprint footprint(Footprints footprints, AtomicLong nanos, String sql) throws SQLException {
        nanos.addAndGet(30_000_000_000L);
        return footprints.of(SqlText.parse(sql, SqlSyntax.POSTGRESQL), Signature.of(List.of(ValueType.LONG)));
    }

    private static long printed() throws IOException {
        return standby.log().stream()
                .filter(line -> line.contains("parse tree:"))
                .count();
    }

    /** A standby is as far as its primary was a moment ago. */
    private static void awaitStandby(Database ofPrimary) throws SQLException {
        final Database asked = new Database(TestDatabase.POSTGRESQL, standby.jdbcUrl(), standby.user());
        final String end = ofPrimary.rows("SELECT pg_current_wal_insert_lsn()").get(0);
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .until(() -> asked.rows("SELECT pg_last_wal_replay_lsn() >= '" + end + "'"), List.of("t")::equals);
    }
}
