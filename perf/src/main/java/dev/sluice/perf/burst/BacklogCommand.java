package dev.sluice.perf.burst;

import dev.sluice.perf.run.RunOptions;
import dev.sluice.perf.system.DatabaseOptions;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code backlog}. */
@Command(name = "backlog", description = "The heap while a backlog of millions is written and drained.")
public final class BacklogCommand implements Callable<Integer> {

    @Mixin
    private RunOptions options;

    @Mixin
    private DatabaseOptions database;

    @Option(names = "--requests", paramLabel = "N", description = "Of the backlog.")
    private Optional<Integer> requests = Optional.empty();

    @Option(
            names = "--heap",
            paramLabel = "SIZE",
            defaultValue = "256m",
            description = "-Xmx of the job and of the gateway; ${DEFAULT-VALUE} by default.")
    private String heap;

    @Override
    public Integer call() throws Exception {
        return options.perform(new BacklogExperiment(
                database.choice(), new BacklogExperiment.Sizes(options.size(requests, 5_000_000, 1_000_000), heap)));
    }
}
