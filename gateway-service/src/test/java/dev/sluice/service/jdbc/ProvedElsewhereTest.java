package dev.sluice.service.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.ValueType;
import dev.sluice.service.core.BackendCounts.Count;
import dev.sluice.service.jdbc.connect.Session;
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
        owner().execute(PostgreSqlTraps.SCHEMA);
        standby = primary.standby();
        final Where makesFunctions = new Where("", primary.jdbcUrl() + PATH, primary.user());
        assertAlone(makesFunctions, PostgreSqlTraps.BY_TYPES);
        known = footprints(makesFunctions, PostgreSqlTraps.STATEMENTS);
        assertAlone(makesFunctions, PostgreSqlTraps.BY_TYPES_OF_JSON);
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
            final Session session = session(connection);
            final Footprints footprints = footprints(session);
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
                at(server).execute(PostgreSqlTraps.SCHEMA);
                assertAllKnown(new Where(where.name(), server.jdbcUrl() + PATH, server.user()));
            }
            return;
        }
        assertAllKnown(where);
    }

    private static void assertAllKnown(Where where) throws SQLException {
        assertAlone(where, PostgreSqlTraps.BY_TYPES);
        final Map<String, Footprint> found = footprints(where, PostgreSqlTraps.STATEMENTS);
        known.forEach((sql, footprint) -> assertEquals(footprint, found.get(sql), sql));
        assertTrue(
                known.values().stream().anyMatch(footprint -> footprint.noCall().isEmpty()));
        assertAlone(where, PostgreSqlTraps.COMMANDS);
        if (where.url().startsWith(primary.jdbcUrl()) || where.url().startsWith(standby.jdbcUrl())) {
            assertAlone(where, PostgreSqlTraps.BY_TYPES_OF_JSON);
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
            final Session session = session(connection);
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
        return at(primary);
    }

    @Test
    void shouldShareCallsOnAStandbyAsOnThePrimary() throws SQLException {
        final List<List<String>> texts = new ArrayList<>();
        final List<Long> calls = new ArrayList<>();
        for (final PostgresServer server : List.of(primary, standby)) {
            final Database database = at(server);
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
        final Database asked = at(standby);
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
        try (Connection connection = at(standby).connect()) {
            final Session session = session(connection);
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
        final Database asked = at(standby);
        final String end = ofPrimary.rows("SELECT pg_current_wal_insert_lsn()").get(0);
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .until(() -> asked.rows("SELECT pg_last_wal_replay_lsn() >= '" + end + "'"), List.of("t")::equals);
    }
}
