package dev.sluice.service.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.service.jdbc.sql.SqlSyntax;
import dev.sluice.service.jdbc.sql.SqlText;
import dev.sluice.service.jdbc.sql.StatementName;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The short names of statements that no configuration declares. */
class StatementNameTest {

    private static String name(String sql) {
        return StatementName.of(SqlText.parse(sql, SqlSyntax.POSTGRESQL));
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '~',
            delimiter = '|',
            value = {
                "SELECT a FROM t WHERE id = ? | SELECT a FROM t WHERE id = ?",
                "SELECT a  FROM t /* by 7 */ WHERE id=7; | SELECT a FROM t WHERE id=?",
                "SELECT 'x', 1.5, E'\\'', $$y$$ FROM \"T\" | SELECT ?, … FROM \"T\"",
                "SELECT a FROM t WHERE id IN (?, ?,?) | SELECT a FROM t WHERE id IN (?, …)",
                "INSERT INTO t VALUES (1, 'a'), (2, 'b'), (3, 'c') | INSERT INTO t VALUES (?, …), …",
                "INSERT INTO t VALUES (1),(2) | INSERT INTO t VALUES (?), …",
                "SELECT a FROM t WHERE d < DATE '2026-11-29' | SELECT a FROM t WHERE d < DATE ?"
            })
    void shouldBeTheTextWithoutItsValuesWhenItIsShort(String sql, String expected) {
        assertEquals(expected, name(sql));
    }

    @Test
    void shouldBeginWithItsFromWhenASelectIsLong() {
        final String columns =
                IntStream.range(0, 30).mapToObj(i -> "column" + i).collect(Collectors.joining(", "));
        final String name = name("SELECT " + columns + ", (SELECT 1 FROM x) FROM policy WHERE policy_no = 4711");
        assertTrue(name.matches("SELECT … FROM policy WHERE policy_no = \\? #\\w{1,4}"), name);
        assertEquals(name, name("SELECT " + columns + ", (SELECT 2 FROM x)  FROM policy WHERE policy_no = 'secret'"));
        assertNotEquals(name, name("SELECT " + columns + ", 1 FROM policy WHERE policy_no = 4711"));
    }

    @ParameterizedTest
    @ValueSource(ints = {50, 51, 52, 53, 54, 55})
    void shouldBeCutBetweenCharactersWhenItIsLong(int before) {
        final String name = name("UPDATE \"" + "a".repeat(before) + "\uD83D\uDE00".repeat(9) + "\" SET b = 1");
        assertTrue(name.length() <= 70, name);
        assertFalse(name.matches(".*[\uD800-\uDBFF]….*"), name);
    }

    @Test
    void shouldBeNoDeclaredNameWhenItIsOneWord() {
        assertTrue(name("CHECKPOINT").startsWith("CHECKPOINT #"));
    }

    @Test
    void shouldTakeDoubleQuotesForAStringWhereTheyMayBeOne() {
        final String sql = "SELECT a FROM t WHERE b = \"secret\"";
        final String expected = "SELECT a FROM t WHERE b = ?";
        assertEquals(expected, StatementName.of(SqlText.parse(sql, SqlSyntax.MARIADB)));
        assertEquals(expected, StatementName.of(sql));
        assertEquals("customer", StatementName.of("customer"));
        assertEquals("sql", StatementName.of("SELECT 'secret"));
    }
}
