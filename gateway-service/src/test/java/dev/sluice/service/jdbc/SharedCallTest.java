package dev.sluice.service.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.api.ValueType;
import dev.sluice.service.jdbc.connect.Session;
import dev.sluice.service.jdbc.dialect.Signature;
import dev.sluice.service.jdbc.sql.SqlText;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collections;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Which reads may share a call, and the words for why others may not. */
class SharedCallTest extends JdbcTest {

    private static final String[] POSTGRESQL = {
        "CREATE SCHEMA s",
        "GRANT USAGE ON SCHEMA s TO PUBLIC",
        "CREATE TABLE t (id BIGINT PRIMARY KEY, a TEXT, dt DATE, worth NUMERIC, feels TEXT)",
        "CREATE SEQUENCE seq",
        "CREATE FUNCTION analysed(low bigint) RETURNS bigint LANGUAGE sql BEGIN ATOMIC SELECT max(id) FROM t WHERE id < low; END",
        "CREATE FUNCTION s.own(a bigint) RETURNS bigint LANGUAGE sql STABLE BEGIN ATOMIC SELECT a; END",
        "CREATE FUNCTION own(a bigint) RETURNS bigint LANGUAGE sql VOLATILE AS 'SELECT a'",
        "CREATE FUNCTION \"My F\"(a bigint) RETURNS bigint LANGUAGE sql STABLE BEGIN ATOMIC SELECT a; END",
        "CREATE FUNCTION mixed(a bigint) RETURNS bigint LANGUAGE sql STABLE BEGIN ATOMIC SELECT a; END",
        "CREATE FUNCTION mixed(a text) RETURNS bigint LANGUAGE sql STABLE AS 'SELECT 1'",
        "CREATE FUNCTION drawing(a bigint) RETURNS bigint LANGUAGE sql STABLE BEGIN ATOMIC SELECT nextval('seq'); END",
        "CREATE FUNCTION writing() RETURNS bigint LANGUAGE sql BEGIN ATOMIC INSERT INTO t (id) VALUES (1) RETURNING id; END",
        "CREATE FUNCTION lying(a bigint) RETURNS bigint LANGUAGE plpgsql IMMUTABLE AS 'BEGIN RETURN nextval(''seq''); END'",
        "CREATE VIEW wild AS SELECT id, random() AS r FROM t",
        "CREATE VIEW tame AS SELECT id, upper(a) AS a, now() AS at FROM t",
        "CREATE VIEW over_wild AS SELECT id, r FROM wild",
        "CREATE VIEW locking AS SELECT id FROM t FOR UPDATE",
        "CREATE MATERIALIZED VIEW kept AS SELECT id, random() AS r FROM t",
        "CREATE TABLE ours (id BIGINT, owner TEXT)",
        "ALTER TABLE ours ENABLE ROW LEVEL SECURITY",
        "CREATE POLICY lucky ON ours USING (random() < 0.5)",
        "CREATE TABLE mine (id BIGINT, owner TEXT)",
        "ALTER TABLE mine ENABLE ROW LEVEL SECURITY",
        "CREATE POLICY mine ON mine USING (owner = CURRENT_USER)",
        "CREATE FUNCTION near(a bigint, b bigint) RETURNS boolean LANGUAGE plpgsql STABLE AS 'BEGIN RETURN a = b; END'",
        "CREATE OPERATOR ~~~ (LEFTARG = bigint, RIGHTARG = bigint, FUNCTION = near)",
        "CREATE FUNCTION same(a bigint, b bigint) RETURNS boolean LANGUAGE sql BEGIN ATOMIC SELECT a = b; END",
        "CREATE OPERATOR === (LEFTARG = bigint, RIGHTARG = bigint, FUNCTION = same)",
        "CREATE TYPE cents AS (n BIGINT)",
        "CREATE FUNCTION to_cents(a bigint) RETURNS cents LANGUAGE plpgsql IMMUTABLE AS 'BEGIN RETURN ROW(a); END'",
        "CREATE CAST (bigint AS cents) WITH FUNCTION to_cents(bigint)",
        "CREATE FUNCTION ranked(a bigint, b bigint) RETURNS int LANGUAGE plpgsql IMMUTABLE AS 'BEGIN RETURN a - b; END'",
        "CREATE OPERATOR CLASS by_rank FOR TYPE bigint USING btree AS OPERATOR 1 <, OPERATOR 2 <=, OPERATOR 3 =,"
                + " OPERATOR 4 >=, OPERATOR 5 >, FUNCTION 1 ranked(bigint, bigint)",
        "CREATE TABLE ranks (id BIGINT)",
        "CREATE INDEX by_rank ON ranks (id by_rank)",
        "CREATE DOMAIN odd AS BIGINT CHECK (lying(VALUE) > 0)",
        "CREATE DOMAIN positive AS BIGINT CHECK (VALUE > 0)",
    };

