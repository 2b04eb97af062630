package dev.sluice.perf.coalesce;

import dev.sluice.perf.baseline.BatchingPool;
import dev.sluice.perf.baseline.DataLoaderBatch;
import dev.sluice.perf.baseline.ThreadForEachCall;
import dev.sluice.perf.coalesce.Trials.Trial;
import dev.sluice.perf.run.Run;
import java.util.ArrayList;
import java.util.List;

/** The document's load, each way beside the others. */
final class MainComparison {

    private static final int DEFAULT_CHUNK = 100;

    private final CoalesceExperiment.Sizes sizes;
    private final Load load;
    private final CoalesceExperiment.Systems systems;
    private final List<Row> rows = new ArrayList<>();
    private final List<Trial> trials = new ArrayList<>();

    /**
     * A row of the table.
     *
     * @param name of what was measured
     * @param threads that make calls or, where they wait for none, start them
     * @param document the document's figure, or empty
     * @param target of ours, or empty
     */
    record Row(String name, int threads, String document, String target) {}

    MainComparison(CoalesceExperiment.Sizes sizes, Load load, CoalesceExperiment.Systems systems) {
        this.sizes = sizes;
        this.load = load;
        this.systems = systems;
    }

    /** Measures all; the first row is what the others are compared with. */
    List<Row> measure(Run run, Trials measured) throws Exception {
        try (ThreadForEachCall each = new ThreadForEachCall(systems.names(), sizes.threads());
                BatchingPool pool = new BatchingPool(systems.names(), sizes.workers(), sizes.batch())) {
            add(sizes.threads() + " threads, one call each", sizes.threads(), "1,000", "", each::load);
            add(
                    String.format("batching pool, %d workers, %d keys", sizes.workers(), sizes.batch()),
                    sizes.workers(),
                    "250",
                    "",
                    pool::load);
            final DataLoaderBatch dataLoader = new DataLoaderBatch(systems.names(), GatewaySettings.CALL_LIMIT);
            add("java-dataloader, one dispatch at the end", 1, "", "", dataLoader::load);
            final GatewaySettings single = GatewaySettings.of(sizes.requests(), 1);
            add(single, "");
            add(GatewaySettings.of(sizes.requests(), 2), "80");
            add(GatewaySettings.of(sizes.requests(), 4), "80");
            add(single.lingering(sizes.linger()), "");
            add(GatewaySettings.of(DEFAULT_CHUNK, 4), "");
            add(GatewaySettings.of(DEFAULT_CHUNK, 4).cached(), "");
            measured.warmUp(sizes.warmUps(), trials);
            measured.measure("the document's load", run.repetitions(), trials);
            return rows;
        }
    }

    private void add(GatewaySettings settings, String target) {
        add(settings.named(), 1, "", target, systems.gateway(settings));
    }

    private void add(String name, int threads, String document, String target, Loader loader) {
        rows.add(new Row(name, threads, document, target));
        trials.add(new Trial(name, loader, load));
    }
}
