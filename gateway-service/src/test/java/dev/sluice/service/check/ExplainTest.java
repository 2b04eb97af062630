package dev.sluice.service.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.testsupport.LocalPorts;
import dev.sluice.testsupport.PostgresServer;
import dev.sluice.testsupport.SqlDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is explained of statements, by each reason, and of what cannot be explained. */
class ExplainTest {

    private static String databases;

    @TempDir
    private Path directory;

    @BeforeAll
    static void createTables() throws Exception {
        final PostgresServer server = PostgresServer.shared();
        final String url = server.createDatabase("explained");
        databases = "databases:\n  main: {url: '" + url + "', user: " + server.user() + ", adHoc: true}\n";
        new SqlDatabase(url, server.user()).execute("""
                    CREATE TABLE customer (id BIGINT PRIMARY KEY, name TEXT);
                    CREATE TABLE contract (id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, number BIGSERIAL,
                      customer BIGINT REFERENCES customer ON DELETE CASCADE, made_at TIMESTAMPTZ DEFAULT now(), day DATE);
                    CREATE TABLE audit (what TEXT);
                    CREATE TABLE orders (id BIGINT PRIMARY KEY, total BIGINT);
                    CREATE FUNCTION audited() RETURNS trigger LANGUAGE plpgsql AS
                      'BEGIN INSERT INTO audit VALUES (NEW.id); RETURN NEW; END';
                    CREATE TRIGGER audit_orders AFTER UPDATE ON orders FOR EACH ROW EXECUTE FUNCTION audited();
                    CREATE FUNCTION fee(id BIGINT) RETURNS BIGINT LANGUAGE sql AS 'SELECT id';
                    CREATE TABLE late (id BIGINT PRIMARY KEY, customer BIGINT REFERENCES customer DEFERRABLE INITIALLY DEFERRED);
                    """);
    }

    @Test
    void shouldSayWhatALookupTouchesAndWhichUpdatesItMeets() throws Exception {
        final Explained explained = explain("""
                lookups:
                  customer: {sql: 'SELECT name FROM customer WHERE id = ?', types: [long], reads: [customer]}
                statements:
                  rename: {sql: 'UPDATE customer SET name = ? WHERE id = ?', types: [text, long], reads: [], writes: [customer]}
                  other: {sql: 'UPDATE orders SET total = ? WHERE id = ?', types: [long, long]}
                  far: {sql: 'UPDATE orders SET total = ? WHERE id = ?', types: [long, long], reads: [], writes: [orders], trust: declared}
                """, "customer");

        assertSaid(explained, "lookup customer of databases.main");
        assertSaid(explained, "  SELECT name FROM customer WHERE id = ?");
        assertSaid(explained, "  arguments: long");
        assertSaid(explained, "  reads customer by row: id");
        assertSaid(explained, "  with statement rename: customer by row: id");
        assertSaid(explained, "Chunk: arrays, up to 500");
        assertSaid(
                explained,
                "  with statement other: the other statement may touch anything: trigger audit_orders on orders");
        assertSaid(explained, "Order: by everything, because of others");
        assertFalse(explained.text().contains("statement far"), explained.text());
        assertFalse(explained.text().contains("Transaction"), explained.text());
        assertEquals(0, explained.code());
    }

