package dev.sluice.perf.tier;

import dev.sluice.perf.run.Experiment;
import dev.sluice.perf.run.RunOptions;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code tier}. */
@Command(
        name = "tier",
        description = "A cheap and a dear function in process, behind REST, and through the gateway: what is work.")
public final class TierCommand implements Callable<Integer> {

    @Mixin
    private RunOptions options;

    @Option(
            names = "--adds",
            paramLabel = "N",
            description = "Lists to add in each measurement; 2000 by default, 100 with --quick.")
    private Optional<Integer> adds = Optional.empty();

    @Option(
            names = "--fits",
            paramLabel = "N",
            description = "Lists to fit in each measurement; 300 by default, 40 with --quick.")
    private Optional<Integer> fits = Optional.empty();

    @Option(
            names = "--numbers",
            paramLabel = "N",
            defaultValue = "1000",
            description = "In each list, 11 at least; ${DEFAULT-VALUE} by default.")
    private int numbers = 1_000;

    @Option(
            names = "--chunks",
            paramLabel = "N",
            split = ",",
            description = "Requests in a call, rising from 1; 1, 10 and 100 by default.")
    private List<Integer> chunks = List.of();

    @Option(
            names = "--counts",
            paramLabel = "N",
            split = ",",
            description = "Numbers in a list in the curve; 10 to 10000 by default.")
    private List<Integer> counts = List.of();

    @Option(
            names = "--own-requests",
            paramLabel = "N",
            description = "For the gateway's own cost; 300000 by default, 30000 with --quick.")
    private Optional<Integer> ownRequests = Optional.empty();

    @Override
    public Integer call() throws Exception {
        return options.perform(experiment(options));
    }

    /** With these options of its own, and those that all have as they were given to another command. */
    public static Experiment with(RunOptions options, String... own) {
        return RunOptions.parsed(new TierCommand(), own).experiment(options);
    }

    private Experiment experiment(RunOptions run) {
        final int own = run.size(ownRequests, 300_000, 30_000);
        return new TierExperiment(new TierExperiment.Sizes(
                run.size(adds, 2_000, 100),
                run.size(fits, 300, 40),
                numbers,
                chunks.isEmpty() ? List.of(1, 10, 100) : chunks,
                counts.isEmpty() ? List.of(10, 100, 1_000, 10_000) : counts,
                own,
                Math.max(100, own / 20),
                run.quick() ? 1 : 3,
                run.quick() ? 1 : 5));
    }
}
