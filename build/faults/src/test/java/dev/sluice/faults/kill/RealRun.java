package dev.sluice.faults.kill;

import dev.sluice.faults.kill.KillRun.Plan;
import dev.sluice.testsupport.Trees;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/** A run below {@code target}, which keeps what a failing one leaves; {@code -Dseed=S} repeats its plan. */
public final class RealRun {

    private RealRun() {}

    /** Runs a number of cycles in a directory with a name. */
    public static KillRun of(String name, int cycles, DatabaseKind database, Rounds rounds) throws Exception {
        final long seed = Long.getLong("seed", ThreadLocalRandom.current().nextLong(1, 1_000_000_000));
        final Path directory = Path.of("target", name).toAbsolutePath();
        Trees.delete(directory);
        final Plan plan = new Plan(cycles, Optional.empty(), List.of(), seed, database, directory, false);
        final KillRun run = new KillRun(plan, rounds, new Report(System.out));
        if (run.run()) {
            Trees.delete(directory);
        }
        return run;
    }
}
