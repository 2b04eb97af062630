package dev.sluice.service.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.service.CapturedLog;
import dev.sluice.testsupport.PostgresOptions;
import dev.sluice.testsupport.PostgresServer;
import java.net.URI;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/**
 * A commit whose reply is lost, on a real server: one that waits for a standby which does not exist has committed, and
 * does not say so.
 */
class LostCommitTest {

    private static final String WAITING = "SELECT COUNT(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'";

    private static String yaml(String url, String user) {
        return "name: gw\ndatabases:\n  main:\n    url: " + url + "\n    user: " + user
                + "\n    backoff: 10ms\n    maxBackoff: 50ms\n    adHoc: true\n";
    }

    private static JdbcTest.Database prepared(PostgresServer postgres) throws SQLException {
        final JdbcTest.Database admin =
                new JdbcTest.Database(TestDatabase.POSTGRESQL, postgres.jdbcUrl(), postgres.user());
        admin.execute("ALTER ROLE CURRENT_USER SET synchronous_commit = on", "CREATE TABLE ledger (id BIGINT)");
        return admin;
    }

    private static void commitsWait(JdbcTest.Database admin, boolean wait) throws SQLException {
        admin.execute(
                "ALTER SYSTEM SET synchronous_standby_names = '" + (wait ? "nobody" : "") + "'",
                "SELECT pg_reload_conf()");
        Awaitility.await()
                .until(() -> admin.rows("SHOW synchronous_standby_names").equals(List.of(wait ? "nobody" : "")));
    }

    private static void turnUntilACommitWaits(JdbcGateway gateway, JdbcTest.Database admin) {
        Awaitility.await().pollInSameThread().pollInterval(Duration.ofMillis(1)).until(() -> {
            gateway.turn();
            return admin.rows(WAITING).equals(List.of("1"));
        });
    }

    private static void assertEachOnce(JdbcTest.Database admin, int count) throws SQLException {
        assertEquals(List.of(count + " " + count), admin.rows("SELECT COUNT(*), COUNT(DISTINCT id) FROM ledger"));
    }

    @Test
    void shouldNotRunAgainWhatWasCommittedWhenTheServerEndsTheConnectionInTheCommit() throws Exception {
        try (CapturedLog log = new CapturedLog();
                PostgresServer postgres = PostgresServer.open(PostgresOptions.durableCommits())) {
            final JdbcTest.Database admin = prepared(postgres);
            try (JdbcGateway gateway = new JdbcGateway(yaml(postgres.jdbcUrl(), postgres.user()))) {
                assertEquals(
                        List.of("updated 1"),
                        gateway.update("INSERT INTO ledger VALUES (?)", 0L).texts());
                commitsWait(admin, true);
                for (long i = 1; i < 50; i++) {
                    gateway.update("INSERT INTO ledger VALUES (?)", i);
                }
                turnUntilACommitWaits(gateway, admin);
                admin.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'");
                commitsWait(admin, false);
                assertEquals(Collections.nCopies(49, "updated 1"), gateway.texts());
            }
            assertTrue(log.count("main is away") > 0, () -> "" + log.lines());
            assertEachOnce(admin, 50);
        }
    }

    @Test
    void shouldWaitForACommitThatStillRunsOnTheServer() throws Exception {
        try (PostgresServer postgres = PostgresServer.open(PostgresOptions.durableCommits());
                Proxy proxy = new Proxy(URI.create(postgres.jdbcUrl().substring("jdbc:".length()))
                        .getPort())) {
            final JdbcTest.Database admin = prepared(postgres);
            final String url = postgres.jdbcUrl().replaceFirst(":\\d+/", ":" + proxy.port() + "/");
            try (JdbcGateway gateway = new JdbcGateway(yaml(url, postgres.user()))) {
                assertEquals(
                        List.of("updated 1"),
                        gateway.update("INSERT INTO ledger VALUES (?)", 0L).texts());
                commitsWait(admin, true);
                for (long i = 1; i < 50; i++) {
                    gateway.update("INSERT INTO ledger VALUES (?)", i);
                }
                turnUntilACommitWaits(gateway, admin);
                proxy.cutClients();
                Awaitility.await()
                        .pollInSameThread()
                        .pollInterval(Duration.ofMillis(1))
                        .until(() -> {
                            gateway.turn();
                            return admin.rows("SELECT COUNT(*) FROM pg_locks WHERE NOT granted")
                                    .equals(List.of(
                                            "1")); // the new connection waits for the row that the old one has locked
                        });
                assertEquals(1, gateway.answered());
                commitsWait(admin, false);
                assertEquals(Collections.nCopies(49, "updated 1"), gateway.texts());
            }
            assertEachOnce(admin, 50);
        }
    }
}
