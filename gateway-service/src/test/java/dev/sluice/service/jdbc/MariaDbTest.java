package dev.sluice.service.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.RequestKind;
import dev.sluice.api.ValueType;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.jdbc.connect.Look.UnreachableException;
import dev.sluice.service.jdbc.dialect.Dialect;
import dev.sluice.service.jdbc.dialect.Dialects;
import dev.sluice.service.jdbc.dialect.FormCheck;
import dev.sluice.service.jdbc.dialect.ReadForms;
import dev.sluice.service.jdbc.dialect.Signature;
import dev.sluice.service.jdbc.dialect.Signature.ParameterType;
import dev.sluice.service.jdbc.probe.DatabaseProbe;
import dev.sluice.service.jdbc.probe.DatabaseReport;
import dev.sluice.service.jdbc.probe.DatabaseReport.Prepared;
import dev.sluice.service.jdbc.sql.SqlText;
import dev.sluice.service.jdbc.update.CheckpointSchema;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is MariaDB's own, where {@code -Dsluice.mariadb.url} names a server. */
class MariaDbTest extends JdbcTest {

    private static final Signature ONE_TEXT = new Signature(List.of(ParameterType.of(ValueType.TEXT)));

    private Database database;

    @BeforeEach
    void makeDatabase() throws SQLException {
        database = mariaDb("test");
        database.execute(
                "CREATE TABLE t (id BIGINT PRIMARY KEY, name VARCHAR(20) CHARACTER SET utf8mb4 COLLATE"
                        + " utf8mb4_unicode_ci, code CHAR(5), n INT, price DECIMAL(10, 2), seen DATETIME(6), ref UUID)",
                "INSERT INTO t VALUES (1, 'one', 'a', 1, 1.5, '2026-03-29 02:30:00.000001',"
                        + " '11111111-2222-3333-4444-555555555555'), (2, 'two', 'b', 2, 2.5, NULL, NULL)");
    }

    /** A cast text has the connection's collation, and MariaDB compares no two of them. */
    @Test
    void shouldAskInUnionsWhenTextsHaveAnotherCollationThanTheConnection() throws SQLException {
        try (Connection connection = database.connect()) {
            final Dialect dialect = Dialects.of(connection);
            final SqlText query =
                    SqlText.parse("SELECT id, name, code, price, seen, ref FROM t WHERE name = ?", dialect.syntax());
            final ReadForms forms = new FormCheck(dialect, connection, ONE_TEXT).accepted(query);
            assertEquals(1, forms.chunked().size());
        }
    }

    @Test
    void shouldAskOneAtATimeWhenTheOrderMightBeLostOrAUnionChangesTheColumns() throws SQLException {
        try (Connection connection = database.connect()) {
            final Dialect dialect = Dialects.of(connection);
            database.execute("CREATE TABLE u (flag BOOLEAN, kind ENUM('a', 'b'))");
            for (final String sql : List.of(
                    "SELECT id FROM t WHERE name = ? ORDER BY id",
                    "SELECT id FROM t WHERE name = ? FOR UPDATE",
                    "SELECT flag FROM u WHERE kind = ?",
                    "SELECT kind FROM u WHERE kind = ?")) {
                final SqlText query = SqlText.parse(sql, dialect.syntax());
                assertEquals(
                        List.of(),
                        new FormCheck(dialect, connection, ONE_TEXT)
                                .accepted(query)
                                .chunked(),
                        sql);
            }
        }
    }

    /** The driver writes arguments into the text, and a union has one type for each column. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ROUND(price, ?) | 1.5 | 1.500",
                "TRUNCATE(price, ?) | 1.5 | 1.500",
                "-? | -1 | -3",
                "POW(n, ?) + FLOOR(?) | 2.0 | 4.0",
                "(SELECT MAX(ROUND(u.price, ?)) FROM t u) | 2.5 | 2.500"
            })
    void shouldAskOneAtATimeWhenTheTypeOfAColumnDependsOnAnArgument(String column, String first, String second) {
        final String sql = "SELECT " + column + " AS v FROM t WHERE id = ?";
        final JdbcGateway gateway = gateway(database, "", "lookups:\n  one:\n    sql: '" + sql + "'\n");
        final int parameters = (int) sql.chars().filter(c -> c == '?').count();
        for (final long argument : new long[] {1, 3, 1, 3}) {
            final Object[] arguments = Collections.nCopies(parameters, argument).toArray();
            arguments[parameters - 1] = 1L;
            gateway.lookup("one", arguments);
        }
        final List<String> texts = gateway.texts();
        assertEquals(List.of("[{v=" + first + "}]", "[{v=" + second + "}]"), texts.subList(0, 2));
        assertEquals(texts.subList(0, 2), texts.subList(2, 4));
    }

    /** The driver closes the connection in the middle of such a value, which looks like an outage. */
    @Test
    void shouldFailOnlyTheLookupWhoseValueIsLargerThanTheDriverReads() {
        final JdbcGateway gateway = gateway(database.with("maxAllowedPacket=1000000"), "", """
                lookups:
                  long:
                    sql: SELECT REPEAT('x', ?) AS v FROM t WHERE id = 1
                """);
        for (final long n : new long[] {1, 2, 2_000_000, 3, 4}) {
            gateway.lookup("long", n);
        }
        assertEquals(List.of("[{v=x}]", "[{v=xx}]", "TOO_LARGE", "[{v=xxx}]", "[{v=xxxx}]"), gateway.texts());
    }

