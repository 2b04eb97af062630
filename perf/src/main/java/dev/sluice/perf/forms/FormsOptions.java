package dev.sluice.perf.forms;

import dev.sluice.perf.run.RunOptions;
import dev.sluice.perf.system.Latency;
import java.time.Duration;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Option;

/** The options of the forms of a job. */
public final class FormsOptions {

    /** What is measured. */
    public enum Which {
        COST,
        LATENCY,
        LETTERS
    }

    private static final int VIRTUAL_WIDTH = 10_000;
    private static final int PLATFORM_WIDTH = 2_000;

    @Option(
            names = "--only",
            paramLabel = "PART",
            split = ",",
            description = "Which parts: ${COMPLETION-CANDIDATES}; all by default.")
    private Set<Which> only = EnumSet.allOf(Which.class);

    @Option(names = "--items", paramLabel = "N", description = "How many in each measurement of a form's cost.")
    private Optional<Integer> items = Optional.empty();

    @Option(names = "--lookups", paramLabel = "N", description = "How many alone, one after another.")
    private Optional<Integer> lookups = Optional.empty();

    @Option(names = "--contracts", paramLabel = "N", description = "How many letters, through the concurrent loop.")
    private Optional<Integer> contracts = Optional.empty();

    @Option(names = "--singles", paramLabel = "N", description = "How many of the letters one SELECT at a time.")
    private Optional<Integer> singles = Optional.empty();

    @Option(
            names = "--latency",
            paramLabel = "TIME",
            defaultValue = "1ms",
            converter = Latency.class,
            description = "Of the simulated network, a round trip: 1ms or 500us; ${DEFAULT-VALUE} by default.")
    private Duration latency = Duration.ofMillis(1);

    @Option(
            names = "--width",
            paramLabel = "N",
            description = "Bodies at a time in the concurrent loop; " + VIRTUAL_WIDTH
                    + " by default on virtual threads, " + PLATFORM_WIDTH + " on platform threads.")
    private int width = FormCosts.virtualThreads() ? VIRTUAL_WIDTH : PLATFORM_WIDTH;

    @Option(
            names = "--chunk",
            paramLabel = "N",
            defaultValue = "5000",
            description = "The gateway's chunk limit; ${DEFAULT-VALUE} by default.")
    private int chunk = 5000;

    @Option(
            names = "--calls-in-flight",
            paramLabel = "N",
            defaultValue = "4",
            description = "Of the letters' gateway, at a time; ${DEFAULT-VALUE} by default.")
    private int callsInFlight = 4;

    @Option(
            names = "--heap",
            paramLabel = "SIZE",
            defaultValue = "256m",
            description = "-Xmx of the jobs whose cost is measured; ${DEFAULT-VALUE} by default.")
    private String heap = "256m";

    /** The experiment with what was asked for, and the defaults of that kind of run for the rest. */
    public FormsExperiment experiment(RunOptions options) {
        final int all = options.size(contracts, 200_000, 20_000);
        final FormCosts.Sizes costs = new FormCosts.Sizes(options.size(items, 1_000_000, 100_000), width, chunk, heap);
        final LettersForms.Sizes letters = new LettersForms.Sizes(
                all, Math.min(all, options.size(singles, 3_000, 500)), latency, width, chunk, callsInFlight);
        final Map<Which, FormsExperiment.Measuring> parts = new EnumMap<>(Map.of(
                Which.COST, new FormCosts(costs)::measure,
                Which.LATENCY, new LoneLookups(options.size(lookups, 20_000, 5_000))::measure,
                Which.LETTERS, new LettersForms(letters)::measure));
        parts.keySet().retainAll(only);
        return new FormsExperiment(List.copyOf(parts.values()));
    }
}
