package dev.sluice.faults.simulate.world;

import dev.sluice.faults.simulate.program.Model;
import dev.sluice.faults.simulate.program.Statement.Nature;
import java.util.Arrays;
import java.util.List;

/** Which updates one database has committed: each once, in their order, none left out, with the tables to show for it. */
final class Ledger {

    private final int database;
    /** The fingerprint of the tables after each update, by its place; 0 where it is not done. */
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

    /** The input has other requests after a place up to which nothing of it was committed here. */
    void replace(Model other) {
        model = other;
    }

    boolean has(int place) {
        return fingerprints[place] != 0;
    }

    /** The fingerprint of the tables after the update at a place; 0 if it is not done. */
    int fingerprint(int place) {
        return fingerprints[place];
    }

    /** The place of the last update; -1 if there is none. */
    int last() {
        return last;
    }

    /** Checks a commit of updates, after which the tables are these. */
    void commit(List<Integer> places, long[] tables) {
        for (final int place : places) {
            if (place == last && nature(place) == Nature.OUTSIDE) {
                continue; // runs again after a crash, and may
            }
            check(place);
            fingerprints[place] = Arrays.hashCode(model.tables(database, place)) | 1;
            last = place;
        }
        if (!Arrays.equals(tables, model.tables(database, last))) {
            throw new Violation(
                    Promise.TABLES, where() + " are not those of all updates up to place " + last + " one at a time");
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
                    where() + ": the update at place " + place + " happened, and not that at " + expected);
        }
    }

    private String where() {
        return "the tables of d" + database;
    }

    private Nature nature(int place) {
        return model.program().requests().get(place).statement().orElseThrow().nature();
    }

    /** Checks that nothing is missing in the end. */
    void checkComplete(int requests) {
        final int missing = model.nextUpdate(database, last);
        if (missing < requests) {
            throw new Violation(Promise.NONE_LOST, where() + ": the update at place " + missing + " never happened");
        }
    }
}
