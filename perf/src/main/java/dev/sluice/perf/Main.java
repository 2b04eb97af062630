package dev.sluice.perf;

import dev.sluice.perf.burst.BurstExperiment;
import dev.sluice.perf.coalesce.CoalesceExperiment;
import dev.sluice.perf.compare.CompareCommand;
import dev.sluice.perf.events.EventsExperiment;
import dev.sluice.perf.lab.Experiment;
import dev.sluice.perf.lab.ExperimentCommand;
import dev.sluice.perf.lab.Machine;
import dev.sluice.perf.letters.LettersExperiment;
import dev.sluice.perf.micro.MicroExperiment;
import dev.sluice.perf.tier.TierExperiment;
import dev.sluice.service.log.LogSetup;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The command line of the experiments. */
@Command(
        name = "sluice perf",
        description = "Measures the gateway beside its baselines, in one run, and says under which conditions.",
        mixinStandardHelpOptions = true,
        versionProvider = Main.Version.class,
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

    private static final String COMMON_THREADS = "java.util.concurrent.ForkJoinPool.common.parallelism";

    @Spec
    private CommandSpec spec;

    /** Runs what the arguments name and exits: 0 done, 1 failed, 2 wrong arguments. */
    public static void main(String[] args) {
        System.setProperty(LogSetup.LEVEL, "warn");
        giveCommonPoolThreads();
        System.exit(execute(args));
    }

    /**
     * As the gateway's own program does: the JDK's HTTP client, which baselines use, ends every call in the common pool,
     * and with one processor or two would start a thread for each.
     */
    private static void giveCommonPoolThreads() {
        if (System.getProperty(COMMON_THREADS) == null && Runtime.getRuntime().availableProcessors() <= 2) {
            System.setProperty(COMMON_THREADS, "2"); // read when the pool is first used
        }
    }

    /** The exit code of what the arguments name. */
    static int execute(String... args) {
        final CommandLine all = new CommandLine(new Main());
        all.addSubcommand(ExperimentCommand.several(
                "all", "The five experiments, one after the other, with one report", EXPERIMENTS));
        EXPERIMENTS.forEach(one -> all.addSubcommand(ExperimentCommand.of(one)));
        all.addSubcommand(ExperimentCommand.of(MicroExperiment.experiment()));
        return all.setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionExceptionHandler(Main::failed)
                .execute(args);
    }

    /** Sizes that cannot be are told like other wrong arguments. */
    private static int failed(Exception e, CommandLine command, ParseResult arguments) throws Exception {
        if (e instanceof IllegalArgumentException) {
            command.getErr().println("sluice perf: " + e.getMessage());
            return CommandLine.ExitCode.USAGE;
        }
        throw e;
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Name an experiment, or all");
    }

    /** The version of the jar. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"sluice perf " + Machine.version(Main.class)};
        }
    }
}
