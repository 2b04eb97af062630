package dev.sluice.service.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.api.ValueType;
import dev.sluice.service.jdbc.connect.Session;
import dev.sluice.service.jdbc.dialect.Signature;
import dev.sluice.service.jdbc.proof.Footprint;
import dev.sluice.service.jdbc.proof.Footprints;
import dev.sluice.service.jdbc.proof.SchemaChanges;
import dev.sluice.service.jdbc.sql.SqlSyntax;
import dev.sluice.service.jdbc.sql.SqlText;
import dev.sluice.service.jdbc.update.SetForm;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collections;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which inserts and deletes PostgreSQL gets as one statement, and why others not. */
class SetFormTest extends JdbcTest {

    private static final String[] SCHEMA = {
        "CREATE TABLE u (id BIGINT PRIMARY KEY)",
        "CREATE TABLE t (id BIGINT PRIMARY KEY, a INTEGER CHECK (a > 0), b VARCHAR(9), d DATE, u BIGINT REFERENCES u,"
                + " at TIMESTAMPTZ DEFAULT now(), ref UUID DEFAULT gen_random_uuid(), w BIGINT UNIQUE DEFERRABLE,"
                + " k TEXT GENERATED ALWAYS AS (lower(b)) STORED UNIQUE, EXCLUDE (a WITH =))",
        "CREATE UNIQUE INDEX partly ON t (b) WHERE a > 5",
        "CREATE TABLE line (t BIGINT REFERENCES t, n BIGINT)"
    };

    private Database database(String... more) throws SQLException {
        final Database database = database(TestDatabase.POSTGRESQL);
        database.execute(SCHEMA);
        database.execute(more);
        return database;
    }

    /** Says why there is no form; or "set". */
    private static String form(Database database, String sql) throws SQLException {
        try (Connection connection = database.connect()) {
            connection.setAutoCommit(false);
            final Session session = session(connection);
            final SqlText text = SqlText.parse(sql, SqlSyntax.POSTGRESQL);
            final Signature signature = Signature.of(Collections.nCopies(text.parameters(), ValueType.LONG));
            final Footprint footprint = new Footprints(session, () -> 0, new SchemaChanges()).of(text, signature);
            final Optional<SetForm> form = SetForm.find(session, text, signature, footprint);
            return form.isPresent() ? "set" : footprint.noSet().orElse("");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "INSERT INTO t VALUES (?, ?)",
                "insert into public.T as x (id, a) values (?, ?);",
                "INSERT INTO t (id, \"a\", b, d) VALUES (?, 1 + (? * 2), COALESCE('it''s ', NULL), '2026-11-23') -- one",
                "INSERT INTO t (id, a, at) VALUES (?, GREATEST(?, 1), CURRENT_TIMESTAMP)",
                "DELETE FROM t WHERE id = ?",
                "DELETE FROM public.t AS x WHERE x.id = ? AND a = ?",
                "delete from t x where \"id\" = ? -- by id",
            })
    void shouldBeASetWhereThatComesToTheSame(String sql) throws SQLException {
        assertEquals("set", form(database(), sql));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "INSERT INTO t VALUES (?, ?) ON CONFLICT DO NOTHING",
                "INSERT INTO t VALUES (?, ?), (1, 2)",
                "INSERT INTO t OVERRIDING USER VALUE VALUES (?, ?)",
                "INSERT INTO t SELECT ?, ?",
                "INSERT INTO t VALUES (?, abs(?))",
                "INSERT INTO t (id, b) VALUES (?, CAST(? AS VARCHAR))",
                "INSERT INTO t (id, a, b) VALUES (?, ?, DEFAULT)",
                "INSERT INTO t (id, a) VALUES (?, (SELECT ?))",
                "INSERT INTO t (id, a, b) VALUES (?, ?, CURRENT_USER)",
                "INSERT INTO t (id, a) VALUES (1, 2)",
                "INSERT INTO t DEFAULT VALUES",
                "WITH x AS (SELECT 1) INSERT INTO t VALUES (?, ?)",
                "DELETE FROM ONLY t WHERE id = ?",
                "DELETE FROM t WHERE a = ?",
                "DELETE FROM t WHERE w = ?",
                "DELETE FROM t WHERE k = ?::text",
                "DELETE FROM t WHERE id >= ? AND id = 1",
                "DELETE FROM t WHERE (id = ?)",
                "DELETE FROM t USING u WHERE t.id = ?",
                "DELETE FROM line WHERE t = ?",
            })
    void shouldBeNoSetWhereTheTextLeavesADoubt(String sql) throws SQLException {
        assertEquals("", form(database(), sql));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ALTER TABLE t ADD no BIGINT GENERATED ALWAYS AS IDENTITY | identity column no on t | set",
                "ALTER TABLE t ADD no BIGSERIAL | default no on t calls nextval() | set",
                "ALTER TABLE t ADD no TEXT DEFAULT clock_timestamp() | default no on t calls clock_timestamp() | set",
                "ALTER TABLE t ADD FOREIGN KEY (w) REFERENCES t | constraint t_w_fkey on t refers to the table itself"
                        + " | reference t_w_fkey on t refers to the table itself",
                "ALTER TABLE line ADD FOREIGN KEY (n) REFERENCES t ON DELETE CASCADE | set | reference line_n_fkey on t changes what refers to it",
                "ALTER TABLE line ADD FOREIGN KEY (n) REFERENCES t ON DELETE SET NULL | set | reference line_n_fkey on t changes what refers to it",
                "ALTER TABLE line ADD FOREIGN KEY (n) REFERENCES t ON UPDATE CASCADE ON DELETE RESTRICT | set | set",
                "ALTER TABLE t ENABLE ROW LEVEL SECURITY | '' | ''",
                "CREATE TABLE heir () INHERITS (t) | '' | ''",
                "CREATE DOMAIN small AS BIGINT CHECK (VALUE < 100); ALTER TABLE t ALTER a TYPE small | '' | set",
                "CREATE TRIGGER g BEFORE INSERT OR DELETE ON t FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger() | '' | ''",
                "ALTER TABLE t DROP CONSTRAINT t_pkey CASCADE | set | ''",
            })
    void shouldBeASetOnlyWhereTheTableLeavesNoDoubt(String change, String insert, String delete) throws SQLException {
        final Database database = database(change);
        assertEquals(insert, form(database, "INSERT INTO t (id, a) VALUES (?, ?)"));
        assertEquals(delete, form(database, "DELETE FROM t WHERE id = ?"));
    }
}
