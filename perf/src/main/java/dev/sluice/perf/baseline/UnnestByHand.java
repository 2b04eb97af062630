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
 * Makes many changes with one statement, {@code UPDATE … FROM unnest} or {@code INSERT … SELECT FROM unnest}, whose arguments are
 * hand-written PostgreSQL arrays. Several statements share a transaction. With this driver there is no faster way.
 *
 * <p>The result equals that of one change at a time only if no row occurs twice in a statement, because a statement changes each
 * row at most once, and changes the rows in no particular order. Therefore this class begins a new statement when a row would
 * occur again. Arrays of primitives are sent in binary. The author of such code must know all this; if the statement contains a
 * subquery, or if the table has a trigger, the result may be wrong.
 *
 * <p>What could be tuned: only the size of a transaction.
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

    /** Returns the position of the first repeated id in the range, or the end of the range if no id is repeated. */
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
