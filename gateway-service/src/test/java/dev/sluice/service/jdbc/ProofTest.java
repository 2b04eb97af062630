package dev.sluice.service.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.ValueType;
import dev.sluice.service.config.yaml.Secrets;
import dev.sluice.service.jdbc.connect.InitScript;
import dev.sluice.service.jdbc.connect.Session;
import dev.sluice.service.jdbc.dialect.Dialects;
import dev.sluice.service.jdbc.dialect.Signature;
import dev.sluice.service.jdbc.proof.Footprint;
import dev.sluice.service.jdbc.proof.Footprints;
import dev.sluice.service.jdbc.proof.SchemaChanges;
import dev.sluice.service.jdbc.sql.SqlSyntax;
import dev.sluice.service.jdbc.sql.SqlText;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What PostgreSQL's catalog proves of statements, and the words for what it does not. */
class ProofTest extends JdbcTest {

    private static final String[] SCHEMA = {
        "CREATE EXTENSION IF NOT EXISTS citext",
        "CREATE TYPE mood AS ENUM ('glad', 'sad')",
        "CREATE DOMAIN price AS NUMERIC CHECK (VALUE >= 0)",
        "CREATE TABLE customer (id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name VARCHAR(20) NOT NULL,"
                + " email CITEXT UNIQUE, created_at TIMESTAMPTZ DEFAULT now(), ref UUID DEFAULT gen_random_uuid(),"
                + " feels mood, worth price, key TEXT GENERATED ALWAYS AS (lower(name)) STORED, CHECK (length(name) > 0))",
        "CREATE INDEX upper_name ON customer (upper(name)) WHERE worth > 0",
        "CREATE TABLE contract (id BIGINT PRIMARY KEY, customer BIGINT REFERENCES customer ON DELETE CASCADE,"
                + " note TEXT, price NUMERIC)",
        "CREATE TABLE late (id BIGINT PRIMARY KEY, customer BIGINT REFERENCES customer DEFERRABLE INITIALLY DEFERRED,"
                + " note TEXT)",
        "CREATE TABLE part (contract BIGINT REFERENCES contract ON DELETE SET NULL, amount BIGINT)",
        "CREATE VIEW rich AS SELECT id, name FROM customer WHERE worth > 100",
        "CREATE VIEW noted AS SELECT id, note FROM contract WHERE price > 0 WITH CHECK OPTION",
        "CREATE TABLE audit (at TIMESTAMPTZ, what TEXT)",
        "CREATE TABLE orders (id BIGINT PRIMARY KEY, total BIGINT, note TEXT)",
        "CREATE FUNCTION audited() RETURNS trigger LANGUAGE plpgsql AS"
                + " $$ BEGIN INSERT INTO audit VALUES (now(), 'x'); RETURN NEW; END $$",
        "CREATE TRIGGER audit_orders AFTER INSERT OR UPDATE OF total ON orders FOR EACH ROW EXECUTE FUNCTION audited()",
        "CREATE TABLE ruled (id BIGINT)",
        "CREATE RULE copied AS ON INSERT TO ruled DO ALSO INSERT INTO audit VALUES (now(), 'rule')",
        "CREATE FUNCTION open_sum(c bigint) RETURNS numeric LANGUAGE sql STABLE BEGIN ATOMIC"
                + " SELECT sum(price) FROM contract WHERE customer = c; END",
        "CREATE FUNCTION hidden(c bigint) RETURNS bigint LANGUAGE sql IMMUTABLE AS 'SELECT c'",
        "CREATE FUNCTION spoken(c bigint) RETURNS bigint LANGUAGE plpgsql IMMUTABLE AS 'BEGIN RETURN c; END'",
        "CREATE TABLE tx (id BIGINT, tx BIGINT DEFAULT txid_current())",
        "CREATE TABLE checked (id BIGINT PRIMARY KEY, n BIGINT, CONSTRAINT few CHECK (spoken(n) < 10))",
        "CREATE TABLE cut (id BIGINT, day DATE) PARTITION BY RANGE (day)",
        "CREATE TABLE cut_26 PARTITION OF cut FOR VALUES FROM ('2026-01-01') TO ('2027-01-01')",
        "CREATE TRIGGER audit_cut AFTER DELETE ON cut_26 FOR EACH ROW EXECUTE FUNCTION audited()",
        "CREATE TABLE sliced (id BIGINT) PARTITION BY LIST (id)",
        "CREATE TABLE sliced_1 PARTITION OF sliced FOR VALUES IN (1)",
        "CREATE TRIGGER audit_sliced AFTER INSERT ON sliced FOR EACH ROW EXECUTE FUNCTION audited()",
        "CREATE TABLE dealt (id BIGINT) PARTITION BY LIST (spoken(id))",
        "CREATE TABLE dealt_1 PARTITION OF dealt FOR VALUES IN (1)",
        "CREATE DOMAIN spoken_price AS NUMERIC CHECK (spoken(VALUE::bigint) > 0)",
        "CREATE TYPE pair AS (a BIGINT, b spoken_price)",
        "CREATE TABLE paired (id BIGINT PRIMARY KEY, p pair, ps pair[])",
        "CREATE TABLE grown (id BIGINT, n BIGINT, twice BIGINT GENERATED ALWAYS AS (spoken(n)) STORED)",
        "CREATE TABLE indexed (id BIGINT, n BIGINT)",
        "CREATE INDEX by_spoken ON indexed (spoken(n))",
        "CREATE TABLE base (id BIGINT PRIMARY KEY)",
        "CREATE TABLE branch (id BIGINT REFERENCES base ON DELETE CASCADE, n BIGINT)",
        "CREATE TRIGGER audit_branch AFTER DELETE ON branch FOR EACH ROW EXECUTE FUNCTION audited()",
        "CREATE TABLE leaf (id BIGINT DEFAULT spoken(1) REFERENCES base ON DELETE SET DEFAULT ON UPDATE CASCADE)",
        "CREATE TABLE parent (id BIGINT)",
        "CREATE TABLE heir (more BIGINT) INHERITS (parent)",
        "CREATE TRIGGER audit_heir BEFORE UPDATE ON heir FOR EACH ROW EXECUTE FUNCTION audited()",
        "CREATE VIEW over AS SELECT id FROM parent",
        "CREATE VIEW over_over AS SELECT id FROM over",
        "CREATE FUNCTION definer(c bigint) RETURNS bigint LANGUAGE sql SECURITY DEFINER BEGIN ATOMIC SELECT c; END",
        "CREATE FUNCTION set_path(c bigint) RETURNS bigint LANGUAGE sql SET search_path = '' BEGIN ATOMIC SELECT c; END",
        "CREATE FUNCTION outer_one(c bigint) RETURNS bigint LANGUAGE sql BEGIN ATOMIC SELECT spoken(c); END",
        "CREATE AGGREGATE glued (bigint) (SFUNC = int8pl, STYPE = bigint)",
        "CREATE TABLE ours (id BIGINT)",
        "ALTER TABLE ours ENABLE ROW LEVEL SECURITY",
        "CREATE POLICY ours ON ours USING (spoken(id) = id)",
        "CREATE TABLE secured (id BIGINT, owner TEXT)",
        "ALTER TABLE secured ENABLE ROW LEVEL SECURITY",
        "CREATE POLICY mine ON secured USING (owner = CURRENT_USER)",
        "CREATE FUNCTION plus(a bigint, b text) RETURNS bigint LANGUAGE plpgsql IMMUTABLE AS 'BEGIN RETURN a; END'",
        "CREATE TYPE dear AS (n BIGINT)",
        "CREATE FUNCTION dearer(a dear, b dear) RETURNS int LANGUAGE plpgsql IMMUTABLE AS 'BEGIN RETURN 0; END'",
        "CREATE FUNCTION same_dear(a dear, b dear) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS 'BEGIN RETURN true; END'",
        "CREATE OPERATOR = (LEFTARG = dear, RIGHTARG = dear, FUNCTION = same_dear)",
        "CREATE OPERATOR CLASS by_dearer DEFAULT FOR TYPE dear USING btree AS OPERATOR 3 =, FUNCTION 1 dearer(dear, dear)",
        "CREATE TABLE dears (id BIGINT PRIMARY KEY, d dear, ds dear[])",
        "CREATE OPERATOR ## (LEFTARG = bigint, RIGHTARG = text, FUNCTION = plus)",
        "CREATE TYPE tone AS ENUM ('high', 'low')",
        "CREATE FUNCTION told(t tone) RETURNS json LANGUAGE plpgsql AS 'BEGIN RETURN to_json(1); END'",
        "CREATE CAST (tone AS json) WITH FUNCTION told",
        "CREATE FUNCTION below(a bigint, b bigint) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS 'BEGIN RETURN a < b; END'",
        "CREATE OPERATOR <# (LEFTARG = bigint, RIGHTARG = bigint, FUNCTION = below)",
        "CREATE OPERATOR CLASS by_hand FOR TYPE bigint USING btree AS OPERATOR 1 <#, OPERATOR 3 =,"
                + " FUNCTION 1 btint8cmp(bigint, bigint)",
        "CREATE TYPE span AS RANGE (subtype = bigint, subtype_opclass = by_hand)",
        "CREATE TABLE apart (id BIGINT PRIMARY KEY, n BIGINT, note TEXT,"
                + " CONSTRAINT far EXCLUDE USING btree ((n % 7) WITH =) DEFERRABLE INITIALLY DEFERRED)",
    };

