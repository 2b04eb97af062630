package dev.sluice.service.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.RequestKind;
import dev.sluice.service.jdbc.dialect.PostgreSql;
import dev.sluice.service.jdbc.update.CheckpointSchema;
import java.net.URI;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a database and those who use it besides do to the checkpoint: no update is doubled, lost, failed or stuck. */
@Tag("long")
class HostileDatabaseTest extends JdbcTest {

    private static final int NEVER = Integer.MAX_VALUE;
    private static final String INSERT = "INSERT INTO ledger VALUES (?)";

    private Database ledger() throws Exception {
        final Database database = database(TestDatabase.POSTGRESQL);
        database.execute("CREATE TABLE ledger (id BIGINT)");
        return database;
    }

    private static void turnUntil(JdbcGateway gateway, Callable<Boolean> done) {
        Awaitility.await()
                .pollInSameThread()
                .pollInterval(Duration.ofMillis(1))
                .atMost(Duration.ofMinutes(1))
                .until(() -> {
                    gateway.turn();
                    return done.call();
                });
    }

    private static boolean waitsForALock(Database database) throws Exception {
        return !database.rows("SELECT pid FROM pg_locks WHERE NOT granted").isEmpty();
    }

    @Test
    void shouldCheckDeferredConstraintsAtTheCommitWhenEachHasItsOwn() throws Exception {
        final Database database = database(TestDatabase.POSTGRESQL);
        database.execute(
                "CREATE TABLE parent (id BIGINT PRIMARY KEY)",
                "CREATE TABLE child (id BIGINT REFERENCES parent DEFERRABLE INITIALLY DEFERRED)",
                "CREATE FUNCTION make_parent() RETURNS trigger LANGUAGE plpgsql AS"
                        + " $$ BEGIN INSERT INTO parent VALUES (NEW.id); RETURN NEW; END $$",
                "CREATE TRIGGER make_parent AFTER INSERT ON child FOR EACH ROW EXECUTE FUNCTION make_parent()");
        final Queues queues = new Queues();
        queues.lane().request(RequestKind.UPDATE, "INSERT INTO child VALUES (?)", 2L);
        assertEquals(
                List.of("updated 1"),
                gateway(database, "    transaction: each\n", queues, NEVER).texts());
    }

    @Test
    void shouldFindItsTablesWhenATriggerChangesTheSearchPath() throws Exception {
        final Database database = ledger();
        database.execute(
                "CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS"
                        + " $$ BEGIN PERFORM set_config('search_path', 'pg_catalog', true); RETURN NEW; END $$",
                "CREATE TRIGGER f AFTER INSERT ON ledger FOR EACH ROW EXECUTE FUNCTION f()");
        final Queues queues = new Queues();
        queues.lane().request(RequestKind.UPDATE, INSERT, 2L);
        assertEquals(List.of("updated 1"), gateway(database, "", queues, NEVER).texts());
    }

    @Test
    void shouldRefuseStatementsThatWouldChangeTheSessionForAllOthers() throws Exception {
        final Database database = ledger();
        final Queues queues = new Queues();
        queues.lane().request(RequestKind.UPDATE, "SET search_path TO other");
        queues.lane().request(RequestKind.UPDATE, "RESET ALL");
        queues.lane().request(RequestKind.UPDATE, INSERT, 2L);
        assertEquals(
                List.of("NOT_ALLOWED", "NOT_ALLOWED", "updated 1"),
                gateway(database, "", queues, NEVER).texts());
    }

    @Test
    void shouldStopWhenTheGatewayWithOpenOutcomesGotAnotherName() throws Exception {
        final Database database = ledger();
        final Queues queues = new Queues();
        for (long i = 0; i < 10; i++) {
            queues.lane().request(RequestKind.UPDATE, INSERT, i);
        }
        gateway(database, "", queues, 3).untilItCrashes().close();
        try (JdbcGateway renamed = new JdbcGateway(
                "name: renamed\ndatabases:\n" + database.section("main") + "    adHoc: true\n", queues, NEVER)) {
            final String message = renamed.refusal();
            assertTrue(message.contains("run by gateway 'gw'"), message);
        }
        assertEquals(List.of("10"), database.rows("SELECT COUNT(*) FROM ledger"));
    }

