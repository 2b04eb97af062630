package dev.sluice.service.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigDecimal;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Updates of one row each that PostgreSQL gets as one statement. Which ones were one statement shows in the system column
 * cmin of the rows, the number of the statement in its transaction.
 */
class UpdatesAsSetsTest extends JdbcTest {

    private static final String TABLE = "CREATE TABLE t (id BIGINT PRIMARY KEY, a BIGINT, b VARCHAR(20), d DATE,"
            + " ts TIMESTAMPTZ, w BIGINT, UNIQUE (w))";
    private static final String ROWS = "INSERT INTO t (id, a, b) SELECT i, 0, 'b' FROM generate_series(1, 9) AS s(i)";

    private JdbcGateway changing(Database database, String sql, String types) {
        return gateway(
                database,
                "adHoc: true\nupdatesPerTransaction: 1000\n",
                "chunk:\n  limit: 1000\nstatements:\n  change:\n    sql: >-\n      " + sql + "\n    types: [" + types
                        + "]\n");
    }

    private Database database(String... statements) throws SQLException {
        final Database database = database(TestDatabase.POSTGRESQL);
        database.execute(statements);
        return database;
    }

    private static void assertStatements(int expected, Database database, String table) throws SQLException {
        assertEquals(
                List.of(Integer.toString(expected)),
                database.rows("SELECT COUNT(DISTINCT cmin::text) FROM " + table + " WHERE a = 7"));
    }

    /** Updates each row, the last one first. */
    private static void updateAll(JdbcGateway gateway) {
        for (long id = 9; id > 0; id--) {
            gateway.update("change", 7L, id);
        }
        assertEquals(Collections.nCopies(9, "updated 1"), gateway.texts());
    }

    private void assertBatch(Database database, String sql) throws SQLException {
        updateAll(changing(database, sql, "long, long"));
        assertStatements(9, database, "t");
    }

