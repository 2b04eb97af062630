package dev.sluice.perf.tier;

import dev.sluice.api.QueueOptions;
import dev.sluice.api.Requests;
import dev.sluice.client.GatewayClient;
import dev.sluice.internal.queue.QueuePair;
import dev.sluice.perf.lab.InstantLoop;
import dev.sluice.perf.lab.Run;
import dev.sluice.perf.lab.Sizes;
import dev.sluice.perf.lab.ThreadUse;
import dev.sluice.perf.load.Asked;
import dev.sluice.perf.report.Measurements;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * The CPU of the gateway's thread for a request: read, plan, hand to a backend that answers at once, write the result.
 * So it is without transport and backend, by small keys and by lists of numbers, which have to be copied and compared.
 */
final class OwnCost {

    static final String SMALL = "gateway's own CPU, a request with a long";

    private static final int CHUNK = 100;

    private static final int WARM_UPS = 5;

    private final Run run;
    private final int small;
    private final int large;
    private final double[][] lists = new double[CHUNK][];

    OwnCost(Run run) {
        this.run = run;
        this.small = run.of(TierExperiment.OWN_REQUESTS);
        this.large = Math.max(CHUNK, small / 20);
        final Random random = new Random(run.seed());
        Arrays.setAll(lists, i -> random.doubles(run.of(TierExperiment.NUMBERS)).toArray());
    }

    static String large(int size) {
        return String.format("gateway's own CPU, a request with %,d doubles", size);
    }

    void measure(Measurements measurements) throws Exception {
        run.takeTurns(
                "tier, ",
                run.sizes().kind() == Sizes.Kind.SMOKE ? 0 : WARM_UPS,
                run.repetitions(),
                List.of("gateway's own cost"),
                (name, kept) -> once(kept ? measurements : new Measurements()));
    }

    private void once(Measurements measurements) throws Exception {
        measurements.add(SMALL, "us", micros(small, (writer, i) -> writer.lookup("add", (long) i)));
        measurements.add(
                large(lists[0].length),
                "us",
                micros(large, (writer, i) -> writer.lookup("add", (Object) lists[i % CHUNK])));
    }

    private interface Write {
        void request(Requests writer, int number);
    }

    private double micros(int requests, Write write) throws Exception {
        final Path directory = run.newDirectory("tier-own");
        try (GatewayClient client = GatewayClient.open(directory.resolve("queues"))) {
            for (int i = 0; i < requests; i++) {
                write.request(client.requests(), i);
            }
            final long cpu;
            try (QueuePair queues = QueuePair.open(directory.resolve("queues"), QueueOptions.DEFAULTS);
                    InstantLoop loop = new InstantLoop(queues, CHUNK)) {
                final long start = ThreadUse.cpuNanos();
                loop.answer(requests);
                cpu = ThreadUse.cpuNanos() - start;
            }
            final Asked asked = new Asked();
            client.awaitAll(asked);
            if (asked.answers() != requests) {
                throw new IllegalStateException(asked.answers() + " results for " + requests + " requests");
            }
            return cpu / 1e3 / requests;
        } finally {
            Run.delete(directory);
        }
    }
}
