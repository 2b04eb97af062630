package dev.sluice.service.generated;

import static dev.sluice.service.generated.ProofMutant.read;
import static dev.sluice.service.generated.ProofMutant.update;

import dev.sluice.testsupport.SourceChange;
import java.math.BigDecimal;
import java.util.List;

/** What proofs look at, one by one taken away. */
final class ProofMutants {

    private static final String REACH = "jdbc.proof.Reach";

    /** Rows 0 to 50. */
    private static final String ROWS = """
            CREATE TABLE t (k bigint PRIMARY KEY, a bigint);
            INSERT INTO t SELECT i, 0 FROM generate_series(0, 50) AS i;
            """;

    /** A function whose value shows how often it was called in the transaction. */
    private static final String COUNTS = """
            CREATE FUNCTION f(x bigint) RETURNS bigint LANGUAGE plpgsql AS $$ BEGIN PERFORM set_config('app.n', concat(current_setting('app.n', true), 'x'), true); RETURN length(current_setting('app.n', true)); END $$;
            """;

    private static final String FAMILY = """
            CREATE TABLE p (k bigint PRIMARY KEY);
            CREATE TABLE c (k bigint PRIMARY KEY, r bigint REFERENCES p %s);
            """;

    private static final String CHILDREN = """
            INSERT INTO p SELECT i FROM generate_series(0, 50) AS i;
            INSERT INTO c SELECT i, i FROM generate_series(0, 50) AS i;
            """;