    private final AtomicLong nanos = new AtomicLong();

    /** The session that the catalog is asked in. */
    Connection connect(Database database) throws SQLException {
        return database.connect();
    }

    private Footprint footprint(Database database, String sql) throws SQLException {
        try (Connection connection = connect(database)) {
            return footprint(footprints(connection), sql);
        }
    }

    private Footprints footprints(Connection connection) throws SQLException {
        connection.setAutoCommit(false);
        return new Footprints(
                new Session(connection, Dialects.of(connection), 10, Secrets.of(List.of())),
                nanos::get,
                new SchemaChanges());
    }

    private static Footprint footprint(Footprints footprints, String sql) throws SQLException {
        final SqlText text = SqlText.parse(sql, SqlSyntax.POSTGRESQL);
        final List<ValueType> types = Collections.nCopies(text.parameters(), ValueType.NULL);
        return footprints.of(text, Signature.of(types));
    }

    private Database database(String... more) throws SQLException {
        final Database database = database(TestDatabase.POSTGRESQL);
        database.execute(SCHEMA);
        database.execute(more);
        return database;
    }

    /** All that shared a transaction before anything was proved, but for what somebody can tell. */
    @Test
    void shouldShareWhatNobodyCanTellApart() throws SQLException {
        final Database database = database();
        for (final String sql : List.of(
                "INSERT INTO customer (name, email, feels, worth) VALUES (?, ?, ?, ?)",
                "INSERT INTO customer (name) VALUES (?) RETURNING id",
                "INSERT INTO customer (name, email) VALUES (?, ?) ON CONFLICT (email) DO UPDATE SET name = EXCLUDED.name",
                "UPDATE customer SET worth = worth + ?, created_at = CURRENT_TIMESTAMP WHERE email = ?",
                "DELETE FROM contract WHERE id = ?",
                "UPDATE contract SET note = ?, price = price * 2 WHERE id = ? -- the price",
                "INSERT INTO contract SELECT id, id, upper(name), random() FROM rich WHERE name LIKE ? || '%';",
                "UPDATE noted SET note = ? WHERE id = ?",
                "UPDATE late SET note = ? WHERE id = ?",
                "UPDATE customer SET name = ? WHERE id = ?",
                "UPDATE orders SET note = ? WHERE id = ?",
                "UPDATE base SET id = ? WHERE id = ?",
                "DELETE FROM grown WHERE id = ?",
                "INSERT INTO parent VALUES (?)",
                "UPDATE leaf SET id = ?",
                "DELETE FROM orders WHERE id = ?",
                "DELETE FROM ruled WHERE id = ?",
                "INSERT INTO cut VALUES (?, ?)",
                "UPDATE cut_26 SET id = ? WHERE id = ?",
                "INSERT INTO secured VALUES (?, ?)",
                "MERGE INTO contract c USING part p ON p.contract = c.id AND c.id = ? WHEN MATCHED THEN DELETE"
                        + " WHEN NOT MATCHED THEN INSERT (id) VALUES (p.amount)",
                "WITH gone AS (DELETE FROM part WHERE contract = ? RETURNING *) INSERT INTO part SELECT * FROM gone",
                "UPDATE contract SET price = open_sum(customer) WHERE id = ?")) {
            assertEquals(Optional.empty(), footprint(database, sql).ownTransaction(), sql);
        }
    }

