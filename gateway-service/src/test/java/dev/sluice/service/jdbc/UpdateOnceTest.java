package dev.sluice.service.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.RequestKind;
import dev.sluice.service.jdbc.dialect.PostgreSql;
import dev.sluice.service.jdbc.update.CheckpointSchema;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Updates happen once, whatever was lost after their commit. */
class UpdateOnceTest extends JdbcTest {

    private static final int NEVER = Integer.MAX_VALUE;
    private static final String INSERT = "INSERT INTO ledger VALUES (?, ?)";

    private Database ledger(TestDatabase kind) throws SQLException {
        final Database database = database(kind);
        database.execute(
                "CREATE TABLE ledger (id BIGINT, amount BIGINT CHECK (amount >= 0))",
                "CREATE TABLE single (id BIGINT PRIMARY KEY)");
        return database;
    }

    private static void insert(Queues queues, int from, int to) {
        for (long i = from; i < to; i++) {
            queues.lane().request(RequestKind.UPDATE, INSERT, i, i % 7 == 3 ? -1L : i);
        }
    }

    private static List<String> expected(int from, int to) {
        final List<String> expected = new ArrayList<>();
        for (int i = from; i < to; i++) {
            expected.add(i % 7 == 3 ? "REJECTED 23" : "updated 1");
        }
        return expected;
    }

    private static List<String> shortened(List<String> texts) {
        return texts.stream()
                .map(text -> text.startsWith("REJECTED 23") ? "REJECTED 23" : text)
                .toList();
    }

    @ParameterizedTest
    @CsvSource({"POSTGRESQL, shared", "POSTGRESQL, each", "HSQLDB, shared", "HSQLDB, each", "H2, shared", "H2, each"})
    void shouldAnswerFromTheCheckpointWhatWasCommittedBeforeACrash(TestDatabase kind, String transaction)
            throws SQLException {
        final Database database = ledger(kind);
        final String keys = "    updatesPerTransaction: 10\n    transaction: " + transaction + "\n";
        final Queues queues = new Queues();
        insert(queues, 0, 40);
        gateway(database, keys, queues, 5).untilItCrashes().close();
        assertEquals(5, queues.lane().answered());
        assertTrue(committed(database) > 5, "the crash came before the commit");
        insert(queues, 40, 60);
        gateway(database, keys, queues, 33).untilItCrashes().close();
        assertEquals(
                expected(33, 60),
                shortened(gateway(database, keys, queues, NEVER).texts()));
        assertEquals(List.of(), database.rows("SELECT id, COUNT(*) FROM ledger GROUP BY id HAVING COUNT(*) > 1"));
        assertEquals(List.of("51"), database.rows("SELECT COUNT(*) FROM ledger"));
    }

