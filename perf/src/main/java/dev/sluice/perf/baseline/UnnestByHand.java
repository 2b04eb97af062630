package dev.sluice.perf.baseline;

import dev.sluice.perf.lab.Database;
import dev.sluice.perf.load.Change;
import dev.sluice.perf.load.Changes;
import dev.sluice.perf.load.ChangesByHand;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * PostgreSQL's arrays by hand: one {@code UPDATE … FROM unnest} or {@code INSERT … SELECT FROM unnest} for many changes,
 * several of them in a transaction. The fastest way that this driver has.
 *
 * <p>It is equal to one at a time only where no row comes twice in a statement, since each row changes once, and in no
 * particular order. So changes go in rounds: the first of each row in one statement, the second ones in the next; changes of
 * different rows do not see each other here. Arrays of primitives go over the wire in binary. Who writes this by hand must
 * know all that of the statement; a trigger or a subquery makes it wrong. The size of a transaction is the one thing to tune.
 */
public final class UnnestByHand implements ChangesByHand {

    private static final String UPDATE = "UPDATE sluice_perf_account AS a SET balance = k.amount - a.balance"
            + " FROM unnest(?::bigint[], ?::bigint[]) AS k(amount, id) WHERE a.id = k.id";
    private static final String INSERT = "INSERT INTO sluice_perf_entry SELECT * FROM unnest(?::bigint[], ?::bigint[])";

    private final Connection connection;
    private final PreparedStatement statement;
    private final boolean rounds;
    private final int size;

    /** @throws IllegalArgumentException for a kind that it does not know */
    public UnnestByHand(Database database, Change kind, int size) throws SQLException {
        if (!knows(kind)) {
            throw new IllegalArgumentException(kind + " is not written by hand with arrays");
        }
        this.connection = database.connect();
        this.rounds = kind == Change.UPDATE;
        this.statement = connection.prepareStatement(rounds ? UPDATE : INSERT);
        this.size = size;
        connection.setAutoCommit(false);
    }

    /** Whether that kind is written by hand here. */
    public static boolean knows(Change kind) {
        return kind == Change.UPDATE || kind == Change.INSERT;
    }

    @Override
    public void make(Changes changes) throws SQLException {
        for (int from = 0; from < changes.count(); from += size) {
            final int to = Math.min(changes.count(), from + size);
            final long[] first = Arrays.copyOfRange(changes.first(), from, to);
            final long[] second = Arrays.copyOfRange(changes.second(), from, to);
            if (rounds) {
                inRounds(first, second);
            } else {
                execute(first, second);
            }
            connection.commit();
        }
    }

    /** What comes again waits, in its order, for the next round. */
    private void inRounds(long[] amounts, long[] ids) throws SQLException {
        final Map<Long, Integer> seen = new HashMap<>(ids.length * 2);
        final int[] round = new int[ids.length];
        int last = 0;
        for (int i = 0; i < ids.length; i++) {
            round[i] = seen.merge(ids[i], 1, Integer::sum) - 1;
            last = Math.max(last, round[i]);
        }
        for (int current = 0; current <= last; current++) {
            final long[] someAmounts = new long[ids.length];
            final long[] someIds = new long[ids.length];
            int count = 0;
            for (int i = 0; i < ids.length; i++) {
                if (round[i] == current) {
                    someAmounts[count] = amounts[i];
                    someIds[count++] = ids[i];
                }
            }
            execute(Arrays.copyOf(someAmounts, count), Arrays.copyOf(someIds, count));
        }
    }

    private void execute(long[] first, long[] second) throws SQLException {
        statement.setObject(1, first);
        statement.setObject(2, second);
        final int count = statement.executeUpdate();
        if (count != first.length) {
            throw new IllegalStateException(first.length + " changes changed " + count + " rows");
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