    /** The updates of the sample configuration, of the measurements and of the runs that are killed. */
    @Test
    void shouldShareTheUpdatesOfTheJobsThatAreShippedAndMeasured() throws SQLException {
        final Database database = database(TestDatabase.POSTGRESQL);
        database.execute(InitScript.statements(Path.of("../config/sql/sample.sql"), SqlSyntax.POSTGRESQL)
                .toArray(String[]::new));
        database.execute(
                "CREATE TABLE sluice_perf_entry (id BIGINT PRIMARY KEY, amount BIGINT)",
                "CREATE TABLE account (id BIGINT PRIMARY KEY, n BIGINT NOT NULL, CONSTRAINT enough CHECK (n >= 0))",
                "CREATE TABLE ledger (id BIGINT NOT NULL, account BIGINT NOT NULL, amount BIGINT NOT NULL)",
                "CREATE INDEX ledger_id ON ledger (id)");
        for (final String sql : List.of(
                "UPDATE contract SET last_letter = ? WHERE id = ?",
                "INSERT INTO sluice_perf_entry VALUES (?, ?)",
                "INSERT INTO ledger (id, account, amount) VALUES (?, ?, ?)",
                "UPDATE account SET n = n / ? WHERE id = ?",
                "UPDATE account SET n = n + 1")) {
            final Footprint footprint = footprint(database, sql);
            assertEquals(Optional.empty(), footprint.ownTransaction(), sql);
            assertEquals(Optional.empty(), footprint.noSet(), sql);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "INSERT INTO orders VALUES (?, ?) | trigger audit_orders on orders",
                "UPDATE orders SET total = ? WHERE id = ? | trigger audit_orders on orders",
                "INSERT INTO late VALUES (?, ?) | deferred late_customer_fkey on late",
                "UPDATE late SET customer = ? WHERE id = ? | deferred late_customer_fkey on late",
                "DELETE FROM customer WHERE id = ? | deferred reference late_customer_fkey on customer",
                "INSERT INTO ruled VALUES (?) | rule copied on ruled",
                "UPDATE contract SET price = hidden(?) | it calls hidden(), and it is opaque: sql, not BEGIN ATOMIC",
                "UPDATE contract SET price = spoken(?) | it calls spoken(), and it is opaque: plpgsql, not BEGIN ATOMIC",
                "UPDATE contract SET price = 1 ## 'x' | it calls plus(), and it is opaque: plpgsql, not BEGIN ATOMIC",
                "INSERT INTO tx (id) VALUES (?) | default tx on tx calls txid_current(), and its effect is not known",
                "UPDATE tx SET tx = DEFAULT | default tx on tx calls txid_current(), and its effect is not known",
                "UPDATE part SET amount = ? WHERE pg_try_advisory_lock(?) | it calls pg_try_advisory_lock(), and its effect is not known",
                "INSERT INTO audit SELECT now(), set_config('a.b', ?, true) | it calls set_config(), and its effect is not known",
                "UPDATE checked SET n = ? WHERE id = ? | constraint few on checked calls spoken(), and it is opaque: plpgsql, not BEGIN ATOMIC",
                "UPDATE cut SET day = ? WHERE id = ? | trigger audit_cut on cut_26",
                "INSERT INTO sliced_1 VALUES (?) | trigger audit_sliced on sliced_1",
                "INSERT INTO paired VALUES (?, ROW(1, 2)) | domain spoken_price_check calls spoken(), and it is opaque: plpgsql, not BEGIN ATOMIC",
                "UPDATE paired SET ps = NULL WHERE id = ? | domain spoken_price_check calls spoken(), and it is opaque: plpgsql, not BEGIN ATOMIC",
                "UPDATE grown SET n = ? WHERE id = ? | generated column twice on grown calls spoken(), and it is opaque: plpgsql, not BEGIN ATOMIC",
                "INSERT INTO indexed VALUES (?, ?) | index by_spoken on indexed calls spoken(), and it is opaque: plpgsql, not BEGIN ATOMIC",
                "DELETE FROM base WHERE id = ? | trigger audit_branch on branch",
                "UPDATE over_over SET id = ? WHERE id = ? | trigger audit_heir on heir",
                "UPDATE part SET amount = definer(?) | it calls definer(), and it is opaque: SECURITY DEFINER",
                "UPDATE part SET amount = set_path(?) | it calls set_path(), and it is opaque: it has SET",
                "UPDATE part SET amount = outer_one(?) | outer_one() calls spoken(), and it is opaque: plpgsql, not BEGIN ATOMIC",
                "UPDATE part SET amount = (SELECT glued(id) FROM base) | it calls glued(), and it is opaque: an aggregate",
                "DELETE FROM ours WHERE id = ? | policy ours on ours calls spoken(), and it is opaque: plpgsql, not BEGIN ATOMIC",
                "WITH x AS (INSERT INTO orders VALUES (?) RETURNING id) UPDATE part SET amount = 1 | trigger audit_orders on orders",
                "INSERT INTO orders (id) VALUES (?) ON CONFLICT (id) DO NOTHING | trigger audit_orders on orders",
                "INSERT INTO part SELECT id, id FROM base WHERE id = currval('customer_id_seq') | it calls currval(), and its effect is not known",
                "INSERT INTO dealt_1 VALUES (?) | partition key public.dealt on dealt_1 calls spoken(), and it is opaque: plpgsql, not BEGIN ATOMIC",
                "UPDATE part SET amount = 1 WHERE EXISTS (SELECT FROM dears WHERE ds = ds) | type dear with operator class by_dearer",
                "UPDATE part SET amount = (SELECT min((greatest(d, d)).n) FROM dears) | type dear with operator class by_dearer",
                "UPDATE contract SET note = to_json(?::tone)::text | cast to json of tone calls told(), and it is opaque: plpgsql, not BEGIN ATOMIC",
                "UPDATE contract SET note = ? WHERE pg_input_is_valid(note, 'spoken_price') | it calls pg_input_is_valid(), and its effect is not known",
                "UPDATE contract SET note = ? WHERE (id, customer) <# (1, 2) | an operator calls below(), and it is opaque: plpgsql, not BEGIN ATOMIC",
                "UPDATE part SET amount = 1 WHERE '[1,2)'::span && '[2,3)'::span | type span with operator class by_hand",
                "UPDATE apart SET n = ? WHERE id = ? | deferred far on apart",
                "UPDATE contract SET note = ? WHERE xmin = ? | it reads which transaction changed a row: xmin, cmin, xmax or cmax",
                "INSERT INTO part SELECT 1, count(*) FROM pg_class | it reads the system's pg_catalog.pg_class",
            })
    void shouldGiveAnOwnTransactionWhereSomebodyCouldTell(String sql, String reason) throws SQLException {
        assertEquals(Optional.of(reason), footprint(database(), sql).ownTransaction());
    }

