package dev.sluice.service.jdbc;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.service.jdbc.connect.Product;
import dev.sluice.service.jdbc.dialect.Generic;
import dev.sluice.service.jdbc.sql.SqlText;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Statements that read the state of their session, beside a plain loop over one connection: the gateway refuses them, since
 * its sessions are shared, and what it says to write instead comes to the same as alone.
 */
class SessionStateTest extends AsIfAlone {

    private static final int PAIRS = 11;

    @TempDir
    private Path directory;

    private String product;
    private int made;

    @Override
    Database made() throws SQLException {
        return switch (product) {
            case "postgresql" -> database(TestDatabase.POSTGRESQL);
            case "hsqldb" -> database(TestDatabase.HSQLDB);
            case "h2" -> database(TestDatabase.H2);
            case "sqlite" -> new Database(null, "jdbc:sqlite:" + directory.resolve("t" + made++), "nobody");
            default -> mariaDb("state");
        };
    }

    private void families(String databaseProduct, String identity) {
        product = databaseProduct;
        schema(
                "CREATE TABLE parent (id " + identity + ", n BIGINT UNIQUE)",
                "CREATE TABLE child (parent BIGINT, n BIGINT)");
        tables("SELECT p.n, c.n FROM child c LEFT JOIN parent p ON p.id = c.parent ORDER BY c.n");
    }

    /** One of them fails: the run that they share is run again, and draws its keys another time. */
    private void pairs(String parent, String child) {
        for (long n = 1; n <= PAIRS; n++) {
            update(parent, n);
            update(child, n);
        }
        update(parent, 1L);
    }

    private void assertRefused(int limit, int refused, String name) throws SQLException {
        final List<String> refusals = assertAsIfAloneWithoutTheRefused(limit);
        assertEquals(refused, refusals.size(), refusals::toString);
        for (final String refusal : refusals) {
            assertTrue(refusal.contains("it uses " + name + ", which is state of the session"), refusal);
            assertTrue(refusal.contains("Instead, "), refusal);
        }
    }