    private Session session;

    /** The session that the catalog is asked in. */
    Connection connect(Database database) throws SQLException {
        return database.connect();
    }

    private void open(Database database, String... schema) throws SQLException {
        database.execute(schema);
        final Connection connection = connect(database);
        connection.setReadOnly(true);
        session = session(connection);
    }

    private Optional<String> noCall(String sql, ValueType type) throws SQLException {
        final SqlText text = SqlText.parse(sql, session.dialect().syntax());
        final Signature signature = Signature.of(Collections.nCopies(text.parameters(), type));
        return footprints(session).of(text, signature).noCall();
    }

    private void assertShares(String... statements) throws SQLException {
        for (final String sql : statements) {
            assertEquals(Optional.empty(), noCall(sql, ValueType.LONG), sql);
        }
    }

    private void assertApart(String reason, String sql) throws SQLException {
        assertEquals(Optional.of(reason), noCall(sql, ValueType.LONG), sql);
    }

    @Test
    void shouldShareWhatCallsNothingVolatileOnPostgreSql() throws SQLException {
        open(database(TestDatabase.POSTGRESQL), POSTGRESQL);
        assertShares(
                "SELECT id FROM t WHERE id = ?",
                "SELECT UPPER(a), count(*), coalesce(a, 'x'), trim(a), substring(a FROM 1 FOR 2) FROM t GROUP BY a",
                "SELECT row_number() OVER (ORDER BY id), extract(year FROM dt), CAST(a AS numeric(10,2)) FROM t",
                "SELECT s.own(1), S.OWN(2), \"My F\"(3), pg_catalog.lower('A'), mixed(?)",
                "SELECT j->>'a' FROM jsonb_array_elements('[]') AS e(j)",
                "SELECT analysed(id) FROM t WHERE dt < CURRENT_DATE AND now() > 'epoch'",
                "SELECT id, a FROM tame WHERE id = ?",
                "SELECT id, r FROM kept WHERE id = ?",
                "SELECT id FROM mine WHERE id = ?",
                "SELECT id FROM t WHERE id === ?",
                "SELECT CAST(? AS positive)",
                "WITH x AS (SELECT id FROM t) SELECT id FROM x WHERE id = ?",
                "VALUES (1, ?)",
                "SELECT relname FROM pg_class WHERE oid = ?");
    }

