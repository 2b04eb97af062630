package dev.sluice.faults.simulate.world;

import dev.sluice.faults.simulate.program.Model;
import dev.sluice.faults.simulate.program.Statement.Nature;
import java.util.Arrays;
import java.util.List;

/**
 * Records the committed updates of one database. Checks that each update is committed once, in order and without a gap, and that
 * the tables after it are those of the model.
 */
final class Ledger {

    private final int database;
    /** The fingerprint of the tables after each update, by the update's place; 0 if it is not committed. */
    private final int[] fingerprints;

    private Model model;
    private int last = -1;

    Ledger(int database, Model model) {
        this.database = database;
        this.model = model;
        this.fingerprints = new int[model.program().size()];
    }

    Ledger copy() {
        final Ledger copy = new Ledger(database, model);
        System.arraycopy(fingerprints, 0, copy.fingerprints, 0, fingerprints.length);
        copy.last = last;
        return copy;
    }

    /**
     * Replaces the model, because the input has other requests from some place on. No update from that place on is committed in
     * this database.
     */
    void replace(Model other) {
        model = other;
    }

    boolean has(int place) {
        return fingerprints[place] != 0;
    }

    /** Returns the fingerprint of the tables after the update at a place; 0 if it is not committed. */
    int fingerprint(int place) {
        return fingerprints[place];
    }

    /** Returns the place of the last update; -1 if there is none. */
    int last() {
        return last;
    }

    /** Checks a commit of updates, and the tables after it. */
    void commit(List<Integer> places, long[] tables) {
        for (final int place : places) {
            if (place == last && nature(place) == Nature.OUTSIDE) {
                continue; // an update outside of transactions may run again after a crash
            }
            check(place);
            fingerprints[place] = Arrays.hashCode(model.tables(database, place)) | 1;
            last = place;
        }
        if (!Arrays.equals(tables, model.tables(database, last))) {
            throw new Violation(
                    Promise.TABLES,
                    where() + " are not those of all updates up to place " + last + ", run one at a time");
        }
    }

    private void check(int place) {
        if (has(place)) {
            throw new Violation(Promise.ONCE, where() + ": the update at place " + place + " happened again");
        }
        if (!model.succeeds(place)) {
            throw new Violation(
                    Promise.TABLES, where() + ": the update at place " + place + " happened, but should have failed");
        }
        final int expected = model.nextUpdate(database, last);
        if (place != expected) {
            throw new Violation(
                    Promise.IN_TURN,
                    where() + ": the update at place " + place + " happened instead of the one at " + expected);
        }
    }

    private String where() {
        return "the tables of d" + database;
    }

    private Nature nature(int place) {
        return model.program().requests().get(place).statement().orElseThrow().nature();
    }

    /** Checks at the end that no update is missing. */
    void checkComplete(int requests) {
        final int missing = model.nextUpdate(database, last);
        if (missing < requests) {
            throw new Violation(Promise.NONE_LOST, where() + ": the update at place " + missing + " never happened");
        }
    }
}