    @Test
    void shouldNameTheTablesBehindViewsKeysAndFunctions() throws SQLException {
        final Database database = database();
        assertEquals(
                "[public.contract, public.customer, public.part]",
                names(footprint(database, "DELETE FROM rich WHERE id = ?").writes()));
        final Footprint calls = footprint(database, "UPDATE part SET amount = open_sum(?)");
        assertEquals("[public.part]", names(calls.writes()));
        assertEquals("[public.contract, public.part]", names(calls.reads()));
        assertEquals(Optional.of("it calls open_sum()"), calls.noSet());
    }

    private static String names(Footprint.Tables tables) {
        return tables.names().stream().map(Object::toString).sorted().toList().toString();
    }

    @Test
    void shouldSeeAChangeByOthersWithinAMinute() throws SQLException {
        final Database database = database();
        try (Connection connection = connect(database)) {
            final Footprints footprints = footprints(connection);
            final String sql = "INSERT INTO part VALUES (?, ?)";
            assertEquals(Optional.empty(), footprint(footprints, sql).ownTransaction());
            database.execute("CREATE TRIGGER audit_part AFTER INSERT ON part FOR EACH ROW EXECUTE FUNCTION audited()");
            nanos.addAndGet(29_000_000_000L);
            assertEquals(Optional.empty(), footprint(footprints, sql).ownTransaction());
            nanos.addAndGet(1_000_000_000L);
            assertEquals(
                    Optional.of("trigger audit_part on part"),
                    footprint(footprints, sql).ownTransaction());
            database.execute("DROP TABLE part", "CREATE TABLE part (contract BIGINT, amount BIGINT)");
            nanos.addAndGet(30_000_000_000L);
            assertEquals(Optional.empty(), footprint(footprints, sql).ownTransaction());
        }
    }

