package dev.sluice.service.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.RequestKind;
import dev.sluice.service.update.CommitNotes.Commit;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A database that is set back while no gateway runs: what it lost is noticed by what was noted beside the results. */
class RestoredDatabaseTest extends JdbcTest {

    private static final int NEVER = Integer.MAX_VALUE;
    private static final String COUNT_UP = "UPDATE counter SET n = n + 1 WHERE id = ?";
    private static final List<String> TABLES = List.of("counter", "sluice_checkpoint", "sluice_outcome");

    @TempDir
    private Path directory;

    private Database counters(TestDatabase kind) throws SQLException {
        final Path files = directory.resolve(kind.name());
        final Database database = switch (kind) {
            case POSTGRESQL -> database(kind);
            case HSQLDB -> new Database(kind, "jdbc:hsqldb:file:" + files + ";hsqldb.write_delay=false", "SA");
            case H2 -> new Database(kind, "jdbc:h2:file:" + files + ";WRITE_DELAY=0", "sa");
        };
        database.execute(
                "CREATE TABLE counter (id BIGINT PRIMARY KEY, n BIGINT)",
                "INSERT INTO counter VALUES (0, 0), (1, 0), (2, 0), (3, 0), (4, 0)");
        return database;
    }

    private static void ask(Queues queues, int updates) {
        for (long i = 0; i < updates; i++) {
            queues.lane().request(RequestKind.UPDATE, COUNT_UP, i % 5);
        }
    }

    private List<String> run(Database database, Queues queues) throws SQLException {
        try (JdbcGateway gateway = gateway(database, "", queues, NEVER)) {
            return gateway.texts();
        }
    }

    private String refusal(Database database, Queues queues) throws SQLException {
        try (JdbcGateway gateway = gateway(database, "", queues, NEVER)) {
            return gateway.refusal();
        }
    }

    private static List<String> updated(int times) {
        return Collections.nCopies(times, "updated 1");
    }

    private static void backUp(Database database) throws SQLException {
        for (final String table : TABLES) {
            database.execute("CREATE TABLE saved_" + table + " AS (SELECT * FROM " + table + ")"
                    + (database.kind() == TestDatabase.HSQLDB ? " WITH DATA" : ""));
        }
    }

    private static void restore(Database database) throws SQLException {
        for (final String table : TABLES) {
            database.execute("DELETE FROM " + table, "INSERT INTO " + table + " SELECT * FROM saved_" + table);
        }
    }

    private static long sum(Database database) throws SQLException {
        return Long.parseLong(database.rows("SELECT SUM(n) FROM counter").get(0));
    }

    @ParameterizedTest
    @EnumSource
    void shouldRefuseADatabaseThatWasRestored(TestDatabase kind) throws SQLException {
        final Database database = counters(kind);
        final Queues queues = new Queues();
        ask(queues, 20);
        assertEquals(updated(20), run(database, queues));
        backUp(database);
        ask(queues, 200);
        assertEquals(updated(200), run(database, queues));
        restore(database);
        ask(queues, 5);
        final String refusal = refusal(database, queues);
        assertTrue(
                refusal.contains("is at 0:19,")
                        && refusal.contains("up to 0:219,")
                        && refusal.contains("--accept-lost")
                        && !refusal.contains("another database now"),
                refusal);
        assertEquals(220, queues.lane().answered());
        assertEquals(refusal, refusal(database, queues), "a refused start changes nothing");
        assertEquals(20, sum(database));
    }

    @ParameterizedTest
    @EnumSource
    void shouldGoOnWithARestoredDatabaseWhenThatIsAccepted(TestDatabase kind) throws SQLException {
        final Database database = counters(kind);
        final Queues queues = new Queues();
        ask(queues, 20);
        run(database, queues);
        backUp(database);
        ask(queues, 200);
        run(database, queues);
        restore(database);
        ask(queues, 5);
        assertEquals(updated(5), run(database, queues.acceptedLost()));
        assertEquals(25, sum(database));
        assertEquals(List.of("main 19..219"), queues.lost());
        assertEquals(List.of("224"), database.rows("SELECT last_index FROM sluice_checkpoint"));
        ask(queues, 1);
        assertEquals(updated(1), run(database, queues.notAccepting()), "it is accepted for good");
        assertEquals(1, queues.lost().size());
    }

