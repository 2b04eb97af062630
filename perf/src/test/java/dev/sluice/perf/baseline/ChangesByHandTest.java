package dev.sluice.perf.baseline;

import dev.sluice.perf.lab.Database;
import dev.sluice.perf.load.Change;
import dev.sluice.perf.load.ChangeStream;
import dev.sluice.perf.load.ChangedTable;
import dev.sluice.perf.load.ChangesByHand;
import dev.sluice.testsupport.PostgresServer;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Each way by hand leaves what the changes make of the tables one after the other. */
class ChangesByHandTest {

    /** More than there are accounts: in one transaction, and one statement, rows come twice. */
    private static final int MORE_THAN_ACCOUNTS = 12_500;

    private static final int CHANGES = 25_000;
    private static final long SEED = 7;

    @Test
    void shouldLeaveWhatOneAtATimeLeavesWhenRowsComeTwice() throws SQLException {
        for (final Change kind : List.of(Change.INSERT, Change.UPDATE)) {
            check(kind, new CommitEach(newDatabase(kind, "commit_each"), kind), "commit_each");
            check(kind, new BatchesByHand(newDatabase(kind, "batches"), kind, MORE_THAN_ACCOUNTS), "batches");
            check(kind, new UnnestByHand(newDatabase(kind, "arrays"), kind, MORE_THAN_ACCOUNTS), "arrays");
        }
    }

    private static Database newDatabase(Change kind, String way) throws SQLException {
        final PostgresServer server = PostgresServer.shared();
        final Database database = new Database(server.createDatabase(name(kind, way)), server.user());
        ChangedTable.create(database, kind);
        return database;
    }

    private static String name(Change kind, String way) {
        return "by_hand_" + way + "_" + kind.statement();
    }

    private static void check(Change kind, ChangesByHand way, String name) throws SQLException {
        final PostgresServer server = PostgresServer.shared();
        final ChangeStream stream = new ChangeStream(kind, SEED);
        try (way) {
            way.make(stream.next(CHANGES));
        }
        ChangedTable.check(new Database(server.jdbcUrl(name(kind, name)), server.user()), stream, CHANGES, name);
    }
}
