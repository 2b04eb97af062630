package dev.sluice.perf.queue;

import dev.sluice.perf.run.RunOptions;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code queue}. */
@Command(name = "queue", description = "The queues and the component alone: write, read, the loop, bytes allocated.")
public final class QueueCommand implements Callable<Integer> {

    private static final int CHUNK = 100;

    @Mixin
    private RunOptions options;

    @Option(names = "--requests", paramLabel = "N", description = "How many lookups.")
    private Optional<Integer> requests = Optional.empty();

    @Option(
            names = "--chunk",
            paramLabel = "N",
            defaultValue = "" + CHUNK,
            description = "The chunk limit; ${DEFAULT-VALUE} by default.")
    private int chunk;

    @Override
    public Integer call() throws Exception {
        return options.perform(new QueueExperiment(options.size(requests, 600_000, 300_000), chunk));
    }
}