    @Test
    void shouldWaitWhenItsTableIsLockedAtTheStart() throws Exception {
        final Database database = ledger();
        for (final String sql : CheckpointSchema.statements(new PostgreSql())) {
            database.execute(sql);
        }
        final Queues queues = new Queues();
        queues.lane().request(RequestKind.UPDATE, INSERT, 2L);
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute("LOCK TABLE sluice_checkpoint IN ACCESS EXCLUSIVE MODE");
            final JdbcGateway gateway = gateway(database, "    statementTimeout: 1s\n", queues, NEVER);
            turnUntil(gateway, () -> waitsForALock(database));
            turnUntil(gateway, () -> !waitsForALock(database)); // the statement's time is over
            connection.rollback();
            assertEquals(List.of("updated 1"), gateway.texts());
        }
    }

    @Test
    void shouldNotCallAgainWhenOnlyTheOutcomeCouldNotBeKept() throws Exception {
        final Database database = ledger();
        database.execute("CREATE PROCEDURE p(n BIGINT) LANGUAGE SQL AS $$ INSERT INTO ledger VALUES (n) $$");
        final Queues queues = new Queues();
        final JdbcGateway gateway = gateway(database, "    statementTimeout: 1s\n", queues, NEVER);
        queues.lane().request(RequestKind.UPDATE, INSERT, 1L);
        gateway.texts();
        queues.lane().request(RequestKind.UPDATE, "CALL p(?)", 2L);
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute("LOCK TABLE sluice_outcome IN EXCLUSIVE MODE");
            turnUntil(gateway, () -> waitsForALock(database));
            turnUntil(gateway, () -> !waitsForALock(database));
            connection.rollback();
            assertEquals(List.of("updated 0"), gateway.texts());
        }
        assertEquals(List.of("2"), database.rows("SELECT COUNT(*) FROM ledger"));
    }

    @Test
    void shouldGoOnSoonWhenAnOldConnectionHoldsItsLocksAndNobodyIsBehindIt() throws Exception {
        final Database database = ledger();
        final int port = URI.create(database.url().substring("jdbc:".length())).getPort();
        try (Proxy proxy = new Proxy(port)) {
            final Database far = new Database(
                    TestDatabase.POSTGRESQL,
                    database.url().replaceFirst(":" + port + "/", ":" + proxy.port() + "/"),
                    database.user());
            final Queues queues = new Queues();
            queues.lane().request(RequestKind.UPDATE, INSERT, 1L);
            final JdbcGateway gateway = gateway(far, "    statementTimeout: 2s\n", queues, NEVER);
            gateway.texts();
            queues.lane().request(RequestKind.UPDATE, INSERT, 2L);
            try (Connection connection = database.connect();
                    Statement statement = connection.createStatement()) {
                connection.setAutoCommit(false);
                statement.execute("LOCK TABLE ledger IN EXCLUSIVE MODE");
                turnUntil(gateway, () -> waitsForALock(database));
                proxy.cutClients();
                connection.rollback();
            }
            assertEquals(List.of("updated 1"), gateway.texts());
        }
        assertEquals(List.of("2 2"), database.rows("SELECT COUNT(*), COUNT(DISTINCT id) FROM ledger"));
    }

    @Test
    void shouldStopWhenTheDatabaseLostCommits() throws Exception {
        final Database database = ledger();
        final Queues queues = new Queues();
        for (long i = 0; i < 10; i++) {
            queues.lane().request(RequestKind.UPDATE, INSERT, i);
        }
        final JdbcGateway gateway = gateway(database, "    transaction: each\n", queues, NEVER);
        assertEquals(Collections.nCopies(10, "updated 1"), gateway.texts());
        database.execute(
                "DELETE FROM ledger WHERE id > 4",
                "UPDATE sluice_checkpoint SET last_index = 4",
                "DELETE FROM sluice_outcome WHERE last_index > 4",
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                        + " WHERE datname = current_database() AND application_name LIKE '%-update'");
        queues.lane().request(RequestKind.UPDATE, INSERT, 10L);
        final String message = gateway.refusal();
        assertTrue(message.contains("the database lost them"), message);
    }
}
