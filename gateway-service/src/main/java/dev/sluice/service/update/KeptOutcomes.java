package dev.sluice.service.update;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.OptionalLong;

/**
 * Which rows of outcomes the database keeps, by the index of the last request of each: some until their results are on
 * disk, never more than a bound. Large rows, which have results of reads, count for more. Any thread.
 */
final class KeptOutcomes {

    /** So many rows of which the results are not known to be on disk, and no further run is started. */
    static final int MOST = 256;
    /** So many, and results are asked to be brought to disk. */
    static final int MANY = 64;
    /** A row counts once more for each so many bytes. */
    static final int BYTES = 16 << 10;
    /** So many rows are forgotten at a time: each time costs a statement. */
    private static final int PRUNED_TOGETHER = 16;

    private final Deque<Row> kept = new ArrayDeque<>();
    private long durable = CheckpointTable.NONE;
    /** Read at every turn of the duty cycle, so without the lock. */
    private volatile int notDurable;

    private volatile long newest = CheckpointTable.NONE;

    /**
     * A row.
     *
     * @param last the index of its last request
     * @param weight for how many it counts
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

    /** Up to which index the next transaction may forget; empty if that is not worth a statement yet. */
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
     * A transaction was committed.
     *
     * @param pruned it has forgotten the rows up to this index
     * @param added it keeps these
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

    /** @param first the index of the first update of a run that is to be started */
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
