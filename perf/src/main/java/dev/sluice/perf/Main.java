package dev.sluice.perf;

import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command line of the experiments. */
@Command(
        name = "sluice perf",
        description = "Measures the gateway beside its baselines, in one run, and says under which conditions.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        scope = CommandLine.ScopeType.INHERIT)
public final class Main implements Runnable {

    private static final int QUEUE_REQUESTS = 600_000;
    private static final int QUEUE_REQUESTS_QUICK = 300_000;

    @Spec
    private CommandLine.Model.CommandSpec spec;

    /** Runs what the arguments name and exits: 0 done, 1 failed, 2 wrong arguments. */
    public static void main(String[] args) {
        System.exit(execute(args));
    }

    static int execute(String... args) {
        return new CommandLine(new Main()).execute(args);
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Name an experiment, or all");
    }

    @Command(name = "queue", description = "The queues and the component alone: write, read, the loop, bytes allocated.")
    int queue(
            @Mixin RunOptions options,
            @Option(names = "--requests", paramLabel = "N", description = "How many lookups.")
                    Optional<Integer> requests,
            @Option(names = "--chunk", paramLabel = "N", defaultValue = "100", description = "The chunk limit.")
                    int chunkLimit)
            throws Exception {
        return run(
                options,
                new QueueExperiment(options.size(requests, QUEUE_REQUESTS, QUEUE_REQUESTS_QUICK), chunkLimit));
    }

    private static int run(RunOptions options, Experiment... experiments) throws Exception {
        final Run run = options.toRun();
        for (final Experiment experiment : List.of(experiments)) {
            final Report report = experiment.run(run);
            run.progress().done();
            report.write(run.out());
            System.out.println(report.markdown());
        }
        return 0;
    }
}
