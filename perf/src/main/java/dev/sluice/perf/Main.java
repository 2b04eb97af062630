package dev.sluice.perf;

import dev.sluice.perf.burst.BurstExperiment;
import dev.sluice.perf.coalesce.CoalesceExperiment;
import dev.sluice.perf.events.EventsExperiment;
import dev.sluice.perf.lab.Experiment;
import dev.sluice.perf.lab.ExperimentCommand;
import dev.sluice.perf.lab.Program;
import dev.sluice.perf.letters.LettersExperiment;
import dev.sluice.perf.micro.MicroExperiment;
import dev.sluice.perf.tier.TierExperiment;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;

/** The command line of the experiments. */
public final class Main {

    private static final List<Experiment> EXPERIMENTS = List.of(
            BurstExperiment.experiment(),
            LettersExperiment.experiment(),
            CoalesceExperiment.experiment(),
            EventsExperiment.experiment(),
            TierExperiment.experiment());

    private Main() {}

    /** Runs the command that the arguments name, and exits with 0 on success, 1 on failure, or 2 on wrong arguments. */
    public static void main(String[] args) {
        Program.prepare();
        System.exit(Program.execute(commandLine(), args));
    }

    /** The command line with all commands. */
    static CommandLine commandLine() {
        final List<CommandLine> commands = new ArrayList<>();
        commands.add(ExperimentCommand.several(
                "all", "The five experiments, one after the other, with one report", EXPERIMENTS));
        EXPERIMENTS.forEach(one -> commands.add(ExperimentCommand.of(one)));
        commands.add(ExperimentCommand.of(MicroExperiment.experiment()));
        return Program.of(commands);
    }
}
