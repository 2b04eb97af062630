package dev.sluice.service.jdbc;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.service.jdbc.dialect.ColumnParameters;
import dev.sluice.service.jdbc.sql.SqlSyntax;
import dev.sluice.service.jdbc.sql.SqlText;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ColumnParametersTest {

    private static boolean found(String sql) {
        return ColumnParameters.in(SqlText.parse(sql, SqlSyntax.MARIADB));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT ROUND(price, ?) FROM t WHERE id = ?",
                "SELECT ? FROM t",
                "SELECT ? + 1 AS v FROM t",
                "SELECT id, -? AS v FROM t",
                "SELECT (SELECT ROUND(MAX(price), ?) FROM u) FROM t",
                "SELECT v FROM (SELECT ? AS v) AS d WHERE v = ?",
                "SELECT * FROM t JOIN u ON u.id = t.id JOIN (SELECT ? AS v) AS d ON d.v = t.id",
                "SELECT * FROM t JOIN u ON u.id = t.id, (SELECT ? AS v) AS d",
                "WITH d AS (SELECT ROUND(price, ?) FROM t) SELECT * FROM d WHERE id = ?",
                "SELECT id FROM t WHERE id = ? UNION SELECT ROUND(price, ?) FROM t",
                "SELECT id FROM t WHERE id = (SELECT 1) UNION SELECT -? FROM t",
                "SELECT n FROM t GROUP BY ROUND(n, ?)",
                "VALUES (?, 1)"
            })
    void shouldBeFoundWhenItMayReachAColumn(String sql) {
        assertTrue(found(sql));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT name FROM t WHERE id = ? AND n IN (?, ?)",
                "SELECT ? AS k, name, ? AS l FROM t WHERE id = ?",
                "SELECT name FROM t WHERE id = (SELECT MAX(ROUND(n, ?)) FROM u WHERE k = ?) LIMIT ?, ?",
                "SELECT name FROM t JOIN u ON u.id = t.id AND u.n = ? LEFT JOIN v ON LEFT(v.name, ?) = 'a'",
                "WITH d AS (SELECT id FROM t WHERE n = ?) SELECT * FROM d",
                "SELECT v FROM (SELECT n AS v FROM t WHERE id = ?) AS d",
                "SELECT n, COUNT(*) FROM t GROUP BY n HAVING COUNT(*) > ?",
                "SELECT id FROM t WHERE id = ? UNION SELECT id FROM u WHERE id = ?"
            })
    void shouldNotBeFoundWhenItOnlySaysWhichRows(String sql) {
        assertFalse(found(sql));
    }
}
