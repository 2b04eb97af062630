package dev.sluice.faults.simulate.world;

import dev.sluice.faults.simulate.program.Semantics;
import dev.sluice.faults.simulate.program.Statement;
import dev.sluice.service.update.CheckpointTable.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** What a connection did and has not committed yet. Reads what others committed until it writes it itself. */
final class Transaction {

    private final Claimant claimant;
    private final long[] committed;
    private final String name;
    private final List<Integer> late;
    private final long[] tables = new long[Statement.TABLES];
    private int written;
    private final List<Integer> places = new ArrayList<>();
    private Optional<Row> row = Optional.empty();
    private final SortedMap<Long, byte[]> kept = new TreeMap<>();
    private long prunedBefore;
    private boolean claims;
    private boolean forgets;
    private boolean aborted;
    private boolean deferredObjection;
    private boolean succeeds;

    /**
     * @param committed the tables as others committed them
     * @param name the database's name in the configuration of the process
     * @param late the places of updates of the call in hand whose deadline has passed
     */
    Transaction(Claimant claimant, long[] committed, String name, List<Integer> late) {
        this.late = late;
        this.claimant = claimant;
        this.committed = committed;
        this.name = name;
    }

    Claimant claimant() {
        return claimant;
    }

    String name() {
        return name;
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
    void write(Statement statement, long seen, int place) {
        Semantics.write(statement, seen, tables());
        written |= statement.writes();
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

    /** The requests whose updates it did, in their order. */
    List<Integer> places() {
        return places;
    }

    /** The updates that it may say were too late: those it keeps an outcome for, or one behind them. */
    List<Integer> late() {
        return late;
    }

    /** The checkpoint as it left it. */
    Optional<Row> row() {
        return row;
    }

    void setRow(Row changed) {
        row = Optional.of(changed);
    }

    void claim() {
        claims = true;
    }

    boolean claims() {
        return claims;
    }

    SortedMap<Long, byte[]> kept() {
        return kept;
    }

    void pruneUpTo(long index) {
        prunedBefore = index + 1;
    }

    long prunedBefore() {
        return prunedBefore;
    }

    void forget() {
        forgets = true;
    }

    boolean forgets() {
        return forgets;
    }

    /** After an error it takes nothing more until it is rolled back. */
    void abort() {
        aborted = true;
    }

    boolean aborted() {
        return aborted;
    }

    /** Its commit will fail. */
    void object() {
        deferredObjection = true;
    }

    boolean deferredObjection() {
        return deferredObjection;
    }

    /** What its commit will come to, which nobody waits for any more. */
    void setFate(boolean success) {
        succeeds = success;
    }

    boolean succeeds() {
        return succeeds;
    }

    /** How it is now, to come back to, more than once. */
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
