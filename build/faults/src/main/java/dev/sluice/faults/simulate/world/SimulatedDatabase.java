package dev.sluice.faults.simulate.world;

import dev.sluice.faults.simulate.program.Statement;
import dev.sluice.faults.simulate.world.Setup.Dialect;
import dev.sluice.faults.simulate.world.Transaction.CheckpointRows;
import dev.sluice.service.update.CheckpointTable.Row;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A database. It has committed data, which survives every crash, and commits that were sent over a connection that was then lost.
 * Such commits hold their locks until the server carries them out or rolls them back.
 */
public final class SimulatedDatabase {

    private final Surroundings world;
    private final Judge judge;
    final int number;
    final Dialect dialect;
    private final long[] tables = new long[Statement.CELLS];
    private final Map<String, CheckpointRows> checkpoints = new HashMap<>();
    private final List<Transaction> sent = new ArrayList<>();
    private long awayUntil;

    /** The committed data of a database at the time of a backup. */
    record Saved(long[] tables, Map<String, CheckpointRows> checkpoints) {

        Optional<Row> row(String name) {
            return Optional.ofNullable(checkpoints.get(name)).flatMap(rows -> rows.row);
        }
    }

    SimulatedDatabase(Surroundings world, Judge judge, int number, Dialect dialect) {
        this.world = world;
        this.judge = judge;
        this.number = number;
        this.dialect = dialect;
    }

    /** Returns the committed tables. */
    long[] tables() {
        return tables;
    }

    /** Returns the committed checkpoint of a gateway that uses the given name for this database. */
    CheckpointRows checkpoint(String name) {
        return checkpoints.computeIfAbsent(name, key -> new CheckpointRows());
    }

    Map<String, CheckpointRows> checkpoints() {
        return checkpoints;
    }

    Saved saved() {
        final Map<String, CheckpointRows> copies = new HashMap<>();
        checkpoints.forEach((name, rows) -> copies.put(name, rows.copy()));
        return new Saved(tables.clone(), copies);
    }

    /** Sets the database back; no commit may be in progress. */
    void setBack(Saved then) {
        System.arraycopy(then.tables, 0, tables, 0, tables.length);
        checkpoints.clear();
        then.checkpoints.forEach((name, rows) -> checkpoints.put(name, rows.copy()));
    }

    boolean away() {
        return world.turn() < awayUntil;
    }

    void goAway(int turns) {
        awayUntil = world.turn() + turns;
    }

    /** Keeps a commit that was sent over a connection that is now lost. */
    void keepCommitting(Transaction transaction) {
        transaction.succeeds = world.mishaps.lateCommitSucceeds();
        sent.add(transaction);
    }

    /** Ends, now and then, a commit whose connection is lost. */
    void work() {
        if (!sent.isEmpty() && world.choices.oneIn(16)) {
            end(sent.get(0));
        }
    }

    /** Waits for all transactions that hold a lock on a checkpoint. */
    void waitForCheckpoint(String name) {
        for (final Transaction transaction : List.copyOf(sent)) {
            if (transaction.name.equals(name) && transaction.row.isPresent()) {
                end(transaction);
            }
        }
    }

    /** Waits for all transactions that have written any of the given rows. */
    void waitForTables(int some) {
        for (final Transaction transaction : List.copyOf(sent)) {
            if (transaction.wroteAnyOf(some)) {
                end(transaction);
            }
        }
    }

    /** Returns the place of the last update whose commit is in progress; -1 if there is none. */
    int lastSent() {
        int last = -1;
        for (final Transaction transaction : sent) {
            for (final int place : transaction.places) {
                last = Math.max(last, place);
            }
        }
        return last;
    }

    /** Ends all commits in progress. */
    void settle() {
        for (final Transaction transaction : List.copyOf(sent)) {
            end(transaction);
        }
    }

    private void end(Transaction transaction) {
        sent.remove(transaction);
        world.trace.note(() -> "a lost commit on d" + number + " is " + (transaction.succeeds ? "done" : "undone"));
        if (transaction.succeeds) {
            commit(transaction);
        }
    }

    void commit(Transaction transaction) {
        final CheckpointRows rows = checkpoint(transaction.name);
        judge.committing(number, transaction, rows);
        transaction.writeToTables();
        rows.commit(transaction);
        judge.committed(number, transaction, tables, rows);
    }
}
