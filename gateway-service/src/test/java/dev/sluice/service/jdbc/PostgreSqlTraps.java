package dev.sluice.service.jdbc;

import java.util.List;

/** Statements of PostgreSQL whose names, operators, casts and types are not what they seem, with the schema that they need. */
final class PostgreSqlTraps {

    /** What a name, an operator, a cast or a type may hide. */
    static final String[] SCHEMA = {
        "CREATE SCHEMA mine",
        "GRANT USAGE ON SCHEMA mine TO PUBLIC",
        "CREATE TABLE t (id BIGINT PRIMARY KEY, a TEXT, d DATE, worth NUMERIC, name NAME DEFAULT 'x')",
        "CREATE TABLE u (id BIGINT PRIMARY KEY, t_id BIGINT REFERENCES t ON DELETE CASCADE, b TEXT)",
        "INSERT INTO t (id, a) SELECT i, concat('a', i) FROM generate_series(1, 300) AS i",
        "CREATE SEQUENCE seq",
        "CREATE FUNCTION wild(bigint) RETURNS bigint LANGUAGE plpgsql STABLE AS 'BEGIN RETURN nextval(''seq''); END'",
        "CREATE FUNCTION f(t) RETURNS bigint LANGUAGE plpgsql IMMUTABLE AS 'BEGIN RETURN nextval(''seq''); END'",
        "CREATE FUNCTION mine.upper(text) RETURNS text LANGUAGE plpgsql IMMUTABLE AS 'BEGIN RETURN nextval(''seq''); END'",
        "CREATE FUNCTION mine.lower(text) RETURNS text LANGUAGE sql IMMUTABLE AS 'SELECT $1'",
        "CREATE FUNCTION mine.same(bigint, bigint) RETURNS boolean LANGUAGE plpgsql AS 'BEGIN RETURN $1 = $2; END'",
        "CREATE OPERATOR mine.= (LEFTARG = bigint, RIGHTARG = bigint, FUNCTION = mine.same)",
        "CREATE OPERATOR public.### (LEFTARG = bigint, RIGHTARG = bigint, FUNCTION = mine.same)",
        "CREATE TYPE cents AS (n BIGINT)",
        "CREATE FUNCTION to_cents(bigint) RETURNS cents LANGUAGE plpgsql AS 'BEGIN RETURN ROW(nextval(''seq'')); END'",
        "CREATE CAST (bigint AS cents) WITH FUNCTION to_cents(bigint) AS IMPLICIT",
        "CREATE FUNCTION takes(cents) RETURNS bigint LANGUAGE internal IMMUTABLE AS 'pg_column_size'",
        "CREATE DOMAIN odd AS BIGINT CHECK (wild(VALUE) > 0)",
        "CREATE DOMAIN positive AS BIGINT CHECK (VALUE > 0)",
        "CREATE FUNCTION tamed(bigint) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS 'BEGIN RETURN $1 > 0; END'",
        "CREATE DOMAIN checked AS BIGINT CHECK (tamed(VALUE))",
        "CREATE TYPE comp AS (c checked)",
        "CREATE TYPE mood AS ENUM ('glad', 'sad')",
        "CREATE AGGREGATE glued (bigint) (SFUNC = int8pl, STYPE = bigint)",
        "CREATE VIEW tame AS SELECT id, pg_catalog.upper(a) AS a FROM t WHERE id OPERATOR(pg_catalog.>) 0",
        "CREATE VIEW random_one AS SELECT id, random() AS r FROM t",
        "CREATE VIEW over AS SELECT id, r FROM random_one",
        "CREATE VIEW of_fields AS SELECT t.f AS g, t.a FROM t",
        "CREATE VIEW of_operators AS SELECT id FROM t WHERE id = 1",
        "CREATE MATERIALIZED VIEW kept AS SELECT id, random() AS r FROM t",
        "CREATE TABLE ours (id BIGINT, owner TEXT)",
        "ALTER TABLE ours ENABLE ROW LEVEL SECURITY",
        "CREATE POLICY lucky ON ours USING (random() < 0.5)",
        "CREATE TABLE parent (id BIGINT)",
        "CREATE TABLE heir (more BIGINT) INHERITS (parent)",
        "CREATE TABLE cut (id BIGINT, day DATE) PARTITION BY RANGE (day)",
        "CREATE TABLE cut_26 PARTITION OF cut FOR VALUES FROM ('2026-01-01') TO ('2027-01-01')",
        "CREATE FUNCTION logs() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM nextval(''seq''); RETURN NEW; END'",
        "CREATE TRIGGER logs AFTER INSERT ON cut FOR EACH ROW EXECUTE FUNCTION logs()",
        "CREATE TABLE late (id BIGINT, day DATE) PARTITION BY RANGE (day)",
        "CREATE TABLE late_26 PARTITION OF late FOR VALUES FROM ('2026-01-01') TO ('2027-01-01')",
        "CREATE CONSTRAINT TRIGGER logs AFTER INSERT ON late DEFERRABLE INITIALLY DEFERRED"
                + " FOR EACH ROW EXECUTE FUNCTION logs()",
        "CREATE TABLE parts (id BIGINT PRIMARY KEY, late BIGINT REFERENCES t)",
        "CREATE TABLE ranged (id BIGINT, during INT8RANGE)",
    };

