package dev.sluice.faults.simulate.world;

import dev.sluice.faults.simulate.program.Statement;
import dev.sluice.faults.simulate.world.Transaction.Claimant;
import dev.sluice.service.update.CheckpointTable;
import dev.sluice.service.update.CheckpointTable.Row;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;

/**
 * The updates that have a result but were lost by their database. A gateway stops at them until an operator accepts the loss. The
 * operator then deals with them, so from then on a gateway stops at an output that lacks their results: it would run them.
 */
final class Losses {

    private final Setup setup;
    /** The lost commits on which results depend. A gateway has already been allowed to go on without them. */
    private final Set<Integer> acknowledged = new HashSet<>();
    /** For each checkpoint: the place of the last lost update that an operator has accepted. */
    private final Map<String, Integer> accepted = new HashMap<>();

    Losses(Setup setup) {
        this.setup = setup;
    }

    /** Returns, for each checkpoint with an accepted loss, the place of the last lost update. */
    Map<String, Integer> accepted() {
        return Map.copyOf(accepted);
    }

    /** Notes that all databases are set back to a state with these accepted losses. */
    void setBack(Map<String, Integer> then) {
        accepted.clear();
        accepted.putAll(then);
    }

    /** Notes that one database is set back to a state with these accepted losses. */
    void setBack(int database, Map<String, Integer> then) {
        for (int backend = 0; backend < setup.program().backends().size(); backend++) {
            if (setup.program().backends().get(backend) == database) {
                final String name = Setup.backend(backend);
                accepted.remove(name);
                Optional.ofNullable(then.get(name)).ifPresent(place -> accepted.put(name, place));
            }
        }
    }

    /** Whether an operator has accepted that a place's update, or a later one of the same checkpoint, is lost. */
    boolean isAccepted(Statement asked, int place) {
        return place <= accepted(Setup.backend(asked.backend()));
    }

    private int accepted(String checkpoint) {
        return accepted.getOrDefault(checkpoint, -1);
    }

    /**
     * Checks the first claim of a checkpoint by a process: the database has every commit on which the results depend, and the
     * output has the results of all updates whose loss was accepted.
     *
     * @param row the checkpoint before the claim
     * @param asked returns the statement at a place
     */
    void check(Claimant process, String name, Optional<Row> row, Ledger ledger, IntFunction<Statement> asked) {
        final int answered = setup.positions().place(process.answered()) + 1;
        if (answered <= accepted(name)) {
            throw violation(
                    process, name, "whose lost update at place " + accepted(name) + " its output does not have");
        }
        final long last = row.filter(it -> it.queue().equals(process.queue()))
                .map(Row::last)
                .orElse(CheckpointTable.NONE);
        for (int place = 0; place < Math.min(process.told().size(), answered); place++) {
            final int told = process.told().get(place);
            if (told == 0
                    || !name.equals(Setup.backend(asked.apply(place).backend()))
                    || ledger.fingerprint(place) == told) {
                continue;
            }
            final boolean first = acknowledged.add(told);
            if (process.weakened().test(name)) {
                continue;
            }
            if (first && !process.acceptsLostCommits()) {
                throw violation(
                        process, name, "which lost the update at place " + place + ", although it has a result");
            }
            if (process.acceptsLostCommits() && setup.positions().index(place) > last) {
                accepted.merge(name, place, Math::max);
            }
        }
    }

    private static Violation violation(Claimant process, String name, String which) {
        return new Violation(
                Promise.STOPS,
                "process " + process.number() + " goes on with the checkpoint of " + name + ", " + which);
    }
}
