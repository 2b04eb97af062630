package dev.sluice.perf.burst;

import dev.sluice.perf.run.RunOptions;
import dev.sluice.perf.system.DurableDatabases;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code updates}. */
@Command(name = "updates", description = "Durable updates beside a service that commits one at a time.")
public final class UpdatesCommand implements Callable<Integer> {

    @Mixin
    private RunOptions options;

    @Option(
            names = "--database",
            paramLabel = "KIND",
            defaultValue = "hsqldb",
            description = "hsqldb (on files) or postgresql (with fsync); ${DEFAULT-VALUE} by default.")
    private DurableDatabases.Kind database;

    @Option(names = "--updates", paramLabel = "N", description = "How many in each measurement.")
    private Optional<Integer> updates = Optional.empty();

    @Option(
            names = "--transactions",
            paramLabel = "N",
            split = ",",
            defaultValue = "100,1000",
            description = "How many updates share a transaction; ${DEFAULT-VALUE} by default.")
    private List<Integer> transactions;

    @Override
    public Integer call() throws Exception {
        return options.perform(new UpdatesExperiment(database, options.size(updates, 200_000, 10_000), transactions));
    }
}