    @Test
    void shouldRunWhatTheDatabaseLostAndTheOutputDoesNotHave() throws SQLException {
        final Database database = counters(TestDatabase.POSTGRESQL);
        final Queues queues = new Queues();
        ask(queues, 10);
        run(database, queues);
        backUp(database);
        ask(queues, 30);
        gateway(database, "    updatesPerTransaction: 5\n", queues, 22)
                .untilItCrashes()
                .close();
        assertTrue(sum(database) > 22, "the crash came before the commit");
        assertTrue(queues.noted("main").orElseThrow().last() >= 21);
        restore(database);
        assertTrue(refusal(database, queues).contains("--accept-lost"));
        assertEquals(updated(40 - 22), run(database, queues.acceptedLost()));
        assertEquals(List.of("main 9..21"), queues.lost());
        assertEquals(10 + 40 - 22, sum(database));
    }

    @Test
    void shouldRunNothingAgainThatWasLostWhenItsResultsAreLostLater() throws SQLException {
        final Database database = counters(TestDatabase.POSTGRESQL);
        final Queues queues = new Queues();
        ask(queues, 5);
        run(database, queues);
        backUp(database);
        ask(queues, 10);
        run(database, queues);
        restore(database);
        ask(queues, 1);
        assertEquals(updated(1), run(database, queues.acceptedLost()));
        assertEquals(6, sum(database));
        final String refusal = refusal(database, queues.notAccepting().withoutResults());
        assertTrue(refusal.contains("knows of results on disk up to 0:14"), refusal);
        assertEquals(6, sum(database));
    }

    @Test
    void shouldRefuseTablesThatWereDroppedOrEmptied() throws SQLException {
        final Database database = counters(TestDatabase.POSTGRESQL);
        final Queues queues = new Queues();
        ask(queues, 3);
        run(database, queues);
        database.execute("DELETE FROM sluice_checkpoint", "DELETE FROM sluice_outcome");
        ask(queues, 1);
        final String refusal = refusal(database, queues);
        assertTrue(
                refusal.contains("does not exist, but") && refusal.contains("or 'main' is another database now"),
                refusal);
        database.execute("DROP TABLE sluice_checkpoint", "DROP TABLE sluice_outcome");
        assertTrue(refusal(database, queues).contains("does not exist, but"));
        assertEquals(3, sum(database));
        assertEquals(updated(1), run(database, queues.acceptedLost()));
        assertEquals(List.of("main -1..2"), queues.lost());
        ask(queues, 1);
        assertEquals(updated(1), run(database, queues.notAccepting()));
        assertEquals(5, sum(database));
    }

    @Test
    void shouldRefuseARowOfFormerQueuesBesideANoteAlsoWhenNewQueuesAreAccepted() throws SQLException {
        final Database database = counters(TestDatabase.POSTGRESQL);
        final Queues former = new Queues();
        ask(former, 3);
        run(database, former);
        backUp(database);
        final Queues queues = new Queues().accepted();
        ask(queues, 2);
        assertEquals(updated(2), run(database, queues));
        restore(database);
        ask(queues, 1);
        final String refusal = refusal(database, queues);
        assertTrue(refusal.contains("that was used before") && refusal.contains("--accept-lost"), refusal);
        assertEquals(updated(1), run(database, queues.acceptedLost()));
        assertEquals(4, sum(database));
    }