    /** The server closes the connection at a packet of more than 16 MB. The driver makes two characters of each quote. */
    @Test
    void shouldFailOnlyTheRequestWhoseArgumentIsLargerThanTheServerTakes() {
        final JdbcGateway gateway = gateway(database, "", """
                lookups:
                  size:
                    sql: SELECT LENGTH(?) AS v FROM t WHERE id = 1
                statements:
                  keep:
                    database: main
                    writes: [t]
                    sql: UPDATE t SET n = LENGTH(?) WHERE id = 1
                """);
        for (final String argument : List.of("x", "yy", "'".repeat(14_000_000), "zzz", "x".repeat(14_000_000))) {
            gateway.lookup("size", argument);
            gateway.update("keep", argument);
        }
        assertEquals(
                List.of(
                        "[{v=1}]",
                        "updated 1",
                        "[{v=2}]",
                        "updated 1",
                        "TOO_LARGE",
                        "TOO_LARGE",
                        "[{v=3}]",
                        "updated 1",
                        "[{v=14000000}]",
                        "updated 1"),
                gateway.texts());
    }

    @Test
    void shouldGiveADifferenceOfTimesTheDigitsOfItsArgument() {
        final JdbcGateway gateway = gateway(database, "", """
                lookups:
                  since:
                    sql: SELECT TIMEDIFF(?, '01:00:00') AS v FROM t WHERE id = ?
                """);
        gateway.lookup("since", "30:00:00", 1L).lookup("since", "30:00:00.123456", 1L);
        assertEquals(
                List.of(
                        "[{v=OtherValue[typeName=time, text=29:00:00]}]",
                        "[{v=OtherValue[typeName=time, text=29:00:00.123456]}]"),
                gateway.texts());
    }

    @Test
    void shouldAnswerInChunksAsItsValuesAre() {
        final JdbcGateway gateway = gateway(database, "adHoc: true", """
                lookups:
                  one:
                    sql: SELECT name, code, price, seen, ref FROM t WHERE id = ?
                    reads: [t]
                """);
        for (long id = 1; id <= 40; id++) {
            gateway.lookup("one", id);
        }
        gateway.query("SELECT 'it\\'s ?' AS a, ? AS b # and ?", new BigDecimal("1.50"));
        final List<String> texts = gateway.texts();
        assertEquals(
                "[{name=one, code=a, price=1.50, seen=2026-03-29T02:30:00.000001,"
                        + " ref=11111111-2222-3333-4444-555555555555}]",
                texts.get(0));
        assertEquals(Collections.nCopies(38, "not found"), texts.subList(2, 40));
        assertEquals("[{a=it's ?, b=1.50}]", texts.get(40));
        assertTrue(gateway.trips() < 12, () -> gateway.trips() + " trips");
    }

    /** The driver would send a batch of inserts in a form that the server refuses of some: one at a time, then. */
    @Test
    void shouldCountEachUpdateOfABatch() throws SQLException {
        final Queues queues = new Queues();
        final List<String> expected = new ArrayList<>();
        for (long id = 10; id < 30; id++) {
            queues.lane()
                    .request(RequestKind.UPDATE, "INSERT INTO t (id, n) SELECT ?, n FROM t WHERE id < ?", id, id % 3);
            expected.add("updated " + (id % 3 == 2 ? 1 : 0));
        }
        for (long n = 0; n < 5; n++) {
            queues.lane().request(RequestKind.UPDATE, "UPDATE t SET n = ? WHERE id <= ?", 1L, n);
            expected.add("updated " + Math.min(n, 2)); // rows that match, changed or not
        }
        final JdbcGateway gateway = gateway(database, "", queues, Integer.MAX_VALUE);
        assertEquals(expected, gateway.texts());
        final long first = gateway.trips(); // with the questions to the catalog
        for (long n = 0; n < 25; n++) {
            gateway.update("UPDATE t SET n = ? WHERE id <= ?", 2L, n % 5);
        }
        gateway.texts();
        assertTrue(gateway.trips() - first < 25, () -> first + " trips, then " + (gateway.trips() - first));
    }