    private static final String RETURNING = "UPDATE ledger SET amount = amount + ? WHERE id = ? RETURNING amount, id";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "shared | " + RETURNING,
                "each   | " + RETURNING,
                "shared | SELECT * FROM added(?, ?)",
                "each   | SELECT * FROM added(?, ?)",
                "shared | SELECT * FROM opaque(?, ?)"
            })
    void shouldAnswerWithTheRowsThatAnUpdateReturnedBeforeACrash(String transaction, String sql) throws SQLException {
        final Database database = ledger(TestDatabase.POSTGRESQL);
        final String added = "(n bigint, which bigint) RETURNS TABLE (amount bigint, id bigint) LANGUAGE ";
        final String returning = RETURNING
                .replace("+ ?", "+ n")
                .replace("id = ?", "l.id = which")
                .replace("ledger SET amount = amount", "ledger l SET amount = l.amount")
                .replace("RETURNING amount, id", "RETURNING l.amount, l.id");
        database.execute(
                "INSERT INTO ledger VALUES (1, 0), (2, 0)",
                "CREATE FUNCTION added" + added + "sql BEGIN ATOMIC " + returning + "; END",
                "CREATE FUNCTION opaque" + added + "plpgsql AS $$ BEGIN RETURN QUERY " + returning + "; END $$");
        final Queues queues = new Queues();
        for (long i = 0; i < 20; i++) {
            queues.lane().request(RequestKind.UPDATE, sql, 1L, i % 3);
        }
        final String keys = "    transaction: " + transaction + "\n";
        gateway(database, keys, queues, 4).untilItCrashes().close();
        final List<String> left = gateway(database, keys, queues, NEVER).texts();
        final List<String> expected = new ArrayList<>();
        for (int i = 4; i < 20; i++) {
            expected.add(i % 3 == 0 ? "[]" : "[{amount=" + (i / 3 + 1) + ", id=" + i % 3 + "}]");
        }
        assertEquals(expected, left);
        assertEquals(List.of("1 7", "2 6"), database.rows("SELECT id, amount FROM ledger ORDER BY id"));
    }

    private static long committed(Database database) throws SQLException {
        return Long.parseLong(database.rows("SELECT COUNT(*) FROM ledger").get(0));
    }

    @ParameterizedTest
    @EnumSource
    void shouldAnswerAFailedUpdateAsFailedEvenIfItWouldSucceedNow(TestDatabase kind) throws SQLException {
        final Database database = ledger(kind);
        database.execute("INSERT INTO single VALUES (7)");
        final Queues queues = new Queues();
        queues.lane().request(RequestKind.UPDATE, INSERT, 1L, 1L);
        queues.lane().request(RequestKind.UPDATE, "INSERT INTO single VALUES (?)", 7L);
        queues.lane().request(RequestKind.UPDATE, "DELETE FROM single WHERE id = ?", 7L);
        gateway(database, "", queues, 0).untilItCrashes().close();
        assertEquals(
                List.of("updated 1", "REJECTED 23505", "updated 1"),
                gateway(database, "", queues, NEVER).texts());
        assertEquals(List.of(), database.rows("SELECT * FROM single"));
    }

    @ParameterizedTest
    @CsvSource({"POSTGRESQL, shared", "POSTGRESQL, each", "HSQLDB, shared", "H2, each"})
    void shouldAnswerReadsAsTheyWereBeforeTheUpdatesThatACrashLeftCommitted(TestDatabase kind, String transaction)
            throws SQLException {
        final String keys = "    transaction: " + transaction + "\n";
        final Queues queues = new Queues();
        final List<String> reads = List.of(
                "SELECT COUNT(*) AS n FROM ledger",
                "SELECT 1 / (id - 1) AS x FROM ledger",
                "SELECT amount FROM ledger WHERE id = 2");
        for (int i = 0; i < reads.size(); i++) {
            queues.lane().request(RequestKind.QUERY, "SELECT id FROM ledger ORDER BY id");
            queues.lane().request(RequestKind.QUERY, reads.get(i));
            queues.lane().request(RequestKind.UPDATE, INSERT, (long) i, 7L);
        }
        final List<String> expected =
                gateway(ledger(kind), keys, queues.copied(), NEVER).texts();
        for (int update = 0; update < reads.size(); update++) {
            final Database database = ledger(kind);
            final Queues left = queues.copied();
            final int results = 3 * update + 1;
            final long committed = update + 1L;
            final JdbcGateway crashed = gateway(database, keys, left, results).untilItCrashes();
            Awaitility.await().until(() -> committed(database) == committed);
            crashed.close();
            assertEquals(
                    expected.subList(results, expected.size()),
                    gateway(database, keys, left, NEVER).texts());
        }
    }

    @Test
    void shouldAnswerReadsAsTheyWereWhenTheUpdatesAfterThemAreNotDeclaredAnyMore() throws SQLException {
        final Database database = ledger(TestDatabase.POSTGRESQL);
        final String declared = "name: gw\ndatabases:\n" + database.section("main")
                + "lookups:\n  amount:\n    database: main\n    sql: SELECT amount FROM ledger WHERE id = ?\n";
        final String update = "statements:\n  insert:\n    database: main\n    sql: " + INSERT + "\n";
        final Queues queues = new Queues();
        queues.lane().request(RequestKind.LOOKUP, "amount", 1L);
        queues.lane().request(RequestKind.UPDATE, "insert", 1L, 1L);
        final JdbcGateway crashed = new JdbcGateway(declared + update, queues, 0).untilItCrashes();
        Awaitility.await().until(() -> committed(database) == 1);
        crashed.close();
        try (JdbcGateway gateway = new JdbcGateway(declared, queues.decided("main"), NEVER)) {
            assertEquals("not found", gateway.texts().get(0));
        }
    }

    @Test
    void shouldRunAgainWhatNoTransactionTakesOnlyIfItsOutcomeWasNotKept() throws SQLException {
        final Database database = ledger(TestDatabase.POSTGRESQL);
        final Queues queues = new Queues();
        queues.lane().request(RequestKind.UPDATE, INSERT, 1L, 1L);
        queues.lane().request(RequestKind.UPDATE, "CREATE TABLE later (id BIGINT)");
        queues.lane().request(RequestKind.UPDATE, "INSERT INTO later VALUES (?)", 1L);
        gateway(database, "", queues, 0).untilItCrashes().close();
        assertEquals(
                List.of("updated 1", "updated 0", "updated 1"),
                gateway(database, "", queues, NEVER).texts());
        assertEquals(List.of("1"), database.rows("SELECT COUNT(*) FROM later"));
    }

    @ParameterizedTest
    @EnumSource
    void shouldForgetOutcomesWhoseResultsAreOnDisk(TestDatabase kind) throws SQLException {
        final Database database = ledger(kind);
        final Queues queues = new Queues();
        insert(queues, 0, 400);
        final JdbcGateway gateway = gateway(database, "    transaction: each\n", queues, NEVER);
        assertEquals(expected(0, 400), shortened(gateway.texts()));
        insert(queues, 400, 440);
        assertEquals(expected(400, 440), shortened(gateway.texts()));
        final long kept = Long.parseLong(
                database.rows("SELECT COUNT(*) FROM sluice_outcome").get(0));
        assertTrue(kept < 100, kept + " rows are kept for 440 results on disk");
    }

    @Test
    void shouldStopWhenTheQueuesWereReplacedAndGoOnWhenThatIsAccepted() throws SQLException {
        final Database database = ledger(TestDatabase.POSTGRESQL);
        final Queues queues = new Queues();
        insert(queues, 0, 2);
        gateway(database, "", queues, NEVER).texts();
        queues.replaced();
        insert(queues, 2, 3);
        final JdbcGateway strict = gateway(database, "", queues, NEVER);
        final String message = strict.refusal();
        assertTrue(message.contains("--accept-new-queues"), message);
        strict.close();
        assertEquals(
                List.of("updated 1"),
                gateway(database, "", queues.accepted(), NEVER).texts());
        assertEquals(List.of("3"), database.rows("SELECT COUNT(*) FROM ledger"));
    }

    @Test
    void shouldStopWhenAnotherRequestStandsWhereOneWasCommitted() throws SQLException {
        final Database database = ledger(TestDatabase.POSTGRESQL);
        final Queues queues = new Queues();
        insert(queues, 0, 3);
        gateway(database, "", queues, 1).untilItCrashes().close();
        final Queues other = queues.withoutRequestsBehindResults();
        other.lane().request(RequestKind.UPDATE, INSERT, 99L, 1L);
        final JdbcGateway gateway = gateway(database, "", other, NEVER);
        final String message = gateway.refusal();
        assertTrue(message.contains("0:1"), message);
        assertEquals(List.of(), database.rows("SELECT * FROM ledger WHERE id = 99"));
    }

    @Test
    void shouldStopWhenTheInputEndsBeforeTheCheckpoint() throws SQLException {
        final Database database = ledger(TestDatabase.POSTGRESQL);
        final Queues queues = new Queues();
        insert(queues, 0, 3);
        gateway(database, "", queues, 1).untilItCrashes().close();
        final JdbcGateway gateway = gateway(database, "", queues.endingAt(1), NEVER);
        final String message = gateway.refusal();
        assertTrue(message.contains("the input ends at 0:1"), message);
    }

    @Test
    void shouldStopWhenTheOutputLostResultsThatWereOnDisk() throws SQLException {
        final Database database = ledger(TestDatabase.POSTGRESQL);
        final Queues queues = new Queues();
        insert(queues, 0, 600); // more than a chunk
        final JdbcGateway first = gateway(database, "    transaction: each\n", queues, NEVER);
        first.texts();
        first.close();
        final JdbcGateway gateway = gateway(database, "", queues.withoutResults(), NEVER);
        final String message = gateway.refusal();
        assertTrue(message.contains("the output ends at nothing"), message);
        assertEquals(List.of("0"), database.rows("SELECT COUNT(*) - COUNT(DISTINCT id) FROM ledger"));
    }

    @Test
    void shouldStopWhenADatabaseWithOpenOutcomesGotAnotherName() throws SQLException {
        final Database database = ledger(TestDatabase.POSTGRESQL);
        final Queues queues = new Queues();
        insert(queues, 0, 3);
        gateway(database, "", queues, 1).untilItCrashes().close();
        final JdbcGateway renamed = new JdbcGateway(
                "name: gw\ndatabases:\n" + database.section("other") + "    adHoc: true\n", queues, NEVER);
        final String message = renamed.refusal();
        assertTrue(message.contains("for its database 'main'"), message);
        renamed.close();
        assertEquals(
                List.of("updated 1", "updated 1"),
                gateway(database, "", queues, NEVER).texts());
    }

    @ParameterizedTest
    @EnumSource
    void shouldStopWhenAnotherGatewayTookOver(TestDatabase kind) throws SQLException {
        assertStopsWhenAnotherTakesOver(ledger(kind), "");
    }

    @ParameterizedTest
    @EnumSource
    void shouldStopWhenAnotherGatewayTookOverAndEachHasItsOwnTransaction(TestDatabase kind) throws SQLException {
        assertStopsWhenAnotherTakesOver(ledger(kind), "    transaction: each\n");
    }

    private void assertStopsWhenAnotherTakesOver(Database database, String keys) throws SQLException {
        final Queues queues = new Queues();
        insert(queues, 0, 1);
        final JdbcGateway one = gateway(database, keys, queues, NEVER);
        assertEquals(List.of("updated 1"), one.texts());
        insert(queues, 1, 2);
        final JdbcGateway copy = gateway(database, keys, queues.copied(), NEVER);
        assertEquals(List.of("updated 1"), copy.texts());
        final String message = one.refusal();
        assertTrue(message.contains("was claimed by another gateway"), message);
        assertEquals(List.of("2"), database.rows("SELECT COUNT(*) FROM ledger"));
    }

    @Test
    void shouldRefuseWithoutTheRightToMakeItsTablesAndSayHowToGoOn() throws SQLException {
        final Database owned = ledger(TestDatabase.POSTGRESQL);
        owned.execute(
                "DROP ROLE IF EXISTS poor",
                "CREATE ROLE poor LOGIN",
                "GRANT SELECT, INSERT ON ledger TO poor",
                "REVOKE CREATE ON SCHEMA public FROM PUBLIC");
        final Database poor = new Database(TestDatabase.POSTGRESQL, owned.url(), "poor");
        final Queues queues = new Queues();
        insert(queues, 0, 1);
        final JdbcGateway refused = gateway(poor, "", queues, NEVER);
        final String message = refused.refusal();
        assertTrue(message.contains("config/sql") && message.contains("updates: at-least-once"), message);
        refused.close();
        final JdbcGateway atLeastOnce = gateway(poor, "    updates: at-least-once\n", queues, NEVER);
        assertEquals(List.of("updated 1"), atLeastOnce.texts());
        atLeastOnce.close();
        for (final String sql : CheckpointSchema.statements(new PostgreSql())) {
            owned.execute(sql);
        }
        owned.execute("GRANT SELECT, INSERT, UPDATE, DELETE ON sluice_checkpoint, sluice_outcome TO poor");
        insert(queues, 1, 2);
        assertEquals(List.of("updated 1"), gateway(poor, "", queues, NEVER).texts());
        assertEquals(List.of("2"), owned.rows("SELECT COUNT(*) FROM ledger"));
        owned.execute("DROP OWNED BY poor", "DROP ROLE poor");
    }
}
