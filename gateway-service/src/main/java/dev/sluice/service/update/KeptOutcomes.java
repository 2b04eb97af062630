package dev.sluice.service.update;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.OptionalLong;

/**
 * The rows of outcomes that the database stores now. The index of the last request in a row identifies the row. A row is needed
 * until the results of its requests are on disk. The number of rows is bounded; a large row, which contains results of reads,
 * counts as several rows. Any thread may call the methods.
 */
final class KeptOutcomes {

    /** While the results of this many rows are not on disk, no further run of updates is started. */
    static final int MOST = 256;
    /** When the results of this many rows are not on disk, the results should be synced to disk. */
    static final int MANY = 64;
    /** A row of {@code n} bytes counts as {@code 1 + n / BYTES} rows. */
    static final int BYTES = 16 << 10;
    /** The minimum number of rows that are deleted together, because each deletion costs a statement. */
    private static final int PRUNED_TOGETHER = 16;

    private final Deque<Row> kept = new ArrayDeque<>();
    private long durable = CheckpointTable.NONE;
    /**
     * The number of rows whose results are not on disk. Volatile, because the service thread's loop reads it without the lock.
     */
    private volatile int notDurable;

    private volatile long newest = CheckpointTable.NONE;

    /**
     * A row of outcomes.
     *
     * @param last the index of the last request in the row
     * @param weight the number of rows that this row counts as
     */
    record Row(long last, int weight) {

        static Row of(long last, int bytes) {
            return new Row(last, 1 + bytes / BYTES);
        }
    }

    synchronized void clear() {
        kept.clear();
        count();
    }

    synchronized void add(long last, int bytes) {
        kept.add(Row.of(last, bytes));
        count();
    }

    synchronized void durable(long index) {
        durable = index;
        count();
    }

    /** Returns the index up to which the next transaction may delete rows; empty while too few rows can be deleted. */
    synchronized OptionalLong prunable() {
        long end = CheckpointTable.NONE;
        int count = 0;
        for (final Row row : kept) {
            if (row.last > durable) {
                break;
            }
            end = row.last;
            count += row.weight;
        }
        return count < PRUNED_TOGETHER ? OptionalLong.empty() : OptionalLong.of(end);
    }

    /**
     * Called when a transaction was committed.
     *
     * @param pruned the index up to which the transaction has deleted rows
     * @param added the rows that the transaction has inserted
     */
    synchronized void committed(OptionalLong pruned, List<Row> added) {
        while (pruned.isPresent() && !kept.isEmpty() && kept.peekFirst().last <= pruned.getAsLong()) {
            kept.removeFirst();
        }
        kept.addAll(added);
        count();
    }

    boolean wantDurable() {
        return notDurable >= MANY;
    }

    /** @param first the index of the first update of the run that is about to start */
    boolean hasRoom(long first) {
        return notDurable < MOST || newest >= first;
    }

    private void count() {
        int count = 0;
        for (final var newest = kept.descendingIterator(); newest.hasNext(); ) {
            final Row row = newest.next();
            if (row.last <= durable) {
                break;
            }
            count += row.weight;
        }
        notDurable = count;
        newest = kept.isEmpty() ? CheckpointTable.NONE : kept.peekLast().last;
    }
}
