package dev.sluice.faults.simulate.world;

import dev.sluice.faults.simulate.program.Semantics;
import dev.sluice.faults.simulate.program.Statement;
import dev.sluice.service.update.CheckpointTable.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Predicate;

/**
 * The uncommitted work of a connection. It sees each row as other transactions have committed it, until it writes the row itself.
 */
final class Transaction {

    /**
     * The data of a process for databases and the judge.
     *
     * @param number a unique number of the process
     * @param queue the id of the input that the process reads
     * @param lastRequest the index of the last request when the process started
     * @param answered the index of the last answered request when the process started
     * @param acceptsNewQueues whether the process may claim the checkpoint of other queues
     * @param told the commits on which the results of the lane depend, by place
     * @param acceptsLostCommits whether the process may go on with a checkpoint that lost commits
     * @param weakened true for names of checkpoints whose lost commits the process need not notice
     * @param claimed the names of the checkpoints that the process has claimed so far
     */
    record Claimant(
            int number,
            UUID queue,
            long lastRequest,
            long answered,
            boolean acceptsNewQueues,
            List<Integer> told,
            boolean acceptsLostCommits,
            Predicate<String> weakened,
            Set<String> claimed) {}

    /** The committed checkpoint of a gateway under one name of a database, with the kept outcomes by their last index. */
    static final class CheckpointRows {

        private static final int NOBODY = -1;

        final SortedMap<Long, byte[]> outcomes = new TreeMap<>();
        Optional<Row> row = Optional.empty();
        /** The number of the process that claimed the checkpoint last. */
        int owner = NOBODY;

        CheckpointRows copy() {
            final CheckpointRows copy = new CheckpointRows();
            copy.outcomes.putAll(outcomes);
            copy.row = row;
            copy.owner = owner;
            return copy;
        }

        void commit(Transaction transaction) {
            transaction.row.ifPresent(it -> row = Optional.of(it));
            if (transaction.claims) {
                owner = transaction.claimant.number();
            }
            if (transaction.forgets) {
                outcomes.clear();
            }
            outcomes.headMap(transaction.prunedBefore).clear();
            outcomes.putAll(transaction.kept);
        }
    }

    /** The process that owns the connection. */
    final Claimant claimant;
    /** The database's name in the configuration of the process. */
    final String name;
    /**
     * The updates that may be stored as too late; they count as late if this transaction stores an outcome for them or for a
     * later update.
     */
    final List<Integer> late;
    /** The places of the executed updates, in order. */
    final List<Integer> places = new ArrayList<>();
    /** The outcomes that the transaction stores, by their last index. */
    final SortedMap<Long, byte[]> kept = new TreeMap<>();
    /** The checkpoint row after this transaction, if the transaction has changed or locked it. */
    Optional<Row> row = Optional.empty();
    /** Kept outcomes before this index are deleted. */
    long prunedBefore;
    /** Whether the transaction claims the checkpoint for its process. */
    boolean claims;
    /** Whether all kept outcomes are deleted. */
    boolean forgets;
    /** Whether an error has aborted the transaction, so that it accepts no statements until it is rolled back. */
    boolean aborted;
    /** Whether the commit will fail. */
    boolean deferredObjection;
    /** Whether the server will carry out the commit after the connection is lost. */
    boolean succeeds;

    private final long[] committed;
    private final long[] tables = new long[Statement.CELLS];
    private int written;

    /**
     * Begins a transaction.
     *
     * @param committed the tables as other transactions have committed them
     * @param late the places of updates of the present call whose deadline has passed
     */
    Transaction(Claimant claimant, long[] committed, String name, List<Integer> late) {
        this.claimant = claimant;
        this.committed = committed;
        this.name = name;
        this.late = late;
    }

    /** Returns the tables as a statement of this transaction sees them. */
    long[] tables() {
        for (int table = 0; table < tables.length; table++) {
            if ((written & 1 << table) == 0) {
                tables[table] = committed[table];
            }
        }
        return tables;
    }

    /** Executes the update at a place. */
    void write(Statement statement, int argument, long seen, int place) {
        Semantics.write(statement, argument, seen, tables());
        written |= statement.writtenCells(argument);
        places.add(place);
    }

    boolean wroteAnyOf(int others) {
        return (written & others) != 0;
    }

    void writeToTables() {
        for (int table = 0; table < tables.length; table++) {
            if ((written & 1 << table) != 0) {
                committed[table] = tables[table];
            }
        }
    }

    /** Returns an action that restores the present state of the transaction; it may run more than once. */
    Runnable savepoint() {
        final long[] then = tables().clone();
        final int writtenThen = written;
        final int placesThen = places.size();
        final boolean objectionThen = deferredObjection;
        return () -> {
            System.arraycopy(then, 0, tables, 0, then.length);
            written = writtenThen;
            places.subList(placesThen, places.size()).clear();
            deferredObjection = objectionThen;
            aborted = false;
        };
    }
}
