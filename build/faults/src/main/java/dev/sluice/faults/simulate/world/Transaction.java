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

/** The uncommitted work of a connection. It reads each table as others committed it until it writes that table itself. */
final class Transaction {

    /**
     * A process as databases and the judge know it.
     *
     * @param number tells it from all other runs
     * @param queue the input that it reads
     * @param lastRequest the index of the last request when it started
     * @param answered the index of the last answered request when it started
     * @param acceptsNewQueues whether it may claim the checkpoint of other queues
     * @param told which commits its results tell of, by place
     * @param mayLose the checkpoints, by name, of which it need not notice lost commits
     * @param claimed the names of the checkpoints that it knows to have been its own; grows
     */
    record Claimant(
            int number,
            UUID queue,
            long lastRequest,
            long answered,
            boolean acceptsNewQueues,
            List<Integer> told,
            Predicate<String> mayLose,
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

    /** The process whose connection it is. */
    final Claimant claimant;
    /** The database's name in the configuration of the process. */
    final String name;
    /** The updates that it may say were too late: those it keeps an outcome for, or one after them. */
    final List<Integer> late;
    /** The requests whose updates it did, in their order. */
    final List<Integer> places = new ArrayList<>();
    /** The outcomes that it keeps, by their last index. */
    final SortedMap<Long, byte[]> kept = new TreeMap<>();
    /** The checkpoint as it left it, if it did anything to it. */
    Optional<Row> row = Optional.empty();
    /** Kept outcomes before this index are deleted. */
    long prunedBefore;
    /** Whether it made the checkpoint its process's own. */
    boolean claims;
    /** Whether all kept outcomes are deleted. */
    boolean forgets;
    /** Whether an error has aborted it: it takes no more statements until it is rolled back. */
    boolean aborted;
    /** Whether its commit will fail. */
    boolean deferredObjection;
    /** Whether its commit will succeed, once nobody waits for that any more. */
    boolean succeeds;

    private final long[] committed;
    private final long[] tables = new long[Statement.CELLS];
    private int written;

    /**
     * Begins a transaction.
     *
     * @param committed the tables as others committed them
     * @param late the places of updates of the call in hand whose deadline has passed
     */
    Transaction(Claimant claimant, long[] committed, String name, List<Integer> late) {
        this.claimant = claimant;
        this.committed = committed;
        this.name = name;
        this.late = late;
    }

    /** The tables as a statement of it sees them. */
    long[] tables() {
        for (int table = 0; table < tables.length; table++) {
            if ((written & 1 << table) == 0) {
                tables[table] = committed[table];
            }
        }
        return tables;
    }

    /** An update of the request at that place. */
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

    /** Returns a way back to the transaction's state of now, more than once. */
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
