package dev.sluice.service.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Updates with effects that nobody declared, through the gateway and by a plain loop over one JDBC connection with
 * auto-commit: results and tables are equal, whatever the limit of a chunk is.
 */
class PostgreSqlAsIfAloneTest extends AsIfAlone {

    @Override
    Database made() throws SQLException {
        return database(TestDatabase.POSTGRESQL);
    }

    @Override
    void restore(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("RESET SESSION AUTHORIZATION; RESET ROLE; RESET ALL");
        }
    }

    private void all(String... names) {
        for (final String table : names) {
            tables("SELECT * FROM " + table + " ORDER BY 1");
        }
    }

    private static String function(String name, String returns, String body) {
        return "CREATE FUNCTION " + name + " RETURNS " + returns + " LANGUAGE plpgsql AS $$ " + body + " $$";
    }

    private static String trigger(String name, String when, String body) {
        return function(name + "()", "trigger", "BEGIN " + body + " RETURN NEW; END") + "; CREATE TRIGGER " + name + " "
                + when + " FOR EACH ROW EXECUTE FUNCTION " + name + "()";
    }

    private static final String PARENT = "CREATE TABLE parent (id BIGINT PRIMARY KEY)";
    private static final String CHILD =
            "CREATE TABLE child (id BIGINT REFERENCES parent DEFERRABLE INITIALLY DEFERRED)";

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 40})
    void shouldCheckDeferredKeysAtTheEndWhenATriggerInsertsTheChildFirst(int limit) throws SQLException {
        schema(PARENT, CHILD, trigger("first", "BEFORE INSERT ON parent", "INSERT INTO child VALUES (NEW.id);"));
        all("parent", "child");
        for (long id = 1; id <= 7; id++) {
            update("INSERT INTO parent VALUES (?)", id % 5);
        }
        assertAsIfAlone(limit);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 40})
    void shouldCheckDeferredKeysAtTheEndWhenAFunctionDeletesTheParentFirst(int limit) throws SQLException {
        schema(
                PARENT,
                CHILD,
                "CREATE TABLE log (gone BIGINT)",
                "INSERT INTO parent SELECT generate_series(1, 9)",
                "INSERT INTO child SELECT generate_series(1, 9)",
                function(
                        "gone(this bigint, children boolean)",
                        "bigint",
                        "BEGIN DELETE FROM parent WHERE id = this;"
                                + " IF children THEN DELETE FROM child WHERE id = this; END IF; RETURN this; END"));
        all("parent", "child", "log");
        for (long id = 1; id <= 7; id++) {
            update("INSERT INTO log VALUES (gone(?, ?))", id, id % 3 != 0);
        }
        assertAsIfAlone(limit);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 40})
    void shouldCheckDeferredExclusionsOfExpressionsAtTheEndOfEachUpdate(int limit) throws SQLException {
        schema(
                "CREATE TABLE seat (id BIGINT PRIMARY KEY, n BIGINT,"
                        + " EXCLUDE USING btree ((n % 100) WITH =) DEFERRABLE INITIALLY DEFERRED)",
                "INSERT INTO seat SELECT i, i FROM generate_series(1, 9) AS i");
        all("seat");
        for (long id = 1; id <= 7; id++) {
            update("UPDATE seat SET n = ? WHERE id = ?", id + 1, id);
            update("UPDATE seat SET n = ? WHERE id = ?", id + 50, id + 1);
        }
        assertAsIfAlone(limit);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 40})
    void shouldCallCastsThatOnlyBuiltInFunctionsCallForEachRequest(int limit) throws SQLException {
        schema(
                "CREATE TYPE tone AS ENUM ('high', 'low')",
                "CREATE TABLE note (id BIGINT PRIMARY KEY, sounds tone)",
                "INSERT INTO note SELECT i, 'high' FROM generate_series(1, 40) AS i",
                function(
                        "told(t tone)",
                        "json",
                        "BEGIN RETURN to_json(length(set_config('a.n', concat(current_setting('a.n', true), 'x'), true)));"
                                + " END"),
                "CREATE CAST (tone AS json) WITH FUNCTION told");
        for (long id = 1; id <= 20; id++) {
            lookup("SELECT CAST(to_jsonb(sounds) AS text) AS said FROM note WHERE id = ?", id);
        }
        assertAsIfAlone(limit);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 40})
    void shouldAskForTheKeysOfAChunkWhereAFunctionOfTheUserUnnestsArraysInAnotherWay(int limit) throws SQLException {
        schema(
                "CREATE TABLE note (id BIGINT PRIMARY KEY)",
                "INSERT INTO note SELECT generate_series(1, 40)",
                "CREATE FUNCTION unnest(x bigint[]) RETURNS SETOF bigint LANGUAGE sql AS 'SELECT 1::bigint'");
        for (long id = 1; id <= 20; id++) {
            lookup("SELECT id FROM note WHERE id = ?", id);
        }
        assertAsIfAlone(limit);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 40})
    void shouldRunDeferredTriggersAtTheEndWhenAnotherTriggerAddsTheLines(int limit) throws SQLException {
        schema(
                "CREATE TABLE orders (id BIGINT PRIMARY KEY, lines BIGINT)",
                "CREATE TABLE line (order_id BIGINT)",
                function(
                        "has_lines()",
                        "trigger",
                        "BEGIN IF NOT EXISTS (SELECT FROM line WHERE order_id = NEW.id) THEN"
                                + " RAISE EXCEPTION 'no lines'; END IF; RETURN NULL; END"),
                "CREATE CONSTRAINT TRIGGER a_has_lines AFTER INSERT ON orders DEFERRABLE INITIALLY DEFERRED"
                        + " FOR EACH ROW EXECUTE FUNCTION has_lines()",
                trigger(
                        "z_add_lines",
                        "AFTER INSERT ON orders",
                        "INSERT INTO line SELECT NEW.id FROM generate_series(1, NEW.lines);"));
        all("orders", "line");
        for (long id = 1; id <= 7; id++) {
            update("INSERT INTO orders VALUES (?, ?)", id, id % 3);
        }
        assertAsIfAlone(limit);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 40})
    void shouldEndATemporaryTableWithItsUpdateWhenAFunctionMakesIt(int limit) throws SQLException {
        schema(
                "CREATE TABLE t (id BIGINT)",
                function(
                        "counted(n bigint)",
                        "bigint",
                        "DECLARE c bigint; BEGIN CREATE TEMP TABLE work ON COMMIT DROP AS SELECT generate_series(1, n);"
                                + " SELECT COUNT(*) INTO c FROM work; RETURN c; END"));
        all("t");
        for (long id = 1; id <= 5; id++) {
            update("INSERT INTO t VALUES (counted(?))", id);
        }
        assertAsIfAlone(limit);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 40})
    void shouldCloseACursorWithItsUpdateWhenAFunctionLeavesItOpen(int limit) throws SQLException {
        schema(
                "CREATE TABLE t (id BIGINT)",
                function(
                        "opened(n bigint)",
                        "bigint",
                        "DECLARE c CURSOR FOR SELECT 1; BEGIN c := 'fixed'; OPEN c; RETURN n; END"));
        all("t");
        for (long id = 1; id <= 5; id++) {
            update("INSERT INTO t VALUES (opened(?))", id);
        }
        assertAsIfAlone(limit);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 40})
    void shouldForgetASettingOfTheTransactionWhenAnAuditReadsIt(int limit) throws SQLException {
        schema(
                "CREATE TABLE t (id BIGINT)",
                "CREATE TABLE audit (id BIGINT, who TEXT)",
                trigger(
                        "audited",
                        "AFTER INSERT OR UPDATE ON t",
                        "INSERT INTO audit VALUES (NEW.id, COALESCE(NULLIF(current_setting('app.who', true), ''),"
                                + " 'nobody'));"));
        all("t", "audit");
        for (long id = 1; id <= 6; id++) {
            if (id % 2 == 1) {
                update(
                        "WITH who AS (SELECT set_config('app.who', ?, true)) INSERT INTO t SELECT ? FROM who",
                        "alice",
                        id);
            } else {
                update("INSERT INTO t VALUES (?)", id);
            }
        }
        assertAsIfAlone(limit);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 40})
    void shouldFindTheTablesOfTheSessionWhenATriggerChangesTheSearchPath(int limit) throws SQLException {
        schema(
                "CREATE SCHEMA other",
                "CREATE TABLE t (id BIGINT)",
                "CREATE TABLE other.t (id BIGINT)",
                "CREATE TABLE first (id BIGINT)",
                trigger("moved", "AFTER INSERT ON first", "PERFORM set_config('search_path', 'other', true);"));
        all("t", "other.t", "first");
        for (long id = 1; id <= 6; id++) {
            update("INSERT INTO " + (id % 2 == 1 ? "public.first" : "t") + " VALUES (?)", id);
        }
        assertAsIfAlone(limit);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 40})
    void shouldRunAsTheUserOfTheSessionWhenATriggerChangesTheRole(int limit) throws SQLException {
        schema(
                "CREATE TABLE t (id BIGINT, who TEXT DEFAULT CURRENT_USER)",
                "CREATE TABLE first (id BIGINT)",
                "GRANT ALL ON t, first TO pg_monitor",
                trigger("became", "AFTER INSERT ON first", "PERFORM set_config('role', 'pg_monitor', true);"));
        all("t", "first");
        for (long id = 1; id <= 6; id++) {
            update("INSERT INTO " + (id % 2 == 1 ? "first" : "t") + " (id) VALUES (?)", id);
        }
        assertAsIfAlone(limit);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 40})
    void shouldForgetASettingThatAFunctionKeepsForTheSession(int limit) throws SQLException {
        schema(
                "CREATE TABLE t (id BIGINT PRIMARY KEY)",
                "CREATE TABLE audit (id BIGINT, who TEXT)",
                trigger(
                        "audited",
                        "AFTER INSERT ON t",
                        "INSERT INTO audit VALUES (NEW.id, COALESCE(NULLIF(current_setting('app.who', true), ''),"
                                + " 'nobody'));"),
                function(
                        "became(who text)",
                        "text",
                        "BEGIN PERFORM set_config('app.who', who, false); RETURN who; END"));
        all("t", "audit");
        for (long id = 1; id <= 9; id++) {
            if (id % 3 == 1) {
                update("INSERT INTO t SELECT ? WHERE became(?) = ?", id, "alice", "alice");
            } else {
                update("INSERT INTO t VALUES (?)", id % 3 == 2 && id > 4 ? 1L : id); // some fail, and are rolled back
            }
        }
        assertAsIfAlone(limit);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 40})
    void shouldRestoreUserPathAndTimeoutsWhenATriggerChangesThemForTheSession(int limit) throws SQLException {
        schema(
                "CREATE SCHEMA other",
                "CREATE TABLE t (id BIGINT, who TEXT DEFAULT CURRENT_USER)",
                "CREATE TABLE other.t (id BIGINT, who TEXT)",
                "CREATE TABLE first (id BIGINT)",
                "GRANT ALL ON t, first TO pg_monitor",
                trigger(
                        "moved",
                        "AFTER INSERT ON first",
                        "PERFORM set_config('search_path', 'other', false), set_config('role', 'pg_monitor', false),"
                                + " set_config('statement_timeout', '20ms', false);"));
        all("t", "other.t", "first");
        for (long id = 1; id <= 4; id++) {
            update("INSERT INTO public.first VALUES (?)", id);
            update("INSERT INTO t (id) SELECT ? FROM pg_sleep(0.05)", id);
            update("INSERT INTO public.first VALUES (?)", id + 10);
        }
        assertAsIfAlone(limit);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 40})
    void shouldFailWhatIsNotUniqueWhenAGeneratedColumnMustBe(int limit) throws SQLException {
        schema(
                "CREATE TABLE person (id BIGINT PRIMARY KEY, email VARCHAR(40),"
                        + " mail_key VARCHAR(40) GENERATED ALWAYS AS (lower(email)) STORED UNIQUE)",
                "INSERT INTO person (id, email) SELECT i, 'm' || i FROM generate_series(2000, 1, -1) AS s(i)",
                "ANALYZE person");
        tables("SELECT * FROM person WHERE id > 1990 ORDER BY id");
        for (long id = 1991; id <= 2000; id++) {
            update("UPDATE person SET email = ? WHERE id = ?", "M" + (id + 1), id);
        }
        assertAsIfAlone(limit);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 40})
    void shouldKeepALimitOfTheGroupWhenACheckCallsAFunction(int limit) throws SQLException {
        schema(
                "CREATE TABLE t (id BIGINT PRIMARY KEY, grp BIGINT, x BIGINT)",
                "INSERT INTO t SELECT i, i % 2, 0 FROM generate_series(1, 8) AS s(i)",
                "CREATE FUNCTION total(g bigint, but bigint) RETURNS bigint STABLE LANGUAGE sql"
                        + " BEGIN ATOMIC SELECT COALESCE(SUM(x), 0) FROM t WHERE grp = g AND id <> but; END",
                "ALTER TABLE t ADD CONSTRAINT few CHECK (x + total(grp, id) <= 10)");
        all("t");
        for (long id = 1; id <= 8; id++) {
            update("UPDATE t SET x = ? WHERE id = ?", 4L, id);
        }
        assertAsIfAlone(limit);
    }

    /** The plain loop asks for the rows of a query; the gateway is sent it as an update. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3, 40})
    void shouldRunAQueryAsAnUpdateWhenItIsSentAsOne(int limit) throws SQLException {
        final String add = "UPDATE t SET n = n + 1 WHERE t.id = which RETURNING n";
        schema(
                "CREATE TABLE t (id BIGINT PRIMARY KEY, n BIGINT CHECK (n < 6))",
                "INSERT INTO t SELECT x, 0 FROM generate_series(1, 3) x",
                "CREATE SEQUENCE s",
                "CREATE FUNCTION known(which bigint) RETURNS bigint LANGUAGE sql BEGIN ATOMIC " + add + "; END",
                function(
                        "opaque(which bigint)", "bigint", "DECLARE r bigint; BEGIN " + add + " INTO r; RETURN r; END"));
        all("t");
        for (long i = 1; i <= 20; i++) {
            call("SELECT known(?)", i % 4);
            query("SELECT id, n FROM t ORDER BY id");
            call("SELECT nextval('s') AS drawn, CAST(? AS bigint) AS i", i);
            call("SELECT opaque(?)", i % 3);
            query("SELECT n FROM t WHERE id = ?", i % 3);
            update("UPDATE t SET n = 0 WHERE id = ?", i % 7);
            call("SELECT n FROM t WHERE id = ? FOR UPDATE", i % 3);
        }
        assertAsIfAlone(limit);
    }
}