    @Test
    void shouldGoBackToFormerQueuesWhenThatIsAcceptedAndRunNothingAgain() throws SQLException {
        final Database database = counters(TestDatabase.POSTGRESQL);
        final Queues former = new Queues();
        ask(former, 20);
        run(database, former);
        final Queues others = new Queues().accepted();
        ask(others, 5);
        assertEquals(updated(5), run(database, others));

        former.lane().request(RequestKind.QUERY, "SELECT SUM(n) AS n FROM counter");
        final String refusal = refusal(database, former);
        assertTrue(
                refusal.contains("belongs to the input queue")
                        && refusal.contains("start once with --accept-new-queues"),
                refusal);
        assertFalse(refusal.contains("lost") || refusal.contains("redrive"), refusal);

        final Commit before = former.noted("main").orElseThrow();
        assertEquals(List.of("[{n=25}]"), run(database, former.accepted()));
        assertEquals(List.of("19 19"), database.rows("SELECT last_index, pruned_index FROM sluice_checkpoint"));
        final String older = refusal(database, former.copied().withoutResults());
        assertTrue(older.contains("knows of results on disk up to 0:19"), older);
        former.note("main", before); // as after a kill before it is noted anew
        ask(former, 3);
        assertEquals(updated(3), run(database, former.notAccepting()));
        assertEquals(List.of(), former.lost());

        ask(others, 2);
        assertTrue(refusal(database, others.notAccepting()).contains("start once with --accept-new-queues"));
        assertEquals(updated(2), run(database, others.accepted()));
        assertEquals(30, sum(database));
    }

    @Test
    void shouldSayThatOnlyClaimsAreMissingAndNameNoCommandThatRunsUpdatesAgain() throws SQLException {
        final Database database = counters(TestDatabase.POSTGRESQL);
        final Queues queues = new Queues();
        ask(queues, 3);
        run(database, queues);
        backUp(database);
        for (int i = 0; i < 2; i++) {
            queues.lane().request(RequestKind.QUERY, "SELECT SUM(n) AS n FROM counter");
            assertEquals(List.of("[{n=3}]"), run(database, queues));
        }
        restore(database);
        ask(queues, 1);
        final String refusal = refusal(database, queues);
        assertTrue(
                refusal.contains("is at 0:2, claim 1, but")
                        && refusal.contains(
                                "up to 0:2, claim 2, were committed: no update is missing, but the last claim is.")
                        && refusal.contains("--accept-lost"),
                refusal);
        assertFalse(refusal.contains("redrive"), refusal);
        assertEquals(updated(1), run(database, queues.acceptedLost()));
        assertEquals(4, sum(database));
    }

    @Test
    void shouldNotKnowWithoutANoteAndNoteThen() throws SQLException {
        final Database database = counters(TestDatabase.POSTGRESQL);
        final Queues queues = new Queues();
        ask(queues, 3);
        run(database, queues);
        backUp(database);
        ask(queues, 3);
        run(database, queues);
        restore(database);
        queues.withoutNotes();
        ask(queues, 1);
        assertEquals(updated(1), run(database, queues));
        assertEquals(6, queues.noted("main").orElseThrow().last());
    }

    @Test
    void shouldNoteACommitWhoseReplyWasLostBeforeItsResultIsWritten() throws SQLException {
        final Database database = counters(TestDatabase.POSTGRESQL);
        final Queues queues = new Queues();
        ask(queues, 1);
        run(database, queues);
        final Commit before = queues.noted("main").orElseThrow();
        backUp(database);
        ask(queues, 8);
        gateway(database, "", queues, 1).untilItCrashes().close();
        assertEquals(9, sum(database));
        // As after a reply that never came: nobody noted the commit.
        queues.note("main", before);
        try (JdbcGateway gateway = gateway(database, "", queues, 2).untilItCrashes()) {
            assertEquals(2, queues.lane().answered(), gateway::toString);
        }
        assertEquals(8, queues.noted("main").orElseThrow().last());
        restore(database);
        assertTrue(refusal(database, queues).contains("up to 0:8,"));
    }

    @Test
    void shouldNoteNothingOfDatabasesInMemoryAndOfGatewaysWithoutUpdates() throws SQLException {
        final Queues queues = new Queues();
        final Database memory = database(TestDatabase.HSQLDB);
        memory.execute("CREATE TABLE counter (id BIGINT PRIMARY KEY, n BIGINT)", "INSERT INTO counter VALUES (0, 0)");
        ask(queues, 1);
        assertEquals(updated(1), run(memory, queues));
        assertEquals(Optional.empty(), queues.noted("main"));
        final Database database = counters(TestDatabase.POSTGRESQL);
        final Queues reads = new Queues();
        reads.lane().request(RequestKind.QUERY, "SELECT n FROM counter WHERE id = ?", 1L);
        assertEquals(List.of("[{n=0}]"), run(database, reads));
        assertEquals(Optional.empty(), reads.noted("main"));
    }
}
