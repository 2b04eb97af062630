package dev.sluice.perf;

import java.util.List;
import java.util.Optional;

/** The sizes of experiments where none are asked for: those of a full run, and those with {@code --quick}. */
final class DefaultSizes {

    private DefaultSizes() {}

    static int sync(RunOptions options, Optional<Integer> asked) {
        return options.size(asked, 200_000, 50_000);
    }

    static int queue(RunOptions options, Optional<Integer> asked) {
        return options.size(asked, 600_000, 300_000);
    }

    static int replay(RunOptions options, Optional<Integer> asked) {
        return options.size(asked, 2_000_000, 300_000);
    }

    static LookupsExperiment.Sizes lookups(
            RunOptions options, Optional<Integer> lookups, Optional<Integer> rows, List<Integer> chunks) {
        return new LookupsExperiment.Sizes(
                options.size(lookups, 100_000, 60_000), options.size(rows, 200_000, 50_000), chunks);
    }

    static RestExperiment.Sizes rest(
            RunOptions options,
            Optional<Integer> lookups,
            Optional<Integer> singles,
            Optional<Integer> rows,
            List<Integer> chunks,
            int callsInFlight) {
        final int all = options.size(lookups, 1_000_000, 60_000); // with fewer the gateway's JVM is still warming up
        return new RestExperiment.Sizes(
                all,
                Math.min(all, options.size(singles, 10_000, 4_000)),
                options.size(rows, 200_000, 50_000),
                chunks,
                callsInFlight);
    }

    static EventsExperiment.Sizes events(RunOptions options, int rate, Optional<Integer> seconds) {
        final int all = options.size(seconds, 60, 10);
        return new EventsExperiment.Sizes(rate, all, Math.min(all, 10));
    }

    static int updates(RunOptions options, Optional<Integer> asked) {
        return options.size(asked, 200_000, 10_000);
    }

    static BacklogExperiment.Sizes backlog(RunOptions options, Optional<Integer> requests, String heap) {
        return new BacklogExperiment.Sizes(options.size(requests, 5_000_000, 1_000_000), 10_000, heap);
    }

    static List<Integer> numbers(String list) {
        return List.of(list.split(",")).stream().map(Integer::valueOf).toList();
    }
}