    @Test
    void shouldAnswerFromTheCheckpointWhatWasCommittedBeforeACrash() throws SQLException {
        final Queues queues = new Queues();
        for (long id = 0; id < 40; id++) {
            queues.lane().request(RequestKind.UPDATE, "INSERT INTO t (id) VALUES (?)", id);
        }
        final String keys = "    updatesPerTransaction: 10\n";
        gateway(database, keys, queues, 5).untilItCrashes().close();
        assertTrue(
                Long.parseLong(database.rows("SELECT COUNT(*) FROM t").get(0)) > 7, "the crash came before the commit");
        final List<String> expected =
                IntStream.range(5, 40).mapToObj(i -> "updated 1").toList();
        assertEquals(
                expected, gateway(database, keys, queues, Integer.MAX_VALUE).texts());
        assertEquals(List.of("40"), database.rows("SELECT COUNT(*) FROM t"));
    }

    @Test
    void shouldFailOnlyTheItemWhenALimitIsNone() {
        final JdbcGateway gateway = gateway(database, "", """
                lookups:
                  first:
                    sql: SELECT id FROM t LIMIT ?
                    types: [long]
                """);
        assertEquals(
                List.of("[{id=1}]", "REJECTED 42000", "[{id=1}]"),
                gateway.lookup("first", 1L)
                        .lookup("first", -1L)
                        .lookup("first", 1L)
                        .texts());
    }

    /** The driver writes a moment in this process's zone, and makes a time of the day of every TIME. */
    @Test
    void shouldNotLetTheDriverChangeMomentsAndTimes() throws SQLException {
        database.execute("CREATE TABLE times (at TIMESTAMP(6) NULL, lasts TIME(3))");
        database.execute("INSERT INTO times (lasts) VALUES ('02:30:00.5'), ('36:00:00'), ('-00:30:00'), (NULL)");
        final JdbcGateway gateway = gateway(database, "adHoc: true", "");
        gateway.update("INSERT INTO times (at) VALUES (?)", Instant.EPOCH);
        gateway.query("SELECT lasts FROM times");
        final List<String> texts = gateway.texts();
        assertEquals("REJECTED 0A000", texts.get(0));
        assertEquals(
                "[{lasts=02:30:00.500}, {lasts=OtherValue[typeName=time, text=36:00:00.000]},"
                        + " {lasts=OtherValue[typeName=time, text=-00:30:00.000]}, {lasts=null}]",
                texts.get(1));
    }

    @Test
    void shouldSayHowEachIsAskedWithoutRunningIt() throws UnreachableException {
        final GatewayConfig config =
                GatewayConfig.parse("databases:\n" + database.section("main") + """
                lookups:
                  one: {sql: 'SELECT name FROM t WHERE id = ?', types: [long]}
                  sorted: {sql: 'SELECT name FROM t WHERE n = ? ORDER BY id', types: [long]}
                  gone: {sql: 'SELECT name FROM gone WHERE id = ?', types: [long]}
                statements:
                  rename: {sql: 'UPDATE t SET name = ? WHERE id = ?', types: [text, long]}
                """, Path.of(""), name -> null);

        final DatabaseReport report =
                DatabaseProbe.look(config, config.databases().get("main"));

        assertEquals("union, up to 256", ((Prepared.As) report.prepared().get("one")).form());
        assertEquals(
                "single: a chunk might lose its order",
                ((Prepared.As) report.prepared().get("sorted")).form());
        assertEquals("batch, up to 500", ((Prepared.As) report.prepared().get("rename")).form());
        assertTrue(report.prepared().get("gone") instanceof Prepared.Refused, report::toString);
        assertEquals("commits are on its disk", report.durability());
    }

    @Test
    void shouldDefineTheTablesAsTheScriptDoes() throws Exception {
        final String script = Files.readString(Path.of("../config/sql/checkpoint-mariadb.sql"));
        try (Connection connection = database.connect()) {
            final Dialect dialect = Dialects.of(connection);
            assertEquals(CheckpointSchema.statements(dialect), SqlText.split(script, dialect.syntax()));
        }
    }

    @Test
    void shouldBindAsTheDriverDoesWithoutTheGateway() throws SQLException {
        final JdbcGateway gateway = gateway(database, "", """
                statements:
                  add:
                    sql: INSERT INTO t (id, name, price, seen, ref) VALUES (?, ?, ?, ?, ?)
                """);
        gateway.update(
                "add",
                50L,
                "größer 漢 \\ ' \u0000",
                new BigDecimal("1.25"),
                LocalDateTime.of(2026, 3, 29, 2, 30, 0, 2_000),
                new UUID(1, 2));
        gateway.update("add", 51L, null, null, null, null);
        assertEquals(List.of("updated 1", "updated 1"), gateway.texts());
        assertEquals(
                List.of(
                        "50 größer 漢 \\ ' \u0000 1.25 2026-03-29 02:30:00.000002"
                                + " 00000000-0000-0001-0000-000000000002",
                        "51 null null null null"),
                database.rows("SELECT id, name, price, seen, ref FROM t WHERE id >= 50 ORDER BY id"));
    }
}
