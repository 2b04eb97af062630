package dev.sluice.perf.micro;

import dev.sluice.perf.run.RunOptions;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code micro}. */
@Command(
        name = "micro",
        description =
                "The hot path in small pieces, by JMH: write, read, plan, encode, decode, rewrite, and what each allocates.")
public final class MicroCommand implements Callable<Integer> {

    @Mixin
    private RunOptions options;

    @Option(
            names = "--shots",
            paramLabel = "N",
            description =
                    "How often operations of a queue are measured in a repetition; 10 by default, 5 with --quick.")
    private Optional<Integer> shots = Optional.empty();

    @Option(
            names = "--iteration",
            paramLabel = "MILLIS",
            description = "How long an iteration is of what is in memory; 1000 by default, 200 with --quick.")
    private Optional<Integer> iteration = Optional.empty();

    @Parameters(
            paramLabel = "PATTERN",
            arity = "0..1",
            defaultValue = "",
            description = "A regular expression: only benchmarks whose name contains it, such as write or plan.")
    private String pattern;

    @Override
    public Integer call() throws Exception {
        return options.perform(
                new MicroExperiment(pattern, options.size(shots, 10, 5), options.size(iteration, 1_000, 200)));
    }
}