    @Test
    void shouldSayWhatPostgreSqlsCatalogDoesNotProve() throws SQLException {
        open(database(TestDatabase.POSTGRESQL), POSTGRESQL);
        assertApart("it calls random(), and it is volatile", "SELECT random() FROM t WHERE id = ?");
        assertApart("it calls clock_timestamp(), and it is volatile", "SELECT clock_timestamp()");
        assertApart("it calls nextval(), and it is volatile", "SELECT id FROM t WHERE id = (SELECT nextval('seq'))");
        assertApart("it calls bernoulli(), and it is volatile", "SELECT * FROM t TABLESAMPLE bernoulli (10)");
        assertApart("it calls txid_current(), and its effect is not known", "SELECT txid_current()");
        assertApart("view _RETURN on wild calls random(), and it is volatile", "SELECT r FROM wild WHERE id = ?");
        assertApart("view _RETURN on wild calls random(), and it is volatile", "SELECT r FROM over_wild WHERE id = ?");
        assertApart("policy lucky on ours calls random(), and it is volatile", "SELECT id FROM ours WHERE id = ?");
        assertApart("it calls own(), and it is opaque: sql, not BEGIN ATOMIC", "SELECT own(?)");
        assertApart("it calls lying(), and it is opaque: plpgsql, not BEGIN ATOMIC", "SELECT lying(?)");
        assertApart("drawing() calls nextval(), and it is volatile", "SELECT drawing(?)");
        assertApart("it writes public.t", "SELECT writing()");
        assertApart("it calls near(), and it is opaque: plpgsql, not BEGIN ATOMIC", "SELECT id FROM t WHERE id ~~~ ?");
        assertApart("it calls to_cents(), and it is opaque: plpgsql, not BEGIN ATOMIC", "SELECT CAST(? AS cents)");
        assertApart(
                "domain odd_check calls lying(), and it is opaque: plpgsql, not BEGIN ATOMIC", "SELECT CAST(? AS odd)");
        assertApart("operator class by_rank on ranks", "SELECT id FROM ranks WHERE id = ?");
        assertApart("it locks rows", "SELECT id FROM t WHERE id = ? FOR UPDATE");
        assertApart("view _RETURN on locking locks rows", "SELECT id FROM locking WHERE id = ?");
        assertEquals(
                Optional.of("it calls mixed(), and it is opaque: sql, not BEGIN ATOMIC"),
                noCall("SELECT mixed(?)", ValueType.TEXT));
    }

    @Test
    void shouldTellWhatCallsNothingVolatileOnHsqlDb() throws SQLException {
        open(
                database(TestDatabase.HSQLDB),
                "CREATE TABLE t (id BIGINT PRIMARY KEY, name VARCHAR(20), made TIMESTAMP DEFAULT LOCALTIMESTAMP)",
                "CREATE SEQUENCE seq",
                "CREATE FUNCTION f(x BIGINT) RETURNS BIGINT RETURN x",
                "CREATE VIEW tame AS SELECT id, UPPER(name) AS name FROM t",
                "CREATE VIEW wild AS SELECT id, RAND() AS r FROM t",
                "CREATE VIEW over_wild AS SELECT id FROM wild",
                "CREATE VIEW calling (id, f) AS SELECT id, f(id) FROM t",
                "CREATE SYNONYM other FOR wild");
        assertShares(
                "SELECT name, made FROM t WHERE id = ?",
                "SELECT UPPER(name), count(*), Coalesce(name, 'rand()') FROM t WHERE id IN (1, 2) GROUP BY name",
                "SELECT id FROM t FETCH NEXT 2 ROWS ONLY",
                "SELECT id FROM t WHERE made < CURRENT_TIMESTAMP",
                "SELECT name FROM tame WHERE id = ?");
        assertApart("it uses RAND(), which is not known to be stable", "SELECT RAND() FROM t WHERE id = ?");
        assertApart("it uses UUID(), which is not known to be stable", "SELECT UUID() FROM t");
        assertApart("it uses s.upper(), which is not known to be stable", "SELECT s.upper('x') FROM t");
        assertApart("it uses NEXT VALUE, which is not known to be stable", "SELECT NEXT VALUE FOR seq FROM t");
        assertApart("it uses ROWNUM, which is not known to be stable", "SELECT ROWNUM() FROM t");
        assertApart("function f is opaque", "SELECT f(id) FROM t WHERE id = ?");
        assertApart("it uses RAND(), which is not known to be stable", "SELECT r FROM wild WHERE id = ?");
        assertApart("it uses RAND(), which is not known to be stable", "SELECT id FROM (over_wild) WHERE id = ?");
        assertApart("it uses RAND(), which is not known to be stable", "SELECT r FROM PUBLIC.other WHERE id = ?");
        assertApart("function PUBLIC.F is opaque", "SELECT f FROM t JOIN calling USING (id)");
    }
}
