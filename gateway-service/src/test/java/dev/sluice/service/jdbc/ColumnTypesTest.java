package dev.sluice.service.jdbc;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.sluice.api.OtherValue;
import dev.sluice.api.Row;
import dev.sluice.service.memory.InMemoryRun;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ColumnTypesTest extends JdbcTest {

    private static final String ALL =
            "SELECT l, de, d, r, ok, t, c, b, dt, tm, ts, moment, u, arr FROM types WHERE id = ?";
    private static final String INSERT = "INSERT INTO types VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

    private Database types(TestDatabase kind) throws SQLException {
        final Database database = database(kind);
        final String bytes = kind == TestDatabase.POSTGRESQL ? "BYTEA" : "VARBINARY(100)";
        final String doubles = kind == TestDatabase.HSQLDB ? "DOUBLE ARRAY" : "DOUBLE PRECISION ARRAY";
        database.execute("CREATE TABLE types (id BIGINT PRIMARY KEY, l BIGINT, de DECIMAL(20, 4), d DOUBLE PRECISION,"
                + " r REAL, ok BOOLEAN, t VARCHAR(100), c CHAR(4), b " + bytes
                + ", dt DATE, tm TIME(6), ts TIMESTAMP(6),"
                + " moment TIMESTAMP(6) WITH TIME ZONE, u UUID, arr " + doubles + ")");
        return database;
    }

    private static Object[] values(long id) {
        return new Object[] {
            id,
            Long.MIN_VALUE,
            new BigDecimal("-12345678901234.5600"),
            1.0e-300,
            0.5,
            true,
            "Zürich, 東京, it's \uD83D\uDE00 ?",
            "ab",
            new byte[] {0, -1, 127},
            LocalDate.of(1582, 10, 4),
            LocalTime.of(23, 59, 59, 123_456_000),
            LocalDateTime.of(2024, 2, 29, 1, 2, 3, 4_000),
            Instant.parse("1969-12-31T23:59:59.999999Z"),
            UUID.fromString("01234567-89ab-cdef-fedc-ba9876543210"),
            new double[] {1.5, -2.25}
        };
    }

    @ParameterizedTest
    @EnumSource
    void shouldBringEveryTypeBackAsItWasSent(TestDatabase kind) throws SQLException {
        final JdbcGateway gateway = gateway(types(kind), "adHoc: true\n", "lookups:\n  all:\n    sql: " + ALL + "\n");
        for (long id = 0; id < 3; id++) {
            gateway.update(INSERT, values(id));
        }
        assertEquals(List.of("updated 1", "updated 1", "updated 1"), gateway.texts());
        gateway.lookup("all", 0L).lookup("all", 1L).lookup("all", 2L);
        final List<InMemoryRun.Result> together = gateway.results();
        final InMemoryRun.Result alone = gateway.lookup("all", 1L).results().get(0);
        for (final InMemoryRun.Result result : List.of(together.get(0), together.get(2), alone)) {
            assertSent(values(0), result.rows().get(0));
        }
    }

    private static void assertSent(Object[] sent, Row row) {
        for (int i = 1; i < sent.length; i++) {
            final Object value = row.get(i - 1);
            if (sent[i] instanceof byte[] bytes) {
                assertArrayEquals(bytes, (byte[]) value);
            } else if (sent[i] instanceof double[] doubles) {
                assertArrayEquals(doubles, (double[]) value);
            } else if (i == 7) {
                assertEquals("ab  ", value);
            } else {
                assertEquals(sent[i], value);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldBringBackTimesBeforeTheGregorianCalendar(TestDatabase kind) throws SQLException {
        final JdbcGateway gateway = gateway(types(kind), "adHoc: true\n", "");
        final LocalDate date = LocalDate.of(1500, 2, 28);
        final LocalDateTime timestamp = LocalDateTime.of(1500, 2, 28, 1, 2, 3, 4_000);
        final Instant moment = Instant.parse("1500-02-28T01:02:00Z");
        gateway.update("INSERT INTO types (id, dt, ts, moment) VALUES (1, ?, ?, ?)", date, timestamp, moment);
        gateway.query(
                "SELECT dt, ts, moment FROM types WHERE dt = ? AND ts = ? AND moment = ?", date, timestamp, moment);
        final Row row = gateway.results().get(1).rows().get(0);
        assertEquals(List.of(date, timestamp, moment), List.of(row.get(0), row.get(1), row.get(2)));
    }

    @ParameterizedTest
    @EnumSource
    void shouldBringNullsBackAsNulls(TestDatabase kind) throws SQLException {
        final JdbcGateway gateway = gateway(types(kind), "adHoc: true\n", """
                statements:
                  insert:
                    sql: %s
                    types: [long, long, decimal, double, double, boolean, text, text, bytes, date, time, timestamp, instant, uuid, doubles]
                """.formatted(INSERT));
        final Object[] nulls = new Object[15];
        nulls[0] = 1L;
        gateway.update("insert", nulls).query(ALL, 1L);
        final List<InMemoryRun.Result> results = gateway.results();
        assertEquals("updated 1", results.get(0).toString());
        for (int i = 0; i < 14; i++) {
            assertNull(results.get(1).rows().get(0).get(i));
        }
    }

    @Test
    void shouldGiveTypesWithoutAWireTypeAsText() throws SQLException {
        final JdbcGateway gateway = gateway(database(TestDatabase.POSTGRESQL), "adHoc: true\n", "");
        final String sql = "SELECT CAST('{\"a\": 1}' AS jsonb), ARRAY[1, 2], CAST('1 day' AS interval),"
                + " CAST('(1,2)' AS point), CAST('12:00+01' AS timetz), ARRAY[CAST(1 AS real)], B'101',"
                + " CAST('1.50' AS money), CAST('127.0.0.1' AS inet)";
        for (int i = 0; i < 8; i++) {
            gateway.query(sql); // the driver reads differently after some executions
        }
        for (final InMemoryRun.Result result : gateway.results()) {
            final Row row = result.rows().get(0);
            assertEquals(new OtherValue("jsonb", "{\"a\": 1}"), row.get(0));
            assertEquals(new OtherValue("_int4", "{1,2}"), row.get(1));
            assertEquals(new OtherValue("point", "(1,2)"), row.get(3));
            assertEquals(new OtherValue("timetz", "12:00:00+01"), row.get(4));
            assertEquals(new OtherValue("_float4", "{1}"), row.get(5));
            assertEquals(new OtherValue("bit", "101"), row.get(6));
            assertInstanceOf(OtherValue.class, row.get(7));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "date|infinity",
                "date|-infinity",
                "timestamp|infinity",
                "timestamp|-infinity",
                "timestamptz|infinity",
                "timestamptz|-infinity",
                "time|24:00:00",
                "numeric|NaN",
                "numeric|Infinity",
                "numeric|-Infinity"
            })
    void shouldGiveTheTextOfWhatHasNoValueOfItsType(String type, String text) throws SQLException {
        final Database database = database(TestDatabase.POSTGRESQL);
        database.execute(
                "CREATE TABLE odd AS SELECT CAST(1 AS BIGINT) AS id, CAST('" + text + "' AS " + type + ") AS value");
        database.execute("INSERT INTO odd VALUES (2, NULL)");
        final JdbcGateway gateway = gateway(
                database, "", "lookups:\n  odd:\n    sql: SELECT value FROM odd WHERE id = ?\n    types: [long]\n");
        for (int round = 0; round < 8; round++) { // the driver asks for some as bits from the fifth time on
            gateway.lookup("odd", 2L).lookup("odd", 1L).lookup("odd", 3L);
            final List<InMemoryRun.Result> results = gateway.results();
            assertNull(results.get(0).rows().get(0).get(0));
            assertEquals(
                    new OtherValue(type, text), results.get(1).rows().get(0).get(0));
            assertEquals("not found", results.get(2).toString());
        }
    }

    @Test
    void shouldGiveTheLastTimeOfADayAsATime() throws SQLException {
        final JdbcGateway gateway = gateway(database(TestDatabase.HSQLDB), "adHoc: true\n", "");
        assertEquals(
                List.of("[{T=23:59:59.999999999}]"),
                gateway.query("SELECT CAST('23:59:59.999999999' AS TIME(9)) AS t FROM (VALUES 0)")
                        .texts());
    }

    /** The driver takes some as bits once the server keeps the statement, and then loses quotes and bounds. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "ARRAY['x', 'y z', NULL, '']",
                "CAST(ARRAY['x', 'NULL'] AS VARCHAR ARRAY)",
                "CAST('[2:3]={1,2}' AS INTEGER ARRAY)",
                "CAST('[0:1]={1,2}' AS BIGINT ARRAY)",
                "CAST('[-1:0]={1,NULL}' AS SMALLINT ARRAY)",
                "CAST('{1,2}' AS oid ARRAY)",
                "ARRAY[CAST(E'\\\\x00ff' AS bytea), NULL]",
                "CAST('[0:0]={0.1}' AS REAL ARRAY)",
                "CAST('[0:1]={0.1,1e300}' AS DOUBLE PRECISION ARRAY)",
                "CAST('{{1,2},{3,NaN}}' AS DOUBLE PRECISION ARRAY)",
                "CAST('{1.5,NULL}' AS DOUBLE PRECISION ARRAY)",
                "CAST('[0:1]={1.50,2}' AS NUMERIC ARRAY)",
                "ARRAY[true, NULL]",
                "ARRAY[DATE '2026-03-29', 'infinity']",
                "ARRAY[CAST('2026-03-29 02:30+02' AS timestamptz)]",
                "ARRAY[CAST('12:00+01' AS timetz)]",
                "ARRAY[CAST('1 day' AS interval)]",
                "ARRAY[CAST('01234567-89ab-cdef-fedc-ba9876543210' AS UUID)]",
                "ARRAY[CAST('(1,2)' AS point)]",
                "ARRAY[ROW(1, 'a b')]",
                "CAST('{}' AS TEXT ARRAY)"
            })
    void shouldGiveArraysByTheServersTextHoweverOftenAStatementRan(String array) throws SQLException {
        final JdbcGateway gateway = gateway(database(TestDatabase.POSTGRESQL), "", """
                lookups:
                  arrays:
                    sql: "SELECT a, CAST(a AS text) AS t FROM (SELECT %s AS a) AS x WHERE ? > 0"
                    types: [long]
                """.formatted(
                        array.replace("\\", "\\\\").replace("\"", "\\\"")));
        for (int round = 0; round < 8; round++) {
            gateway.lookup("arrays", 1L);
            if (round % 2 == 1) {
                gateway.lookup("arrays", 2L).lookup("arrays", 3L);
            }
            for (final InMemoryRun.Result result : gateway.results()) {
                final Row row = result.rows().get(0);
                assertEquals(
                        row.get(1),
                        assertInstanceOf(OtherValue.class, row.get(0)).text());
            }
        }
    }

    @Test
    void shouldGiveArraysOfDoublesAsNumbersHoweverOftenAStatementRan() throws SQLException {
        final JdbcGateway gateway = gateway(database(TestDatabase.POSTGRESQL), "adHoc: true\n", "");
        for (int round = 0; round < 8; round++) {
            gateway.query("SELECT CAST('{}' AS DOUBLE PRECISION ARRAY),"
                    + " CAST('{0.1,-0,1e300,NaN,Infinity,-Infinity,5e-324}' AS DOUBLE PRECISION ARRAY)");
            final Row row = gateway.results().get(0).rows().get(0);
            assertArrayEquals(new double[0], (double[]) row.get(0));
            assertArrayEquals(
                    new double[] {
                        0.1,
                        -0.0,
                        1e300,
                        Double.NaN,
                        Double.POSITIVE_INFINITY,
                        Double.NEGATIVE_INFINITY,
                        Double.MIN_VALUE
                    },
                    (double[]) row.get(1));
        }
    }
}
