package dev.sluice.perf.forms;

import dev.sluice.client.futures.Pausing;
import dev.sluice.perf.report.Measurements;
import dev.sluice.perf.report.Part;
import dev.sluice.perf.report.Table;
import dev.sluice.perf.run.Run;
import dev.sluice.perf.system.ChildJvm;
import dev.sluice.perf.system.InstantGateway;
import dev.sluice.service.IdleStrategy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;

/**
 * How long a lookup takes that nothing shares a chunk with, for each pauser of the client and of the gateway: a job in a
 * JVM of its own, against a gateway here whose backend answers at once.
 */
final class LoneLookups {

    private static final int WARM_UPS = 1;
    private static final long MOST_SECONDS = 600;
    private static final String UNIT = "us";

    /** A client's pauser with a gateway's. */
    private record Pausers(Pausing client, String gatewayName, Supplier<IdleStrategy> gateway) {
        String title() {
            return client.name().toLowerCase(Locale.ROOT) + ", gateway " + gatewayName;
        }
    }

    private static final List<Pausers> ALL = List.of(
            new Pausers(Pausing.BUSY, "busy", IdleStrategy::busy),
            new Pausers(Pausing.BUSY, "balanced", IdleStrategy::balanced),
            new Pausers(Pausing.BALANCED, "busy", IdleStrategy::busy),
            new Pausers(Pausing.BALANCED, "balanced", IdleStrategy::balanced));

    private final int lookups;

    LoneLookups(int lookups) {
        this.lookups = lookups;
    }

    Part measure(Run run, Path directory) throws Exception {
        final Measurements measured = new Measurements();
        try (ChildJvm job =
                ChildJvm.start("job-latency", directory, List.of(), "", LatencyJob.class, String.valueOf(lookups))) {
            for (int repetition = 1 - WARM_UPS; repetition <= run.repetitions(); repetition++) {
                for (final Pausers pausers : ALL) {
                    run.progress()
                            .stage("a lone lookup, " + pausers.title() + ": "
                                    + (repetition < 1 ? "warm-up" : repetition + " of " + run.repetitions()));
                    add(once(directory, pausers, job), pausers, repetition < 1 ? new Measurements() : measured);
                }
            }
        }
        return report(measured);
    }

    private static LatencyJob.Latencies once(Path directory, Pausers pausers, ChildJvm job) throws Exception {
        final Path queues = Files.createTempDirectory(directory, "queues-");
        try (InstantGateway gateway = InstantGateway.start(queues, 1, pausers.gateway.get())) {
            job.ask(pausers.client + " " + queues);
            return LatencyJob.Latencies.parse(gateway.hear(job, MOST_SECONDS));
        } finally {
            Run.delete(queues);
        }
    }

    private static void add(LatencyJob.Latencies latencies, Pausers pausers, Measurements measured) {
        measured.add(median(pausers), UNIT, latencies.median());
        measured.add(p99(pausers), UNIT, latencies.p99());
        measured.add(longest(pausers), UNIT, latencies.longest());
    }

    private static String median(Pausers pausers) {
        return "lone lookup, " + pausers.title() + ", 50 %";
    }

    private static String p99(Pausers pausers) {
        return "lone lookup, " + pausers.title() + ", 99 %";
    }

    private static String longest(Pausers pausers) {
        return "lone lookup, " + pausers.title() + ", longest";
    }

    private Part report(Measurements measured) {
        final List<List<String>> rows = new ArrayList<>();
        for (final Pausers pausers : ALL) {
            rows.add(List.of(
                    pausers.title(),
                    measured.get(median(pausers)).shown(),
                    measured.get(p99(pausers)).shown(),
                    measured.get(longest(pausers)).shown()));
        }
        final Map<String, String> conditions = new LinkedHashMap<>();
        conditions.put(
                "a lone lookup",
                String.format(
                        "%,d declared calls in each measurement, one after another, each waited for; the gateway in another"
                                + " JVM, its backend answers at once; what each percentile came to in a repetition, of those the"
                                + " median",
                        lookups));
        return new Part(
                conditions,
                new Table(
                        "A lone lookup, microseconds from the call to its row",
                        List.of("pauser of the client's reading thread", "50 %", "99 %", "longest"),
                        rows),
                measured.all());
    }
}