    @Test
    void shouldSayWhichConflictsAreByRowAndWhyOthersAreByTable() throws Exception {
        final String declarations = """
                lookups:
                  customer: {sql: 'SELECT name FROM customer WHERE id = ?', types: [long]}
                  contracts: {sql: 'SELECT id FROM contract WHERE customer = ?', types: [long]}
                  named: {sql: 'SELECT id FROM customer WHERE lower(name) = ?', types: [text]}
                statements:
                  rename: {sql: 'UPDATE customer SET name = ? WHERE id = ?', types: [text, long]}
                  date: {sql: 'UPDATE contract SET day = ? WHERE id = ?', types: [date, long]}
                """;
        final Explained row = explain(declarations, "customer");
        assertSaid(row, "Order: by row");
        assertSaid(row, "  with statement rename: customer by row: id");

        final Explained columns = explain(declarations, "contracts");
        assertSaid(columns, "Order: by table");
        assertSaid(
                columns,
                "  do:  ask and update by one column, or read all first and update after: docs/explanation/ordering.md");
        assertSaid(
                columns,
                "  with statement date: contract by table: no common column, this is by customer, the other by id");

        final Explained expression = explain(declarations, "named");
        assertSaid(expression, "  with statement rename: customer by table: .+");

        final Checked checked = Checked.file(config(declarations));
        final String note = "  lookups.contracts: keeps its order with statement date: contract by table: no common"
                + " column, this is by customer, the other by id; sluice explain says what mends it";
        assertTrue(checked.text().lines().anyMatch(note::equals), checked.text());
        assertFalse(checked.text().contains("  lookups.customer: "), checked.text());
        final Checked opaque = Checked.file(config("""
                lookups:
                  order: {sql: 'SELECT total FROM orders WHERE id = ?', types: [long]}
                statements:
                  total: {sql: 'UPDATE orders SET total = ? WHERE id = ?', types: [long, long]}
                """));
        final String everything =
                "  statements.total: conflicts with everything: trigger audit_orders on orders; sluice"
                        + " explain says what mends it";
        assertTrue(opaque.text().lines().anyMatch(everything::equals), opaque.text());
        assertFalse(opaque.text().contains("  lookups.order: "), "others are to blame");
    }

    @Test
    void shouldNameWhatHappensByCascades() throws Exception {
        final Explained explained = explain("""
                lookups:
                  contracts: {sql: 'SELECT day FROM contract WHERE id = ?', types: [long]}
                statements:
                  remove: {sql: 'DELETE FROM customer WHERE id = ?', types: [long]}
                """, "remove");

        final String reached = "contract by table: it is reached by reference contract_customer_fkey on customer";
        assertSaid(explained, "  writes customer by row: id");
        assertSaid(explained, "  writes " + reached);
        assertSaid(explained, "  with lookup contracts: " + reached);
        assertSaid(explained, "  with updates of main: always, whatever they touch");
    }

    @Test
    void shouldSayWhyAnUpdateSharesNoTransactionAndWhatLetsItShare() throws Exception {
        final String statements = """
                statements:
                  audited: {sql: 'UPDATE orders SET total = ? WHERE id = ?', types: [long, long]%s}
                """;
        final Explained own = explain(statements.formatted(""), "audited");
        assertSaid(own, "Transaction: a transaction of its own");
        assertSaid(own, "  why: trigger audit_orders on orders");
        assertSaid(own, "  do:  if it does no harm .* trust: transaction on this statement lets it share transactions");
        assertSaid(own, "  writes anything: trigger audit_orders on orders");
        assertSaid(own, "Order: by everything");
        assertSaid(own, "  do:  if you know which tables it touches, declare reads and writes with trust: declared");
        assertSaid(own, "Chunk: single");

        final Explained trusted = explain(statements.formatted(", trust: transaction"), "audited");
        assertSaid(trusted, "Transaction: shared, up to 500 updates");
        assertSaid(trusted, "  why: by trust: transaction, without a proof: trigger audit_orders on orders");
        assertSaid(trusted, "Chunk: batch, up to 500");

        final Explained late = explain("", "INSERT INTO late VALUES (?, ?)");
        assertSaid(late, "ad hoc SQL of databases.main");
        assertSaid(late, "  arguments: long, long");
        assertSaid(late, "  why: deferred late_customer_fkey on late");
        assertSaid(late, "  do:  if .* on a declared statement lets it share transactions");

        final Explained opaque = explain("", "UPDATE audit SET what = ? WHERE what = fee(?)::text");
        assertSaid(opaque, "  why: it calls fee\\(\\), and it is opaque: sql, not BEGIN ATOMIC");
        assertSaid(opaque, "  do:  a function in SQL with the body BEGIN ATOMIC … END can be looked into; or, .*");
    }