    /** The checkpoint is sent with the statement, and the outcomes with the commit. */
    @Test
    void shouldTakeTwoRoundTripsForATransactionOfOneStatement() throws SQLException {
        final JdbcGateway gateway = changing(database(TABLE, ROWS), "UPDATE t SET a = ? WHERE id = ?", "long, long");
        updateAll(gateway); // with the questions to the catalog
        final long before = gateway.trips();
        updateAll(gateway);
        assertEquals(2, gateway.trips() - before);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "UPDATE t SET a = ? WHERE id = ?",
                "UPDATE t AS x SET a = x.a + ? WHERE x.id = ?;",
                "UPDATE public.T SET a = COALESCE(a, 0) + (?), b = 'it''s ' || b WHERE t.ID = ? -- by id",
                "UPDATE \"t\" SET a = ?, ts = CURRENT_TIMESTAMP, d = NULL WHERE \"id\" = ? ",
                "update t x set a = greatest(?, a), ts = now() where id = ?",
            })
    void shouldBeOneStatementWhereThatComesToTheSame(String sql) throws SQLException {
        final Database database = database(TABLE, ROWS);
        updateAll(changing(database, sql, "long, long"));
        assertEquals(List.of("9"), database.rows("SELECT COUNT(*) FROM t WHERE a = 7"));
        assertStatements(1, database, "t");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "UPDATE t SET a = ? WHERE id = ? OR id = 0",
                "UPDATE t SET a = ? WHERE id = ? AND a IS NOT NULL",
                "UPDATE t SET a = ? WHERE (id = ?)",
                "UPDATE ONLY t SET a = ? WHERE id = ?",
                "UPDATE t SET a = ?, w = id WHERE id = ?",
                "UPDATE t SET a = ?, d = DATE '2026-11-22' + (random() * 0)::int WHERE id = ?",
                "UPDATE t SET a = ?, b = (SELECT MAX(x.b) FROM t x) WHERE id = ?",
                "UPDATE t SET (a, b) = (?, 'c') WHERE id = ?",
                "UPDATE t SET a = ? FROM t x WHERE t.id = ? AND x.id = 1",
                "UPDATE t SET a = CASE WHEN TRUE THEN ? END WHERE id = ?",
            })
    void shouldStayABatchWhereTheTextLeavesADoubt(String sql) throws SQLException {
        final Database database = database(TABLE, ROWS);
        assertBatch(database, sql);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CREATE RULE r AS ON UPDATE TO t WHERE NEW.a = 8 DO ALSO DELETE FROM t WHERE a = 8",
                "ALTER TABLE t RENAME TO s; CREATE VIEW t AS SELECT ctid, xmin, * FROM s",
            })
    void shouldGoAloneWhereTheTableShowsTransactionsOrDoesMore(String change) throws SQLException {
        final Database database = database(TABLE, ROWS, change);
        final JdbcGateway gateway = changing(database, "UPDATE t SET a = ? WHERE id = ?", "long, long");
        gateway.update("change", 7L, 2L).update("change", 7L, 4L);
        assertEquals(List.of("updated 1", "updated 1"), gateway.texts());
        assertEquals(List.of("2"), database.rows("SELECT COUNT(DISTINCT xmin::text) FROM t WHERE a = 7"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CREATE TRIGGER g BEFORE UPDATE ON t FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger()",
                "ALTER TABLE t ENABLE ROW LEVEL SECURITY",
                "CREATE TABLE heir () INHERITS (t)",
                "CREATE UNIQUE INDEX u ON t (w) WHERE a = 8",
                "CREATE UNIQUE INDEX u ON t ((w + 1))",
                "ALTER TABLE t ADD UNIQUE (b, id) DEFERRABLE",
                "CREATE UNIQUE INDEX u ON t (id, a)",
                "ALTER TABLE t DROP CONSTRAINT t_pkey",
                "ALTER TABLE t DROP CONSTRAINT t_pkey, ALTER id TYPE DOUBLE PRECISION, ADD PRIMARY KEY (id)",
                "CREATE DOMAIN small AS BIGINT CHECK (VALUE < 100); ALTER TABLE t ALTER a TYPE small",
            })
    void shouldStayABatchWhereTheTableLeavesADoubt(String change) throws SQLException {
        final Database database = database(TABLE, change, ROWS);
        assertBatch(database, "UPDATE t SET a = ? WHERE id = ?");
    }

    @ParameterizedTest
    @CsvSource({"VARCHAR(5),1,text", "CHAR(5),9,text", "TEXT,1,text", "NUMERIC,9,decimal"})
    void shouldBeOneStatementOnlyWhereEqualKeysAreEqualArguments(String column, int statements, String type)
            throws SQLException {
        final Database database = database(
                "CREATE TABLE k (id " + column + " PRIMARY KEY, a BIGINT)",
                "INSERT INTO k SELECT generate_series(1, 9)");
        final JdbcGateway gateway = changing(database, "UPDATE k SET a = ? WHERE id = ?", "long, " + type);
        for (int id = 1; id <= 9; id++) {
            gateway.update("change", 7L, type.equals("text") ? Integer.toString(id) : BigDecimal.valueOf(id));
        }
        assertEquals(Collections.nCopies(9, "updated 1"), gateway.texts());
        assertStatements(statements, database, "k");
    }

    @Test
    void shouldTellRowsByAllColumnsOfAKey() throws SQLException {
        final Database database = database(
                "CREATE TABLE k (day DATE, id UUID, a BIGINT, version BIGINT, PRIMARY KEY (day, id))",
                "INSERT INTO k SELECT DATE '2026-11-21' + d, CAST(lpad(u::text, 32, '0') AS UUID), 0, u"
                        + " FROM generate_series(0, 3) AS x(d), generate_series(0, 1) AS y(u)");
        final JdbcGateway gateway = changing(
                database, "UPDATE k SET a = ? WHERE version = ? AND id = ? AND day = ?", "long, long, uuid, date");
        final LocalDate day = LocalDate.of(2026, 11, 21);
        for (int i = 0; i < 4; i++) {
            gateway.update("change", 7L, 0L, new UUID(0, 0), day.plusDays(i))
                    .update("change", 7L, i % 2L, new UUID(0, 1), day.plusDays(i));
        }
        final String one = "updated 1";
        assertEquals(List.of(one, "updated 0", one, one, one, "updated 0", one, one), gateway.texts());
        assertStatements(1, database, "k");
    }

    /** Nine rows are updated once and a second time, and one of them four times more: too few for a set. */
    @Test
    void shouldUpdateRowsThatComeAgainInSetsThatFollowEachOther() throws SQLException {
        final Database database = database(TABLE, ROWS);
        final JdbcGateway gateway = changing(database, "UPDATE t SET a = a * 10 + ? WHERE id = ?", "long, long");
        for (long i = 0; i < 22; i++) {
            gateway.update("change", 1 + i / 9, i < 18 ? 1 + i % 9 : 1);
        }
        assertEquals(Collections.nCopies(22, "updated 1"), gateway.texts());
        assertEquals(List.of("12 8", "123333 1"), database.rows("SELECT a, COUNT(*) FROM t GROUP BY a ORDER BY a"));
        assertEquals(List.of("2"), database.rows("SELECT COUNT(DISTINCT cmin::text) FROM t"));
    }

    @Test
    void shouldCountEachUpdateByItself() throws SQLException {
        final Database database = database(TABLE, ROWS);
        final JdbcGateway gateway = changing(database, "UPDATE t SET a = ? WHERE id = ?", "long, long");
        final List<String> expected = new ArrayList<>();
        for (long id = 1; id <= 20; id++) {
            gateway.update("change", 7L, 3 * id);
            expected.add(id <= 3 ? "updated 1" : "updated 0");
        }
        for (long id = 1; id <= 9; id++) {
            gateway.update("change", null, id).update("change", 7L, null);
            expected.addAll(List.of("updated 1", "updated 0"));
        }
        assertEquals(expected, gateway.texts());
        assertEquals(List.of("9"), database.rows("SELECT COUNT(*) FROM t WHERE a IS NULL"));
    }

    @Test
    void shouldFailOnlyTheUpdateThatTheDatabaseRefuses() throws SQLException {
        final Database database = database(TABLE, "ALTER TABLE t ADD CHECK (a <> 13)", ROWS);
        database.execute("INSERT INTO t (id) SELECT i FROM generate_series(10, 300) AS s(i)");
        final JdbcGateway gateway = changing(database, "UPDATE t SET a = ? WHERE id = ?", "long, long");
        final List<String> expected = new ArrayList<>(Collections.nCopies(300, "updated 1"));
        for (long id = 1; id <= 300; id++) {
            gateway.update("change", id == 200 ? 13L : 7L, id);
        }
        expected.set(199, "REJECTED 23514");
        assertEquals(expected, gateway.texts());
        assertEquals(List.of("299"), database.rows("SELECT COUNT(*) FROM t WHERE a = 7"));
    }

    @Test
    void shouldStayABatchBehindAChangeOfTheSchemaThatTheGatewayMade() throws SQLException {
        final Database database = database(TABLE, ROWS);
        final JdbcGateway gateway = changing(database, "UPDATE t SET a = ? WHERE id = ?", "long, long");
        updateAll(gateway);
        assertStatements(1, database, "t");
        gateway.update("CREATE UNIQUE INDEX u ON t (id, a)");
        assertEquals(1, gateway.texts().size());
        updateAll(gateway);
        assertStatements(9, database, "t");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "UPDATE v SET a = ?, bo = ?, dbl = ?, dc = ?, tx = ?, u = ?, d = ?, tm = ?, ts = ?, tz = ? WHERE id = ?",
                "INSERT INTO v (a, bo, dbl, dc, tx, u, d, tm, ts, tz, id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            })
    void shouldSetTheSameValuesAsOneUpdateAlone(String sql) throws SQLException {
        final Database database = database("CREATE TABLE v (id BIGINT PRIMARY KEY, a BIGINT, bo BOOLEAN,"
                + " dbl DOUBLE PRECISION, dc NUMERIC, tx VARCHAR(30), u UUID, d DATE, tm TIME, ts TIMESTAMP,"
                + " tz TIMESTAMP WITH TIME ZONE)");
        final Object[][] values = {
            {7L, true, -0.0, new BigDecimal("1.500"), "a\"b\\{},'NULL", new UUID(1, 2), LocalDate.of(1582, 10, 10)},
            {7L, false, Double.MIN_VALUE, new BigDecimal("-1E+5"), "", new UUID(-1, 0), LocalDate.of(9999, 12, 31)},
            {7L, true, Double.NaN, BigDecimal.ZERO, "NULL", new UUID(0, 0), LocalDate.of(1, 1, 1)},
            {7L, false, 1e300, new BigDecimal("0.000000000001"), "é\n\t ", new UUID(5, 5), LocalDate.of(2024, 2, 29)},
        };
        final Object[][] times = {
            {LocalTime.MIDNIGHT, LocalDateTime.of(2026, 3, 29, 2, 30), Instant.EPOCH},
            {LocalTime.MAX, LocalDateTime.of(1, 1, 1, 0, 0), Instant.parse("2026-10-25T01:30:00.123456789Z")},
            {
                LocalTime.of(1, 2, 3, 4_500),
                LocalDateTime.of(9999, 12, 31, 23, 59, 59, 999_999_400),
                Instant.parse("9999-12-30T23:59:59.999999Z")
            },
            {LocalTime.of(12, 0), LocalDateTime.of(2026, 1, 1, 0, 0, 0, 1_500), Instant.parse("1883-11-18T12:03:58Z")},
        };
        if (sql.startsWith("UPDATE")) {
            database.execute("INSERT INTO v (id) SELECT i FROM generate_series(0, 107) AS s(i)");
        }
        final String types = "long, boolean, double, decimal, text, uuid, date, time, timestamp, instant, long";
        final JdbcGateway gateway = changing(database, sql, types);
        for (int i = 0; i < values.length; i++) {
            gateway.update("change", arguments(values[i], times[i], i));
            assertEquals(List.of("updated 1"), gateway.texts());
        }
        for (int i = 0; i < 8; i++) {
            gateway.update("change", arguments(values[i % 4], times[i % 4], 100 + i));
        }
        assertEquals(Collections.nCopies(8, "updated 1"), gateway.texts());
        assertEquals(List.of("1"), database.rows("SELECT COUNT(DISTINCT cmin::text) FROM v WHERE a = 7 AND id >= 100"));
        final String columns = "SELECT bo, dbl, dc, tx, u, d, tm, ts, tz FROM v WHERE a = 7 AND id BETWEEN ";
        assertEquals(
                database.rows(columns + "0 AND 3 ORDER BY id"), database.rows(columns + "100 AND 103 ORDER BY id"));
    }

    @Test
    void shouldRunInPartsWhatHasMoreBytesThanASetMayHave() throws SQLException {
        final Database database = database("CREATE TABLE v (id BIGINT, b TEXT)");
        final JdbcGateway gateway = changing(database, "INSERT INTO v VALUES (?, ?)", "long, text");
        for (long id = 0; id < 40; id++) {
            gateway.update("change", id, "x".repeat(200_000));
        }
        assertEquals(Collections.nCopies(40, "updated 1"), gateway.texts());
        assertEquals(List.of("19", "21"), database.rows("SELECT COUNT(*) FROM v GROUP BY cmin::text ORDER BY 1"));
    }

    private static Object[] arguments(Object[] values, Object[] times, long id) {
        final List<Object> all = new ArrayList<>(List.of(values));
        all.addAll(List.of(times));
        all.add(id);
        return all.toArray();
    }
}
