package dev.sluice.perf;

import dev.sluice.perf.burst.BurstExperiment;
import dev.sluice.perf.coalesce.CoalesceExperiment;
import dev.sluice.perf.compare.CompareCommand;
import dev.sluice.perf.events.EventsExperiment;
import dev.sluice.perf.lab.Experiment;
import dev.sluice.perf.lab.ExperimentCommand;
import dev.sluice.perf.lab.Program;
import dev.sluice.perf.letters.LettersExperiment;
import dev.sluice.perf.micro.MicroExperiment;
import dev.sluice.perf.tier.TierExperiment;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The command line of the experiments. */
@Command(
        name = "sluice perf",
        description = {
            "Measures the gateway beside its baselines, in one run, and says under which conditions.",
            "On brokers of Apache Kafka: sluice perf kafka --help"
        },
        mixinStandardHelpOptions = true,
        versionProvider = Program.Version.class,
        usageHelpAutoWidth = true,
        synopsisSubcommandLabel = "COMMAND",
        scope = ScopeType.INHERIT,
        subcommands = CompareCommand.class)
public final class Main implements Runnable {

    private static final List<Experiment> EXPERIMENTS = List.of(
            BurstExperiment.experiment(),
            LettersExperiment.experiment(),
            CoalesceExperiment.experiment(),
            EventsExperiment.experiment(),
            TierExperiment.experiment());

    @Spec
    private CommandSpec spec;

    /** Runs what the arguments name and exits: 0 done, 1 failed, 2 wrong arguments. */
    public static void main(String[] args) {
        Program.prepare();
        System.exit(execute(args));
    }

    /** The exit code of what the arguments name. */
    static int execute(String... args) {
        final CommandLine all = new CommandLine(new Main());
        all.addSubcommand(ExperimentCommand.several(
                "all", "The five experiments, one after the other, with one report", EXPERIMENTS));
        EXPERIMENTS.forEach(one -> all.addSubcommand(ExperimentCommand.of(one)));
        all.addSubcommand(ExperimentCommand.of(MicroExperiment.experiment()));
        return Program.execute(all, args);
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Name an experiment, or all");
    }
}
