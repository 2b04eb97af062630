package dev.sluice.perf.queue;

import dev.sluice.perf.run.RunOptions;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code sync}. */
@Command(name = "sync", description = "What it costs that requests and results survive a power cut.")
public final class SyncCommand implements Callable<Integer> {

    @Mixin
    private RunOptions options;

    @Option(names = "--requests", paramLabel = "N", description = "In each measurement.")
    private Optional<Integer> requests = Optional.empty();

    @Option(
            names = "--chunks",
            paramLabel = "N",
            split = ",",
            defaultValue = "100,1000",
            description = "The gateway's chunk limits; ${DEFAULT-VALUE} by default.")
    private List<Integer> chunks;

    @Override
    public Integer call() throws Exception {
        return options.perform(new SyncExperiment(options.size(requests, 200_000, 50_000), chunks));
    }
}