    @Test
    void shouldNameWhatSharedInsertsTakeFromTheirSurroundings() throws Exception {
        final String statement = "INSERT INTO contract (customer) VALUES (?)";
        final Explained shared = explain("", statement);
        assertSaid(shared, "Transaction: shared, up to 500 updates");
        assertSaid(shared, "  all the same: id of contract takes numbers of a sequence");
        assertSaid(shared, "  all the same: number of contract takes numbers of a sequence");
        assertSaid(shared, "  all the same: made_at of contract is the time of the transaction");
        assertSaid(shared, "  do:  nothing, .*; or transaction: each under databases.main");

        final Checked checked = Checked.file(config("""
                statements:
                  add: {sql: '%s', types: [long], reads: [], writes: [contract]}
                  remove: {sql: 'DELETE FROM contract WHERE id = ?', types: [long], reads: [], writes: [contract]}
                """.formatted(statement)));
        assertTrue(
                checked.text()
                        .lines()
                        .anyMatch(line -> line.matches("  statements.add: shares transactions, though id of"
                                + " contract takes numbers of a sequence, .*: transaction: each prevents that")),
                checked.text());
        assertFalse(checked.text().contains("statements.remove"), checked.text());

        final Explained each = Explained.of(
                Files.writeString(
                        directory.resolve("each.yaml"),
                        "queues: {path: queues}\n"
                                + databases.replace("adHoc: true", "adHoc: true, transaction: each")),
                statement);
        assertSaid(each, "  why: transaction: each");
        assertFalse(each.text().contains("all the same"), each.text());
    }

    @Test
    void shouldSayWhyRequestsAreAskedOneAtATime() throws Exception {
        assertSaid(explain("", "SELECT name FROM customer WHERE id = ? FOR UPDATE"), "  why: it locks rows");
        assertSaid(explain("", "SELECT id + random() FROM customer WHERE id = ?"), "  why: .*random.*");
        assertSaid(explain("", "VACUUM audit"), "  why: VACUUM runs in no transaction but its own, at-least-once");
        assertSaid(
                explain("", "DELETE FROM contract WHERE id = ? RETURNING day", "--types", "long"),
                "  why: it gives rows, which a batch does not");
    }

    @Test
    void shouldSayWhatCannotBeExplained() throws Exception {
        final Explained unknown = explain("""
                lookups:
                  customer: {sql: 'SELECT name FROM customer WHERE id = ?', types: [long]}
                """, "custmer");
        assertSaid(unknown, "there is no lookup or statement 'custmer', did you mean 'customer'\\?");
        assertEquals(2, unknown.code());

        final Explained refused = explain("", "SELECT nam FROM customer WHERE id = ?");
        assertSaid(refused, "databases.main cannot prepare the statement: .*nam.*42703.*");
        assertEquals(1, refused.code());

        final Explained state = explain("", "SELECT currval('s')");
        assertSaid(state, "databases.main cannot prepare the statement: it uses currval, which is .*Instead, .*");
        assertEquals(1, state.code());

        final Explained types = explain("", "SELECT name FROM customer WHERE id = ?", "--types", "lang");
        assertSaid(types, "--types: expected some of .*long, .*, not lang");
        assertEquals(2, types.code());

        final Path away = Files.writeString(
                directory.resolve("away.yaml"),
                "queues: {path: queues}\ndatabases: {main: {url: 'jdbc:postgresql://localhost:" + LocalPorts.free()
                        + "/x', user: a}}\n");
        assertSaid(Explained.of(away, "SELECT 1"), "databases.main: .*refused.*");
        assertEquals(1, Explained.of(away, "SELECT 1").code());
        assertSaid(Explained.of(away, "SELECT 1", "--database", "man"), "--database: expected one of main, not man");
        assertEquals(2, Explained.run("--config", away.toString()).code());
        assertEquals(1, Explained.of(directory.resolve("none.yaml"), "x").code());
    }

    private Explained explain(String declarations, String... arguments) throws IOException {
        return Explained.of(config(declarations), arguments);
    }

    private Path config(String declarations) throws IOException {
        return Files.writeString(
                directory.resolve("gateway.yaml"), "queues: {path: queues}\n" + databases + declarations);
    }

    private static void assertSaid(Explained explained, String line) {
        final List<String> lines = explained.text().lines().toList();
        assertTrue(
                lines.stream().anyMatch(said -> said.equals(line) || said.matches(line)),
                line + "\n" + explained.text());
    }
}