    @Test
    void shouldSeeWithinAMinuteThatANameMeansAnotherThing() throws SQLException {
        final Database database = database();
        try (Connection connection = connect(database)) {
            final Footprints footprints = footprints(connection);
            final String calls = "UPDATE part SET amount = open_sum(?)";
            final String inserts = "INSERT INTO base VALUES (?)";
            assertEquals(Optional.empty(), footprint(footprints, calls).ownTransaction());
            assertEquals(Optional.empty(), footprint(footprints, inserts).ownTransaction());
            database.execute(
                    "DROP FUNCTION open_sum",
                    "CREATE FUNCTION open_sum(c bigint) RETURNS numeric LANGUAGE plpgsql AS 'BEGIN RETURN c; END'",
                    "ALTER TABLE base RENAME TO former_base",
                    "CREATE TABLE base (id BIGINT DEFAULT spoken(1))",
                    "CREATE TRIGGER audit_base AFTER INSERT ON base FOR EACH ROW EXECUTE FUNCTION audited()");
            nanos.addAndGet(30_000_000_000L);
            assertEquals(
                    Optional.of("it calls open_sum(), and it is opaque: plpgsql, not BEGIN ATOMIC"),
                    footprint(footprints, calls).ownTransaction());
            assertEquals(
                    Optional.of("trigger audit_base on base"),
                    footprint(footprints, inserts).ownTransaction());
        }
    }

    @Test
    void shouldNotTakeWhatTheCatalogCouldNotBeAskedForNothing() throws SQLException {
        final Database database = database();
        try (Connection connection = connect(database);
                Connection other = database.connect();
                Statement locking = other.createStatement();
                Statement setting = connection.createStatement()) {
            final Footprints footprints = footprints(connection);
            setting.execute("SET statement_timeout = '1s'");
            connection.commit();
            other.setAutoCommit(false);
            locking.execute("LOCK TABLE pg_range IN ACCESS EXCLUSIVE MODE");
            final Optional<String> reason = footprint(footprints, "UPDATE paired SET ps = NULL WHERE id = ?")
                    .ownTransaction();
            assertTrue(reason.orElse("").startsWith("the catalog cannot be asked"), reason.orElse(""));
            other.rollback();
            setting.execute("SET statement_timeout = 0");
            connection.commit();
            assertEquals(
                    Optional.of(
                            "domain spoken_price_check calls spoken(), and it is opaque: plpgsql, not BEGIN ATOMIC"),
                    footprint(footprints, "UPDATE paired SET p = NULL WHERE id = ?")
                            .ownTransaction());
        }
    }
}
