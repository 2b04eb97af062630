package dev.sluice.perf.lookups;

import dev.sluice.perf.run.RunOptions;
import dev.sluice.perf.system.DatabaseOptions;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code rest}. */
@Command(name = "rest", description = "Lookups behind a REST service, in chunks and with one GET each.")
public final class RestCommand implements Callable<Integer> {

    private static final int CALLS_IN_FLIGHT = 2;

    @Mixin
    private RunOptions options;

    @Mixin
    private DatabaseOptions database;

    @Option(names = "--lookups", paramLabel = "N", description = "How many in each measurement.")
    private Optional<Integer> lookups = Optional.empty();

    @Option(names = "--singles", paramLabel = "N", description = "How many of them with one GET each.")
    private Optional<Integer> singles = Optional.empty();

    @Option(names = "--rows", paramLabel = "N", description = "Of the table.")
    private Optional<Integer> rows = Optional.empty();

    @Option(
            names = "--chunks",
            paramLabel = "N",
            split = ",",
            defaultValue = "10,100,500",
            description = "The chunk limits; ${DEFAULT-VALUE} by default.")
    private List<Integer> chunks;

    @Option(
            names = "--calls-in-flight",
            paramLabel = "N",
            defaultValue = "" + CALLS_IN_FLIGHT,
            description = "Of the gateway, at a time; ${DEFAULT-VALUE} by default.")
    private int callsInFlight;

    @Option(
            names = "--preload",
            description = "The service answers from memory: what REST costs, without a database behind.")
    private boolean preload;

    @Override
    public Integer call() throws Exception {
        final int all = options.size(lookups, 1_000_000, 60_000); // with fewer the gateway's JVM is still warming up
        final RestExperiment.Sizes sizes = new RestExperiment.Sizes(
                all,
                Math.min(all, options.size(singles, 10_000, 4_000)),
                options.size(rows, 200_000, 50_000),
                chunks,
                callsInFlight);
        return options.perform(new RestExperiment(database.choice(), preload, sizes));
    }
}