    static final List<ProofMutant> ALL = List.of(
            new ProofMutant(
                    "triggers",
                    Product.POSTGRESQL,
                    new SourceChange(REACH, "if (fires(fact, use)) {", "if (false) {"),
                    ROWS + COUNTS + """
                            CREATE TABLE log (n bigint);
                            CREATE FUNCTION logged() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO log VALUES (f(1)); RETURN NULL; END $$;
                            CREATE TRIGGER logs AFTER UPDATE ON t FOR EACH ROW EXECUTE FUNCTION logged();
                            """,
                    update("UPDATE t SET a = ? WHERE k = ?", i -> List.of(1L, i))),
            new ProofMutant(
                    "functions that nobody can look into",
                    Product.POSTGRESQL,
                    new SourceChange(
                            "jdbc.proof.Functions",
                            "opaque.map(why -> \"it is opaque: \" + why),",
                            "Optional.empty(),"),
                    ROWS + COUNTS,
                    update("UPDATE t SET a = f(?) WHERE k = ?", i -> List.of(1L, i))),
            new ProofMutant(
                    "defaults",
                    Product.POSTGRESQL,
                    new SourceChange(REACH, "lookIf(use.defaults(), fact, words);", "{ }"),
                    COUNTS + "CREATE TABLE t (k bigint PRIMARY KEY, a bigint DEFAULT f(1));\n",
                    update("INSERT INTO t (k) VALUES (?)", List::of)),
            new ProofMutant(
                    "deferred constraints",
                    Product.POSTGRESQL,
                    new SourceChange(REACH, "if (fact.kind().equals(\"deferred\") && checks) {", "if (false) {"),
                    FAMILY.formatted("DEFERRABLE INITIALLY DEFERRED"),
                    update("INSERT INTO c VALUES (?, ?)", i -> List.of(i, i)),
                    update("INSERT INTO p VALUES (?)", List::of)),
            new ProofMutant(
                    "deferred exclusions of expressions",
                    Product.POSTGRESQL,
                    new SourceChange(REACH, "|| fact.traits().equals(\"x\") && use.update();", ";"),
                    """
                    CREATE TABLE t (k bigint PRIMARY KEY, a bigint, EXCLUDE USING btree ((a % 100) WITH =) DEFERRABLE INITIALLY DEFERRED);
                    INSERT INTO t SELECT i, i FROM generate_series(0, 50) AS i;
                    """,
                    update("UPDATE t SET a = ? WHERE k = ?", i -> List.of(i + 1, i)),
                    update("UPDATE t SET a = ? WHERE k = ?", i -> List.of(i + 50, i + 1))),
            new ProofMutant(
                    "casts to json",
                    Product.POSTGRESQL,
                    new SourceChange("jdbc.proof.UserTypes", "typname, 0, castfunc, NULL", "typname, 0, 0, NULL"),
                    ROWS + COUNTS + """
                            CREATE TYPE tone AS ENUM ('x');
                            CREATE FUNCTION told(t tone) RETURNS json LANGUAGE plpgsql AS $$ BEGIN RETURN to_json(f(1)); END $$;
                            CREATE CAST (tone AS json) WITH FUNCTION told;
                            """,
                    read("SELECT CAST(to_json('x'::tone) AS text) AS said FROM t WHERE k = ?", i -> i)),
            new ProofMutant(
                    "functions with the name of one that chunks call",
                    Product.POSTGRESQL,
                    new SourceChange(
                            "jdbc.dialect.ChunkForm",
                            "signature.count() == 1 ? \"pg_catalog.unnest(\" : \"UNNEST(\"",
                            "\"UNNEST(\""),
                    ROWS
                            + "CREATE FUNCTION unnest(x bigint[]) RETURNS SETOF bigint LANGUAGE sql AS 'SELECT 1::bigint';\n",
                    read("SELECT k FROM t WHERE k = ?", i -> i)),
            new ProofMutant(
                    "deferred references",
                    Product.POSTGRESQL,
                    new SourceChange(
                            REACH,
                            "if (fact.kind().startsWith(\"deferred\") && (use.delete() || updates)) {",
                            "if (false) {"),
                    FAMILY.formatted("DEFERRABLE INITIALLY DEFERRED") + CHILDREN,
                    update("DELETE FROM p WHERE k = ?", List::of),
                    update("DELETE FROM c WHERE k = ?", List::of)),
            new ProofMutant(
                    "cascades",
                    Product.POSTGRESQL,
                    new SourceChange(
                            REACH,
                            "use(fact.other(), action(fact.traits().charAt(1), deleted, changed), words);",
                            "use(fact.other(), Use.READ, words);"),
                    FAMILY.formatted("ON DELETE CASCADE") + CHILDREN,
                    read("SELECT k FROM c WHERE r = ?", i -> i),
                    update("DELETE FROM p WHERE k = ?", List::of),
                    read("SELECT k FROM c WHERE r = ?", i -> i)),
            new ProofMutant(
                    "references of a table to itself, in sets",
                    Product.POSTGRESQL,
                    new SourceChange(REACH, "if (fact.other() == fact.relation() && use.insert()) {", "if (false) {"),
                    "CREATE TABLE t (k bigint PRIMARY KEY, up bigint REFERENCES t);\n",
                    update("INSERT INTO t (k, up) VALUES (?, ?)", i -> List.of(i, i ^ 1))),
            new ProofMutant(
                    "tables of views",
                    Product.POSTGRESQL,
                    new SourceChange(
                            REACH,
                            "look(fact.tree(), words); fact.tree() .relations((relation, its) ->"
                                    + " use(relation, relation == fact.relation() ? its : use.below(false), words));",
                            ""),
                    ROWS + "CREATE VIEW v AS SELECT k, a FROM t;\n",
                    read("SELECT a FROM v WHERE k = ?", i -> i),
                    update("UPDATE t SET a = a + 1 WHERE k = ?", List::of),
                    read("SELECT a FROM v WHERE k = ?", i -> i)),
            new ProofMutant(
                    "partitions",
                    Product.POSTGRESQL,
                    new SourceChange(REACH, "use(fact.other(), use.below(true), PARTITIONED);", ""),
                    """
                    CREATE TABLE t (k bigint PRIMARY KEY, a bigint) PARTITION BY HASH (k);
                    CREATE TABLE t_0 PARTITION OF t FOR VALUES WITH (MODULUS 1, REMAINDER 0);
                    INSERT INTO t SELECT i, 0 FROM generate_series(0, 50) AS i;
                    """,
                    read("SELECT a FROM t_0 WHERE k = ?", i -> i),
                    update("UPDATE t SET a = a + 1 WHERE k = ?", List::of),
                    read("SELECT a FROM t_0 WHERE k = ?", i -> i)),
            new ProofMutant(
                    "rules",
                    Product.POSTGRESQL,
                    new SourceChange(
                            REACH, "if (fact.traits().equals(\"2\") && use.update()", "if (false && use.update()"),
                    ROWS + """
                            CREATE TABLE log (k bigint);
                            CREATE RULE logs AS ON UPDATE TO t DO ALSO INSERT INTO log VALUES (NEW.k);
                            """,
                    read("SELECT COUNT(*) AS n FROM log WHERE k = ?", i -> i),
                    update("UPDATE t SET a = a + 1 WHERE k = ?", List::of),
                    read("SELECT COUNT(*) AS n FROM log WHERE k = ?", i -> i)),
            new ProofMutant(
                    "row-security policies",
                    Product.POSTGRESQL,
                    new SourceChange(REACH, "case \"policy\" -> look(fact.tree(), words);", "case \"policy\" -> {}"),
                    ROWS + """
                            CREATE TABLE shown (k bigint);
                            CREATE POLICY seen ON t USING (k IN (SELECT k FROM shown));
                            ALTER TABLE t ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
                            """,
                    read("SELECT a FROM t WHERE k = ?", i -> i),
                    update("INSERT INTO shown VALUES (?)", List::of),
                    read("SELECT a FROM t WHERE k = ?", i -> i)),
            new ProofMutant(
                    "effects of what reads call",
                    Product.POSTGRESQL,
                    new SourceChange(
                            "jdbc.proof.Functions",
                            "shows ? Optional.of(\"its effect is not known\") : Optional.empty(), row.getBoolean(\"volatile\"),",
                            "Optional.empty(), false,"),
                    ROWS,
                    read(
                            "SELECT set_config('app.n', concat(current_setting('app.n', true), 'x'), true) AS n FROM t"
                                    + " WHERE k = ?",
                            i -> i)),
            new ProofMutant(
                    "functions of checks, in sets",
                    Product.POSTGRESQL,
                    new SourceChange(
                            "jdbc.proof.Functions",
                            "return !builtIn || COUNT.contains(name);",
                            "return COUNT.contains(name);"),
                    ROWS + """
                            CREATE FUNCTION total(own bigint) RETURNS bigint STABLE LANGUAGE sql BEGIN ATOMIC SELECT COALESCE(SUM(a), 0)::bigint FROM t WHERE k <> own; END;
                            ALTER TABLE t ADD CHECK (a + total(k) <= 10);
                            """,
                    update("UPDATE t SET a = ? WHERE k = ?", i -> List.of(6L, i))),
            new ProofMutant(
                    "generated columns of unique constraints, in sets",
                    Product.POSTGRESQL,
                    new SourceChange(
                            "jdbc.update.RowTable",
                            "|| columns.containsKey(column) && columns.get(column).generated());",
                            ");"),
                    """
                    CREATE TABLE mail (k bigint PRIMARY KEY, email text, low text GENERATED ALWAYS AS (lower(email)) STORED UNIQUE);
                    INSERT INTO mail SELECT i, concat('m', i) FROM generate_series(0, 39) AS i;
                    """,
                    update("UPDATE mail SET email = ? WHERE k = ?", i -> List.of("M" + (38 - i), 39 - i))),
            new ProofMutant(
                    "generated columns as keys",
                    Product.POSTGRESQL,
                    new SourceChange(
                            "jdbc.proof.Columns",
                            "CASE WHEN octet_length(attgenerated::text) > 0 THEN 'is generated' END FROM",
                            "'' FROM"),
                    """
                    CREATE TABLE t (k bigint PRIMARY KEY, a bigint, g bigint GENERATED ALWAYS AS (a + 1) STORED);
                    INSERT INTO t SELECT i, i * 10 FROM generate_series(0, 50) AS i;
                    """,
                    read("SELECT k FROM t WHERE g = ?", i -> i * 10 + 2),
                    update("UPDATE t SET a = a + 1 WHERE g = ?", i -> List.of(i * 10 + 1)),
                    read("SELECT k FROM t WHERE g = ?", i -> i * 10 + 2)),
            new ProofMutant(
                    "keys that an update sets",
                    Product.POSTGRESQL,
                    new SourceChange(
                            "jdbc.proof.RowBounds",
                            "return text.set().stream().anyMatch(column.name()::equalsIgnoreCase)",
                            "return false"),
                    """
                    CREATE TABLE t (k bigint PRIMARY KEY, a bigint);
                    INSERT INTO t SELECT i * 10, i FROM generate_series(0, 50) AS i;
                    """,
                    read("SELECT a FROM t WHERE k = ?", i -> i * 10 + 1),
                    update("UPDATE t SET k = k + 1 WHERE k = ?", i -> List.of(i * 10)),
                    read("SELECT a FROM t WHERE k = ?", i -> i * 10 + 1)),
            new ProofMutant(
                    "types of arguments",
                    Product.POSTGRESQL,
                    new SourceChange(
                            "jdbc.proof.RowBounds", "column.kind().key().equals(Optional.of(type(parameter)))", "true"),
                    """
                    CREATE TABLE t (k numeric PRIMARY KEY, a bigint);
                    INSERT INTO t SELECT i, 0 FROM generate_series(0, 50) AS i;
                    """,
                    read("SELECT a FROM t WHERE k = ?", i -> i),
                    update("UPDATE t SET a = a + 1 WHERE k = ?", i -> List.of(new BigDecimal(i + ".0"))),
                    read("SELECT a FROM t WHERE k = ?", i -> i)),
            new ProofMutant(
                    "collations",
                    Product.POSTGRESQL,
                    new SourceChange(
                            "jdbc.proof.Columns",
                            "WHEN atttypid IN (25, 1043) AND NOT collisdeterministic"
                                    + " THEN 'has a collation by which different texts are equal'",
                            ""),
                    """
                    CREATE TABLE t (k text COLLATE blind, a bigint);
                    INSERT INTO t SELECT concat('k', i), 0 FROM generate_series(0, 50) AS i;
                    """,
                    read("SELECT a FROM t WHERE k = ?", i -> "k" + i),
                    update("UPDATE t SET a = a + 1 WHERE k = ?", i -> List.of("K" + i)),
                    read("SELECT a FROM t WHERE k = ?", i -> "k" + i)),
            new ProofMutant(
                    "triggers",
                    Product.HSQLDB,
                    new SourceChange(
                            "jdbc.proof.SqlReach",
                            "catalog.texts(queries.triggers(), relation.schema(), relation.name()).forEach(doubts::opaque);",
                            ""),
                    """
                    CREATE TABLE t (k BIGINT PRIMARY KEY, a BIGINT);
                    INSERT INTO t (SELECT SEQ, 0 FROM UNNEST(SEQUENCE_ARRAY(0, 50, 1)) AS S(SEQ));
                    CREATE TABLE log (k BIGINT);
                    CREATE TRIGGER logs AFTER UPDATE ON t REFERENCING NEW ROW AS n FOR EACH ROW INSERT INTO log VALUES (n.k);
                    """,
                    read("SELECT COUNT(*) AS n FROM log WHERE k = ?", i -> i),
                    update("UPDATE t SET a = a + 1 WHERE k = ?", List::of),
                    read("SELECT COUNT(*) AS n FROM log WHERE k = ?", i -> i)));

    private ProofMutants() {}
}
