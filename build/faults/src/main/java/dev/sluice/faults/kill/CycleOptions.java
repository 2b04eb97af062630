package dev.sluice.faults.kill;

import dev.sluice.faults.kill.Round.Scenario;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options of a command that kills in cycles; the cycles of a round share a directory. */
public final class CycleOptions extends RunOptions {

    private static final Duration SHORTEST = Duration.ofSeconds(30);

    @Option(
            names = "--cycles",
            paramLabel = "N",
            defaultValue = "20",
            description = "The number of kills (default: ${DEFAULT-VALUE}).")
    private int cycles;

    /** A run that lasts for a time. */
    @FunctionalInterface
    public interface TimedRun {
        boolean run(KillRun.Plan plan) throws IOException, SQLException, InterruptedException;
    }

    /**
     * Runs for a time instead of a number of cycles.
     *
     * @return the exit code
     */
    public int execute(Duration time, TimedRun run) throws IOException, SQLException, InterruptedException {
        if (isGiven("--cycles")) {
            throw wrong("--cycles and --for exclude each other");
        } else if (time.compareTo(SHORTEST) < 0) {
            throw wrong("--for " + time.toSeconds() + "s is less than " + SHORTEST.toSeconds() + "s");
        }
        return execute((seed, database, place) ->
                run.run(new KillRun.Plan(0, Optional.of(time), seed, database, place, keep())));
    }

    /**
     * Runs the scenario.
     *
     * @return the exit code
     */
    public int execute(Scenario scenario) throws IOException, SQLException, InterruptedException {
        if (cycles < 1) {
            throw wrong("--cycles " + cycles + " is less than 1");
        }
        return execute((seed, database, place) -> new KillRun(
                        new KillRun.Plan(cycles, Optional.empty(), seed, database, place, keep()), scenario, System.out)
                .run());
    }
}
