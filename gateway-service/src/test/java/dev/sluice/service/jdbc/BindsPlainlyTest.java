package dev.sluice.service.jdbc;

import java.math.BigDecimal;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Arguments that HSQLDB and H2 take for other types than their own: in chunks and alone as plain JDBC does. */
class BindsPlainlyTest extends AsIfAlone {

    private static final LocalDateTime TEN = LocalDateTime.of(2020, 1, 1, 10, 0);

    private TestDatabase kind;

    static Stream<Arguments> all() {
        return Stream.of(TestDatabase.HSQLDB, TestDatabase.H2)
                .flatMap(kind -> Stream.of(1, 3, 40).map(limit -> Arguments.of(kind, limit)));
    }

    @Override
    Database made() throws SQLException {
        return database(kind);
    }

    private void table(TestDatabase where) {
        kind = where;
        schema(
                "CREATE TABLE t (id BIGINT PRIMARY KEY, i INTEGER, d DECIMAL(8, 2), ts TIMESTAMP(0), r REAL,"
                        + " name VARCHAR_IGNORECASE(20), ch CHAR(3), a BIGINT)",
                "INSERT INTO t VALUES (1, 1, 1.00, TIMESTAMP '2020-01-01 10:00:00', 0.1, 'Anna', 'a', 1)",
                "INSERT INTO t VALUES (2, 2, 2.50, TIMESTAMP '2020-01-01 10:00:01', 2.5, 'Bert', 'bb', 2)");
        tables("SELECT * FROM t ORDER BY id");
    }

    @ParameterizedTest
    @MethodSource("all")
    void shouldFindByTextsWhoseColumnIgnoresCase(TestDatabase where, int limit) throws SQLException {
        table(where);
        for (int i = 0; i < 5; i++) {
            lookup("SELECT id, name FROM t WHERE name IN (?, ?)", "ANNA", "x" + i);
            lookup("SELECT id, name FROM t WHERE name = ?", i % 2 == 0 ? "BERT" : "bert ");
            lookup("SELECT id, ch FROM t WHERE ch = ?", i % 2 == 0 ? "a" : "toolong");
        }
        assertAsIfAlone(limit);
    }

    @ParameterizedTest
    @MethodSource("all")
    void shouldFindByKeysOfMoreDigitsThanTheColumnHas(TestDatabase where, int limit) throws SQLException {
        table(where);
        for (int i = 0; i < 5; i++) {
            lookup("SELECT id FROM t WHERE d = ?", new BigDecimal("1.00" + i));
            lookup("SELECT id FROM t WHERE ts = ?", TEN.plusNanos(i * 300_000_000L));
            lookup("SELECT id FROM t WHERE id = ?", new BigDecimal("1." + i));
            lookup("SELECT id FROM t WHERE i = ?", 1L + i * 1_500_000_000L);
            lookup("SELECT id FROM t WHERE r = ?", i / 10.0);
        }
        assertAsIfAlone(limit);
    }

    @ParameterizedTest
    @MethodSource("all")
    void shouldComputeWithArgumentsAsTheDatabaseTakesThem(TestDatabase where, int limit) throws SQLException {
        table(where);
        for (int i = 0; i < 5; i++) {
            query("SELECT id, ? / 3 AS x FROM t", new BigDecimal("1.5"));
            query("SELECT id, COALESCE(?, d) AS x FROM t", new BigDecimal("1.00" + i));
            query("SELECT id FROM t WHERE a = ? / 3 + 1", new BigDecimal(i + ".5"));
            query("SELECT id FROM t WHERE ? = ?", (long) i, 1L);
            query("SELECT id, CAST(? AS VARCHAR(2)) AS x FROM t", "toolong" + i);
            query("SELECT id FROM t ORDER BY id LIMIT ?", (long) i);
        }
        assertAsIfAlone(limit);
    }

    /** HSQLDB's driver refuses an argument between those of a batch, whose statement is not to be used after that. */
    @ParameterizedTest
    @MethodSource("all")
    void shouldUpdateByKeysThatTheColumnTakes(TestDatabase where, int limit) throws SQLException {
        table(where);
        for (int i = 0; i < 3; i++) {
            update("UPDATE t SET a = a + 1 WHERE d = ?", new BigDecimal("1.00" + i));
            update("UPDATE t SET a = a + ? WHERE id = ?", new BigDecimal("1.5"), 2L);
            update("UPDATE t SET a = a + 1 WHERE i = ?", 1L + i * 3_000_000_000L);
            update("UPDATE t SET a = a + 1 WHERE i = ?", 2L);
            update("UPDATE t SET a = a + 1 WHERE name IN (?, ?)", "ANNA", "bert");
            update("UPDATE t SET d = ? WHERE id = 1", new BigDecimal("1.009"));
        }
        assertAsIfAlone(limit);
    }

    @ParameterizedTest
    @MethodSource("all")
    void shouldTakeArgumentsForTheNewTypeWhenAColumnHasChanged(TestDatabase where, int limit) throws SQLException {
        table(where);
        for (int i = 0; i < 40; i++) {
            if (i == 20) {
                update("ALTER TABLE t ALTER COLUMN d " + (where == TestDatabase.H2 ? "SET DATA TYPE " : "")
                        + "DECIMAL(10, 4)");
                update("UPDATE t SET d = 1.0015 WHERE id = 1");
            }
            query("SELECT id FROM t WHERE d = ?", new BigDecimal("1.0015"));
        }
        assertAsIfAlone(limit);
    }
}
