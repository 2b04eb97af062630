package dev.sluice.perf.baseline;

import dev.sluice.perf.lab.Database;
import dev.sluice.perf.load.Change;
import dev.sluice.perf.load.ChangeStream.Changes;
import dev.sluice.perf.load.ChangesByHand;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * PostgreSQL's arrays by hand: one {@code UPDATE … FROM unnest} or {@code INSERT … SELECT FROM unnest} for many changes,
 * several of them in a transaction. The fastest way that this driver has.
 *
 * <p>It is equal to one at a time only where no row comes twice in a statement, since each row changes once, and in no
 * particular order. So a statement ends before the first row that it has already. Arrays of primitives go over the wire in
 * binary. Who writes this by hand must know all that of the statement; a trigger or a subquery makes it wrong. The size of
 * a transaction is the one thing to tune.
 */
public final class UnnestByHand implements ChangesByHand {

    private static final String UPDATE = "UPDATE sluice_perf_account AS a SET balance = k.amount - a.balance"
            + " FROM unnest(?::bigint[], ?::bigint[]) AS k(amount, id) WHERE a.id = k.id";
    private static final String INSERT = "INSERT INTO sluice_perf_entry SELECT * FROM unnest(?::bigint[], ?::bigint[])";

    private final Connection connection;
    private final PreparedStatement statement;
    private final boolean rowsComeAgain;
    private final int size;

    public UnnestByHand(Database database, Change kind, int size) throws SQLException {
        this.connection = database.connect();
        this.rowsComeAgain = kind == Change.UPDATE;
        this.statement = connection.prepareStatement(kind == Change.UPDATE ? UPDATE : INSERT);
        this.size = size;
        connection.setAutoCommit(false);
    }

    @Override
    public void make(Changes changes) throws SQLException {
        for (int from = 0; from < changes.count(); from += size) {
            final int to = Math.min(changes.count(), from + size);
            int begun = from;
            while (begun < to) {
                final int end = rowsComeAgain ? firstAgain(changes.second(), begun, to) : to;
                execute(
                        Arrays.copyOfRange(changes.first(), begun, end),
                        Arrays.copyOfRange(changes.second(), begun, end));
                begun = end;
            }
            connection.commit();
        }
    }

    /** Returns the place of the first id that is there a second time, or the end. */
    private static int firstAgain(long[] ids, int from, int to) {
        final Set<Long> seen = new HashSet<>(2 * (to - from));
        int next = from;
        while (next < to && seen.add(ids[next])) {
            next++;
        }
        return next;
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
