package dev.sluice.service.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.service.jdbc.dialect.Dialect;
import dev.sluice.service.jdbc.dialect.Dialects;
import dev.sluice.service.jdbc.dialect.HsqlDb;
import dev.sluice.service.jdbc.sql.SqlSyntax;
import dev.sluice.service.jdbc.sql.SqlText;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VolatilityTest {

    private static Connection postgres;

    @BeforeAll
    static void open() throws SQLException {
        postgres = TestDatabase.POSTGRESQL.open();
        try (Statement statement = postgres.createStatement()) {
            statement.execute("CREATE SCHEMA s");
            for (final String function : new String[] {
                "steady(a INT) RETURNS INT STABLE", "wild(a INT) RETURNS INT VOLATILE",
                        "mixed(a INT) RETURNS INT IMMUTABLE",
                "mixed(a TEXT) RETURNS INT VOLATILE", "s.own(a INT) RETURNS INT STABLE",
                        "own(a INT) RETURNS INT VOLATILE",
                "\"My F\"(a INT) RETURNS INT STABLE", "unsaid(a INT) RETURNS INT"
            }) {
                statement.execute("CREATE FUNCTION " + function + " LANGUAGE sql AS 'SELECT 1'");
            }
        }
    }

    @AfterAll
    static void close() throws SQLException {
        postgres.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "true|SELECT id FROM t",
                "true|SELECT UPPER(name), count(*), coalesce(a, 'x'), trim(b), substring(c FROM 1 FOR 2) FROM t",
                "true|SELECT row_number() OVER (ORDER BY id), extract(year FROM dt), CAST(a AS numeric(10,2)) FROM t",
                "true|SELECT steady(1), s.own(1), S.OWN(2), \"My F\"(3), pg_catalog.lower('A')",
                "true|SELECT j->>'a' FROM jsonb_array_elements(?) AS e(j)",
                "false|SELECT wild(1)",
                "false|SELECT unsaid(1)",
                "false|SELECT mixed(1)",
                "false|SELECT own(1)",
                "false|SELECT \"my f\"(1)",
                "false|SELECT nowhere.steady(1)",
                "false|SELECT random()",
                "false|SELECT id FROM t WHERE id = (SELECT nextval('seq'))",
                "false|SELECT clock_timestamp()",
                "false|SELECT CURRENT_TIMESTAMP",
                "false|SELECT now()",
                "false|SELECT * FROM t TABLESAMPLE bernoulli (10)"
            })
    void shouldAskPostgreSql(boolean stable, String sql) throws SQLException {
        final Dialect dialect = Dialects.of(postgres);
        assertEquals(stable, dialect.stable(postgres, SqlText.parse(sql, dialect.syntax())));
    }

    @Test
    void shouldRememberWhatPostgreSqlAnswered() throws SQLException {
        final Dialect dialect = Dialects.of(postgres);
        final SqlText query = SqlText.parse("SELECT steady(1)", SqlSyntax.POSTGRESQL);
        assertTrue(dialect.stable(postgres, query));
        final Connection closed = TestDatabase.POSTGRESQL.open();
        closed.close();
        assertTrue(dialect.stable(closed, query));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "true|SELECT UPPER(name), count(*), Coalesce(a, 'rand()') FROM t WHERE id IN (1, 2)",
                "true|SELECT id FROM t FETCH NEXT 2 ROWS ONLY",
                "false|SELECT RAND()",
                "false|SELECT UUID()",
                "false|SELECT my_function(1)",
                "false|SELECT s.upper(1)",
                "false|SELECT NEXT VALUE FOR seq",
                "false|SELECT CURRENT VALUE FOR seq",
                "false|SELECT seq.NEXTVAL",
                "false|SELECT CURRENT_DATE",
                "false|SELECT ROWNUM() FROM t"
            })
    void shouldKnowBuiltInFunctionsElsewhere(boolean stable, String sql) throws SQLException {
        final Dialect dialect = new HsqlDb();
        assertEquals(stable, dialect.stable(postgres, SqlText.parse(sql, dialect.syntax())));
    }
}