    /** What calls something by a type. In the first two a check runs, and has its own query parsed, while they are. */
    static final List<String> BY_TYPES = List.of(
            "SELECT a, wild(id), '(5)'::comp FROM t WHERE id > ?",
            "SELECT '{5}'::odd[], a FROM t WHERE id > ?",
            "SELECT count(*) FROM json_to_record('{\"a\":1}') AS x(a odd) WHERE 1 > ?",
            "SELECT count(*) FROM XMLTABLE('/r' PASSING xml '<r><a>1</a></r>' COLUMNS a odd) WHERE 1 > ?");

    /** The same in words of newer releases. */
    static final List<String> BY_TYPES_OF_JSON = List.of(
            "SELECT JSON_VALUE(jsonb '{\"a\":1}', '$.a' RETURNING odd) FROM t WHERE id > ?",
            "SELECT JSON_QUERY(jsonb '{\"a\":1}', '$' RETURNING odd[]) FROM t WHERE id > ?",
            "SELECT count(*) FROM JSON_TABLE(jsonb '{\"a\":1}', '$' COLUMNS (x odd PATH '$.a')) AS j WHERE 1 > ?");

    static final List<String> STATEMENTS = List.of(
            "SELECT a FROM t WHERE id OPERATOR(pg_catalog.=) ?",
            "SELECT a FROM t WHERE id = ?",
            "SELECT a FROM t WHERE id > ?",
            "SELECT a FROM t WHERE id IN (?, ?)",
            "SELECT a FROM t WHERE ROW(id, id) < ROW(?, ?)",
            "SELECT a FROM t WHERE id ### ?",
            "SELECT CASE id WHEN ? THEN 1 END FROM t",
            "SELECT NULLIF(id, ?) FROM t",
            "SELECT t.f FROM t WHERE id > ?",
            "SELECT x.f FROM t AS x WHERE id > ?",
            "SELECT (t).f, t.name FROM t WHERE id > ?",
            "SELECT g FROM of_fields",
            "SELECT a FROM of_fields",
            "SELECT id FROM of_operators WHERE id > ?",
            "SELECT upper(a) FROM t WHERE id > ?",
            "SELECT pg_catalog.upper(a) FROM t WHERE id > ?",
            "SELECT lower(a) FROM t WHERE id > ?",
            "SELECT takes(?)",
            "SELECT CAST(? AS cents)",
            "SELECT CAST(? AS odd)",
            "SELECT CAST(? AS positive), CAST('glad' AS mood)",
            "SELECT ARRAY[id]::odd[] FROM t",
            "SELECT wild(?)",
            "SELECT random(), ?",
            "SELECT last_value FROM seq",
            "SELECT nextval('seq') + ?",
            "SELECT * FROM wild(?) AS w",
            "SELECT glued(id) FROM t WHERE id > ?",
            "SELECT row_number() OVER (ORDER BY a), sum(worth) OVER () FROM t WHERE id > ?",
            "SELECT a FROM t TABLESAMPLE bernoulli (10) WHERE id > ?",
            "SELECT id FROM tame WHERE id > ?",
            "SELECT id FROM over WHERE id > ?",
            "SELECT r FROM kept WHERE id > ?",
            "SELECT id FROM ours WHERE id > ?",
            "SELECT id FROM parent WHERE id > ?",
            "SELECT id FROM cut WHERE id > ?",
            "SELECT a FROM t WHERE id > ? FOR UPDATE",
            "SELECT xmin, a FROM t WHERE id > ?",
            "SELECT relname FROM pg_class WHERE relname > 'a'",
            "SELECT 't'::regclass, ?",
            "WITH d AS (DELETE FROM u WHERE id > ? RETURNING t_id) SELECT t_id FROM d",
            "WITH x AS (SELECT id FROM t) SELECT id FROM x WHERE id > ?",
            "SELECT a FROM t JOIN u ON u.t_id > t.id WHERE u.id > ?",
            "VALUES (1, ?)",
            "TABLE t",
            "SELECT set_config('a.b', 'c', true), ?",
            "SELECT pg_advisory_xact_lock(?)",
            "SELECT query_to_xml('SELECT 1', true, true, '')",
            "INSERT INTO t (id, a) VALUES (?, 'x')",
            "INSERT INTO cut (id, day) VALUES (?, '2026-02-03')",
            "INSERT INTO cut_26 (id, day) VALUES (?, '2026-02-03')",
            "INSERT INTO late_26 (id, day) VALUES (?, '2026-02-03')",
            "INSERT INTO parts VALUES (?, 1)",
            "INSERT INTO ranged VALUES (?, '[1,2)')",
            "UPDATE t SET a = 'y' WHERE id > ?",
            "UPDATE u SET t_id = ? WHERE id > ?",
            "DELETE FROM t WHERE id > ?");

    /** What the tree does not show. */
    static final List<String> COMMANDS = List.of(
            "EXPLAIN ANALYZE SELECT wild(?)",
            "LOCK TABLE t",
            "SHOW search_path",
            "CALL pg_catalog.upper('a')",
            "SELECT a INTO more FROM t",
            "EXECUTE one",
            "CREATE TABLE more AS SELECT wild(1)");

    private PostgreSqlTraps() {}
}
