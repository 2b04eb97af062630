package dev.sluice.perf.replay;

import dev.sluice.perf.run.RunOptions;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code replay}. */
@Command(name = "replay", description = "How fast the replay tool reads both queues, beside bare tailers.")
public final class ReplayCommand implements Callable<Integer> {

    @Mixin
    private RunOptions options;

    @Option(names = "--pairs", paramLabel = "N", description = "How many requests, each with its result.")
    private Optional<Integer> pairs = Optional.empty();

    @Override
    public Integer call() throws Exception {
        return options.perform(new ReplayExperiment(options.size(pairs, 2_000_000, 300_000)));
    }
}
