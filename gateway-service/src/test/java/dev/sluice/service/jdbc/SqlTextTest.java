package dev.sluice.service.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.service.jdbc.sql.SqlScanner.SqlSyntaxException;
import dev.sluice.service.jdbc.sql.SqlSyntax;
import dev.sluice.service.jdbc.sql.SqlText;
import dev.sluice.service.jdbc.sql.SqlText.Kind;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SqlTextTest {

    /** P is a parameter in the expected text. */
    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '~',
            delimiter = '|',
            value = {
                "SELECT ? | SELECT P",
                "SELECT a FROM t WHERE a=? AND b IN (?,?) | SELECT a FROM t WHERE a=P AND b IN (P,P)",
                "SELECT '?' , 'it''s ?', ? | SELECT '?' , 'it''s ?', P",
                "SELECT \"a?\", \"q\"\"?\" FROM t WHERE x=? | SELECT \"a?\", \"q\"\"?\" FROM t WHERE x=P",
                "SELECT E'it\\'s ?', ? | SELECT E'it\\'s ?', P",
                "SELECT e'\\\\', ? | SELECT e'\\\\', P",
                "SELECT type'?', ? | SELECT type'?', P",
                "SELECT N'?', X'00', U&'\\0041?', ? | SELECT N'?', X'00', U&'\\0041?', P",
                "SELECT $$?'$$, $a$ ? $$ ? $a$, ? | SELECT $$?'$$, $a$ ? $$ ? $a$, P",
                "SELECT a$b$ + ?, c$b$ FROM t | SELECT a$b$ + P, c$b$ FROM t",
                "SELECT 1 /* ? /* ? */ ? */ + ? | SELECT 1 /* ? /* ? */ ? */ + P",
                "SELECT j ?? 'a', j ??& array[?] FROM t | SELECT j ?? 'a', j ??& array[P] FROM t",
                "SELECT ?::int8,?-1 | SELECT P::int8,P-1",
                "SELECT ? FROM t;;  ; | SELECT P FROM t",
                "SELECT a FROM t; -- ? | SELECT a FROM t",
                "SELECT a FROM t /* ; */ -- ; ? | SELECT a FROM t",
                "SELECT ';' FROM t | SELECT ';' FROM t",
                "(SELECT ?) | (SELECT P)"
            })
    void shouldFindParametersOnPostgreSql(String sql, String expected) {
        assertEquals(expected, SqlText.parse(sql, SqlSyntax.POSTGRESQL).sql(i -> "P"));
    }

    /** P is a parameter in the expected text. */
    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '~',
            delimiter = '|',
            value = {
                "SELECT 'it\\'s ?', ? | SELECT 'it\\'s ?', P",
                "SELECT \"it\\\"s ?\", ? | SELECT \"it\\\"s ?\", P",
                "SELECT `a\\`, ? | SELECT `a\\`, P",
                "SELECT ? # and ? | SELECT P",
                "SELECT 5--?, ? | SELECT 5--P, P",
                "SELECT ? -- and ? | SELECT P",
                "SELECT ? --\t? | SELECT P"
            })
    void shouldFindParametersOnMariaDb(String sql, String expected) {
        assertEquals(expected, SqlText.parse(sql, SqlSyntax.MARIADB).sql(i -> "P"));
    }

    @Test
    void shouldFindParameterBehindLineCommentWithQuestionMark() {
        final SqlText text = SqlText.parse("SELECT 1 -- ? 'x\n + ?", SqlSyntax.STANDARD);
        assertEquals("SELECT 1 -- ? 'x\n + <0>", text.sql(i -> "<" + i + ">"));
    }

    @Test
    void shouldEndCommentAtItsFirstEndWhenCommentsDoNotNest() {
        assertEquals(1, SqlText.parse("SELECT /* /* */ ?", SqlSyntax.STANDARD).parameters());
    }

    @Test
    void shouldTakeBackslashForItselfWhenStringsHaveNoEscapes() {
        assertEquals(1, SqlText.parse("SELECT 'a\\', ?", SqlSyntax.STANDARD).parameters());
    }

    @Test
    void shouldKnowBackquotesAndSlashCommentsOfH2() {
        assertEquals(
                1,
                SqlText.parse("SELECT `a?` // ?\n FROM t WHERE x=?", SqlSyntax.H2)
                        .parameters());
    }

    @Test
    void shouldCountTwoParametersWhenQuestionMarkIsNoOperator() {
        assertEquals(2, SqlText.parse("SELECT ??", SqlSyntax.STANDARD).parameters());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "SELECT 'abc | The string has no end; it begins at character 8",
                "SELECT \"abc | The quoted name has no end; it begins at character 8",
                "SELECT 1 /* x | The comment has no end; it begins at character 10",
                "SELECT 1 /* /* */ | The comment has no end; it begins at character 10",
                "SELECT $a$ x $b$ | The string quoted by $a$ has no end; it begins at character 8",
                "SELECT 1 FROM t) q, (SELECT 2 | A parenthesis is closed that was not opened at character 16",
                "SELECT (1 | 1 parenthesis not closed at character 9",
                "SELECT a FROM t WHERE a=$1 | Numbered parameters are not supported: use ?, not $1 at character 25",
                "SELECT a FROM t WHERE a=?1 | Numbered parameters are not supported: use ?, not ?1 at character 25",
                "-- nothing | There is no statement in the text",
                "; | There is no statement in the text",
                "SELECT 1; DELETE FROM t | There are several statements in the text, but a request has only one; the first ends at character 9"
            })
    void shouldSayWhereTextIsWrong(String sql, String message) {
        final SqlSyntaxException refused =
                assertThrows(SqlSyntaxException.class, () -> SqlText.parse(sql, SqlSyntax.POSTGRESQL));
        assertEquals(message, refused.getMessage());
    }

    @Test
    void shouldTakeRoutineWithSemicolonsInItsBody() {
        final String sql = "CREATE PROCEDURE p() MODIFIES SQL DATA BEGIN ATOMIC DELETE FROM t; DELETE FROM u; END";
        assertEquals(Kind.OTHER, SqlText.parse(sql, SqlSyntax.STANDARD).kind());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "QUERY|/* c */ select 1",
                "QUERY|VALUES (1)",
                "QUERY|TABLE t",
                "QUERY|((SELECT 1))",
                "QUERY|WITH a AS (SELECT 1), b(x) AS (SELECT 2) SELECT 1",
                "QUERY|WITH a AS (DELETE FROM t RETURNING id) SELECT id FROM a",
                "QUERY|WITH a AS (SELECT 1) (SELECT 1)",
                "UPDATE|WITH a AS (SELECT 1) INSERT INTO t SELECT * FROM a",
                "UPDATE|insert into t values (1)",
                "UPDATE|UPDATE t SET a = (SELECT 1)",
                "UPDATE|MERGE INTO t USING u ON t.a = u.a WHEN MATCHED THEN DELETE",
                "TRANSACTION|COMMIT",
                "TRANSACTION|BEGIN",
                "TRANSACTION|START TRANSACTION",
                "TRANSACTION|ROLLBACK TO SAVEPOINT x",
                "TRANSACTION|PREPARE TRANSACTION 'x'",
                "TRANSACTION|SET TRANSACTION ISOLATION LEVEL SERIALIZABLE",
                "TRANSACTION|SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY",
                "TRANSACTION|SET AUTOCOMMIT FALSE",
                "OTHER|SET search_path = x",
                "OTHER|CREATE TABLE t (a INT)",
                "OTHER|VACUUM",
                "OTHER|{call p(?)}",
                "OTHER|EXPLAIN DELETE FROM t"
            })
    void shouldTellKinds(Kind kind, String sql) {
        assertEquals(kind, SqlText.parse(sql, SqlSyntax.POSTGRESQL).kind());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "WITH a AS (DELETE FROM t RETURNING id) SELECT id FROM a",
                "WITH a AS (SELECT 1), b AS (INSERT INTO t VALUES (1) RETURNING id) SELECT id FROM b",
                "WITH a AS (WITH b AS (SELECT 1 AS id) UPDATE t SET n = 1 FROM b RETURNING t.id) SELECT id FROM a",
                "WITH a AS (WITH b AS (SELECT 1), c AS (SELECT 2) DELETE FROM t RETURNING id) SELECT id FROM a",
                "SELECT * INTO u FROM t",
                "SELECT * FROM FINAL TABLE (INSERT INTO t VALUES (1))"
            })
    void shouldSeeQueryThatWrites(String sql) {
        assertTrue(SqlText.parse(sql, SqlSyntax.POSTGRESQL).writes());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "false|SELECT 'INSERT INTO t' FROM t -- INTO",
                "false|SELECT (replace(a, 'x', 'y')) FROM t",
                "false|WITH a AS (WITH b AS (SELECT 1 AS id) SELECT id FROM b) SELECT id FROM a FOR UPDATE",
                "false|SELECT \"into\", \"update\" FROM t"
            })
    void shouldNotSeeWritesInStringsNamesAndCalls(boolean writes, String sql) {
        assertEquals(writes, SqlText.parse(sql, SqlSyntax.POSTGRESQL).writes());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "true|SELECT a FROM t FOR UPDATE",
                "true|SELECT a FROM t FOR NO KEY UPDATE SKIP LOCKED",
                "true|SELECT * FROM (SELECT a FROM t FOR SHARE) x",
                "false|SELECT substring(a FROM 1 FOR 2) FROM t"
            })
    void shouldSeeLocks(boolean locks, String sql) {
        assertEquals(locks, SqlText.parse(sql, SqlSyntax.POSTGRESQL).locks());
    }

    @Test
    void shouldNameWhatIsCalled() {
        final String sql =
                "WITH r(n) AS (SELECT nextval('s')) SELECT count(*) OVER (PARTITION BY a), s.f (x), \"My F\"(1),"
                        + " CAST(a AS numeric(10,2)), 'g(1)' FROM t AS u(a) WHERE a IN (1) AND EXISTS (SELECT 1) AND b = ANY (?)";
        assertEquals(
                Set.of("nextval", "count", "s.f", "\"My F\""),
                SqlText.parse(sql, SqlSyntax.POSTGRESQL).functions());
    }
}