    private static final String PARENT = "INSERT INTO parent (n) VALUES (?)";

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 40})
    void shouldRefuseTheLastValueOfASequenceWhenPostgreSqlIsAsked(int limit) throws SQLException {
        families("postgresql", "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY");
        pairs(PARENT, "INSERT INTO child VALUES (currval('parent_id_seq'), ?)");
        assertRefused(limit, PAIRS, "currval");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 40})
    void shouldRefuseTheLastValueOfAnySequenceWhenPostgreSqlIsAsked(int limit) throws SQLException {
        families("postgresql", "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY");
        pairs(PARENT, "INSERT INTO child VALUES (pg_catalog.lastval(), ?)");
        assertRefused(limit, PAIRS, "lastval");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 40})
    void shouldRefuseTheLastIdentityWhenHsqlDbIsAsked(int limit) throws SQLException {
        families("hsqldb", "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY");
        pairs(PARENT, "INSERT INTO child VALUES (IDENTITY(), ?)");
        assertRefused(limit, PAIRS, "IDENTITY");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 40})
    void shouldRefuseTheCurrentValueOfASequenceWhenH2IsAsked(int limit) throws SQLException {
        families("h2", "BIGINT PRIMARY KEY");
        schema("CREATE SEQUENCE s");
        pairs("INSERT INTO parent VALUES (NEXT VALUE FOR s, ?)", "INSERT INTO child VALUES (CURRENT VALUE FOR s, ?)");
        assertRefused(limit, PAIRS, "CURRENT VALUE FOR");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 40})
    void shouldRefuseTheLastKeyWhenMariaDbIsAsked(int limit) throws SQLException {
        families("mariadb", "BIGINT AUTO_INCREMENT PRIMARY KEY");
        pairs(PARENT, "INSERT INTO child VALUES (LAST_INSERT_ID(), ?)");
        assertRefused(limit, PAIRS, "LAST_INSERT_ID");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 40})
    void shouldRefuseTheLastRowWhenSqLiteIsAsked(int limit) throws SQLException {
        families("sqlite", "INTEGER PRIMARY KEY");
        pairs(PARENT, "INSERT INTO child VALUES (last_insert_rowid(), ?)");
        assertRefused(limit, PAIRS, "last_insert_rowid");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 40})
    void shouldRefuseTheCountOfTheLastChangeWhenSqLiteIsAsked(int limit) throws SQLException {
        families("sqlite", "INTEGER PRIMARY KEY");
        pairs(PARENT, "INSERT INTO child VALUES (1, ? + changes())");
        assertRefused(limit, PAIRS, "changes");
    }

    /** What the messages say to write. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3, 40})
    void shouldGiveAChildItsParentsKeyWhenOneStatementWritesBoth(int limit) throws SQLException {
        families("postgresql", "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY");
        for (long n = 1; n <= PAIRS; n++) {
            update(
                    "WITH new AS (INSERT INTO parent (n) VALUES (?) RETURNING id) INSERT INTO child SELECT id, ? FROM new",
                    n % 7,
                    n);
        }
        assertAsIfAlone(limit);
    }

    @Test
    void shouldGiveAChildItsParentsKeyWhenItIsFoundByAKeyOfItsOwn() throws SQLException {
        families("sqlite", "INTEGER PRIMARY KEY");
        pairs(PARENT, "INSERT INTO child SELECT id, n FROM parent WHERE n = ?");
        assertAsIfAlone(40);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "POSTGRESQL|currval|INSERT INTO c VALUES (currval('s'))",
                "POSTGRESQL|CurrVal|SELECT pg_catalog.CurrVal ( 's' )",
                "POSTGRESQL|\"lastval\"|SELECT * FROM \"lastval\"()",
                "HSQLDB|IDENTITY|CALL IDENTITY()",
                "HSQLDB|DIAGNOSTICS|VALUES DIAGNOSTICS(ROW_COUNT)",
                "HSQLDB|s.CURRVAL|INSERT INTO s_t VALUES (s.CURRVAL)",
                "HSQLDB|s.PREVVAL|SELECT s.PREVVAL FROM t",
                "H2|IDENTITY_VAL_LOCAL|SELECT IDENTITY_VAL_LOCAL()",
                "H2|a.s.currval|UPDATE t SET n = 1 + a.s.currval",
                "H2|@x|SELECT SET(@x, 3)",
                "H2|SCOPE_IDENTITY|SELECT SCOPE_IDENTITY()",
                "MARIADB|last_insert_id|INSERT INTO c (p) VALUES (last_insert_id())",
                "MARIADB|`found_rows`|SELECT `found_rows`()",
                "MARIADB|PREVIOUS VALUE FOR|SELECT PREVIOUS VALUE FOR s",
                "MARIADB|@@identity|SELECT @@identity",
                "MARIADB|@@session.last_insert_id|SELECT @@session.last_insert_id",
                "MARIADB|@`x`|SELECT a INTO @`x` FROM t",
                "MARIADB|@x|CALL p(@x)",
                "MARIADB|@r|SELECT @r := @r + 1 FROM t",
                "MARIADB|@p|SELECT @p, @p := n FROM t",
                "MARIADB|@r|SELECT @r := 0 FROM t WHERE @R > 3",
                "MARIADB|@r|SELECT @r := 0 FROM t, (SELECT @r := @r + 1) i",
                "MARIADB|@r|SELECT @r := @r + 1 FROM t, (SELECT @r := n FROM u) i",
                "MARIADB|@a|SELECT @a := @b, @b := @a",
                "MARIADB|@b|LOAD DATA INFILE 'a' INTO TABLE t (a, @c) SET c = @c + @b",
                "MARIADB|@x|SET STATEMENT max_statement_time=5 FOR SELECT @x",
                "MARIADB|@1|SELECT @1",
                "MARIADB|GET_LOCK|SELECT GET_LOCK('a', 1)",
                "MYSQL|RELEASE_ALL_LOCKS|DO RELEASE_ALL_LOCKS()",
                "POSTGRESQL|pg_advisory_lock|SELECT pg_advisory_lock(?)",
                "POSTGRESQL|pg_try_advisory_lock_shared|SELECT 1 WHERE pg_catalog.pg_try_advisory_lock_shared(1, 2)",
                "POSTGRESQL|pg_advisory_unlock_all|SELECT pg_advisory_unlock_all()",
                "MYSQL|ROW_COUNT|SELECT ROW_COUNT()",
                "SQLITE|total_changes|SELECT total_changes()",
                "DERBY|IDENTITY_VAL_LOCAL|VALUES IDENTITY_VAL_LOCAL()",
                "DB2|PREVIOUS VALUE FOR|VALUES PREVIOUS VALUE FOR s",
                "SQLSERVER|@@IDENTITY|SELECT @@IDENTITY",
                "ORACLE|s.currval|SELECT s.currval FROM dual"
            })
    void shouldNameTheStateThatATextReads(Product product, String name, String sql) {
        final SqlText text = SqlText.parse(sql, product.syntax());
        final String refusal = assertThrows(IllegalArgumentException.class, () -> product.refuseState(text))
                .getMessage();
        final String last = name.substring(name.lastIndexOf('.') + 1);
        assertTrue(refusal.startsWith("it uses ") && refusal.contains(last + ", which is state"), refusal);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "POSTGRESQL|SELECT 'currval(', \"lastval\", currval /* lastval() */ FROM t -- lastval()",
                "POSTGRESQL|SELECT mine.currval(1), \"mine\".lastval() FROM t WHERE a @> b AND c @@ d",
                "POSTGRESQL|SELECT $$lastval()$$, nextval('s')",
                "POSTGRESQL|WITH a AS (SELECT 1), currval(x) AS (SELECT 2) SELECT x FROM currval",
                "POSTGRESQL|INSERT INTO currval (lastval) VALUES (?) ON CONFLICT (lastval) DO NOTHING",
                "POSTGRESQL|CREATE FUNCTION f() RETURNS bigint BEGIN ATOMIC SELECT lastval(); END",
                "POSTGRESQL|SELECT changes(), identity(), last_insert_id(), current_setting('a.b')",
                "HSQLDB|INSERT INTO t VALUES (NEXT VALUE FOR s)",
                "HSQLDB|SELECT s.currval FROM s WHERE identity = ?",
                "HSQLDB|SELECT x.currval FROM a.s AS x",
                "HSQLDB|CREATE TABLE t (id BIGINT IDENTITY, currval BIGINT)",
                "H2|SELECT id FROM FINAL TABLE (INSERT INTO t(n) VALUES (?))",
                "H2|SELECT mail FROM t WHERE mail = 'a@x'",
                "MARIADB|UPDATE t SET id = LAST_INSERT_ID(id + 1)",
                "MARIADB|SELECT last_insert_id, `@x`, '@y', @@version, @@global.identity FROM t # @z",
                "MARIADB|SELECT mine.found_rows()",
                "MARIADB|GRANT SELECT ON t TO a@localhost",
                "MARIADB|SELECT @r := @r + 1, n FROM t, (SELECT @r := 0) i",
                "MYSQL|SELECT (@`R`:=@r+1) nr, @p := n FROM t u JOIN (SELECT @r := 0, @p := NULL) v ORDER BY @p",
                "MARIADB|UPDATE t, (SELECT @r := ?) i SET n = (@r := @r + 1) WHERE id > 1",
                "MARIADB|INSERT INTO t VALUES (@a := ?, @b := @a + 1, @b)",
                "MARIADB|LOAD DATA LOCAL INFILE 'a' INTO TABLE t CHARACTER SET utf8mb4 (a, @d) SET c = UPPER(@d)",
                "MARIADB|SET STATEMENT max_statement_time=5 FOR SELECT n FROM t FOR UPDATE",
                "MARIADB|SHOW GRANTS FOR u@h",
                "MARIADB|SHOW CREATE USER u@h",
                "MARIADB|SET GLOBAL max_connections = 9",
                "HSQLDB|SET TABLE t READ ONLY",
                "HSQLDB|SET FILES WRITE DELAY FALSE",
                "SQLITE|INSERT INTO changes (total_changes) VALUES (@x)",
                "SQLITE|SELECT changes, \"last_insert_rowid\" FROM changes",
                "SQLITE|REPLACE INTO changes VALUES (1)",
                "SQLSERVER|SELECT n FROM t WHERE id = @p1"
            })
    void shouldTakeNothingElseForState(Product product, String sql) {
        assertDoesNotThrow(() -> product.refuseState(SqlText.parse(sql, product.syntax())));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "MARIADB|SET GLOBAL a = 1, b = 2",
                "MARIADB|SET SESSION a = 1",
                "MARIADB|SET @x = 1",
                "MARIADB|SET STATEMENT a=1 FOR SET b = 2",
                "HSQLDB|SET SCHEMA s",
                "POSTGRESQL|RESET ALL"
            })
    void shouldRefuseWhatChangesTheStateOfTheSession(Product product, String sql) {
        final String refusal = assertThrows(
                        IllegalArgumentException.class, () -> product.refuseState(SqlText.parse(sql, product.syntax())))
                .getMessage();
        assertTrue(refusal.contains("changes the state of the session"), refusal);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 40})
    void shouldNumberRowsWithAVariableOfTheStatementsOwn(int limit) throws SQLException {
        product = "mariadb";
        schema("CREATE TABLE source (n BIGINT UNIQUE)", "CREATE TABLE numbered (r BIGINT, n BIGINT)");
        tables("SELECT r, n FROM numbered ORDER BY r, n");
        pairs(
                "INSERT INTO source VALUES (?)",
                "INSERT INTO numbered SELECT @r := @r + 1, n FROM source, (SELECT @r := 0) i WHERE n <= ?");
        assertAsIfAlone(limit);
    }

    @Test
    void shouldAskOneAtATimeWhatGivesValuesToVariables() {
        final SqlText numbers = SqlText.parse("SELECT @r := @r + 1, n FROM t, (SELECT @r := ?) i", Product.H2.syntax());
        assertEquals(
                Optional.of("it gives values to variables of the session"),
                Generic.h2().alone(numbers));
    }

    @Test
    void shouldRefuseADeclarationAtTheStart() {
        product = "h2";
        final IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> gateway(made(), "", """
                        lookups:
                          last: {sql: 'SELECT LAST_INSERT_ID()'}
                        statements:
                          variable: {sql: 'SELECT @x'}
                          role: {sql: 'SET ROLE a'}
                        """));
        assertTrue(refused.getMessage().contains("lookups.last.sql: it uses LAST_INSERT_ID"), refused.getMessage());
        assertTrue(refused.getMessage().contains("statements.variable.sql: it uses @x"), refused.getMessage());
        assertTrue(refused.getMessage().contains("statements.role.sql: SET changes the state"), refused.getMessage());
    }
}
