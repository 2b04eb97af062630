package dev.sluice.faults.kill;

import dev.sluice.faults.kill.Round.Scenario;
import java.io.IOException;
import java.sql.SQLException;
import picocli.CommandLine.Option;

/** The options of a command that kills in cycles, a round of them in each directory. */
public final class CycleOptions extends RunOptions {

    @Option(
            names = "--cycles",
            paramLabel = "N",
            defaultValue = "20",
            description = "How many kills (default: ${DEFAULT-VALUE}).")
    private int cycles;

    /**
     * Runs the scenario.
     *
     * @return the exit code
     */
    public int execute(Scenario scenario) throws IOException, SQLException, InterruptedException {
        if (cycles < 1) {
            throw wrong("--cycles " + cycles + " is less than 1");
        }
        return execute((seed, database, place) ->
                new KillRun(new KillRun.Plan(cycles, seed, database, place, keep()), scenario, System.out).run());
    }
}
