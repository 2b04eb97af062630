package dev.sluice.perf.letters;

import dev.sluice.examples.letters.Contract;
import dev.sluice.examples.letters.Contracts;
import dev.sluice.perf.baseline.JoinedSelectEach;
import dev.sluice.perf.baseline.SelectsOnPool;
import dev.sluice.perf.letters.LettersAtRate.Asked;
import dev.sluice.perf.load.LettersOnDemand;
import dev.sluice.perf.report.LatencyByLoad;
import dev.sluice.perf.report.Plot.Axis;
import dev.sluice.perf.run.Run;
import dev.sluice.perf.system.Database;
import dev.sluice.perf.system.Latency;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How long a letter takes that is asked for by itself, against how many are asked for in a second. */
final class LettersByLoad {

    private static final int CHUNK = 100;
    private static final int CONTRACTS = 10_000;

    private final LettersSizes sizes;
    private final String network;
    private final Map<String, LettersOnDemand.Opening> ways = new LinkedHashMap<>();
    private final LettersAtRate letters;

    LettersByLoad(LettersSizes sizes, LettersSystem system) throws Exception {
        this.sizes = sizes;
        final Duration latency = sizes.latencyNear(Duration.ofMillis(1));
        network = latency.isZero() ? "loopback" : Latency.shown(latency);
        final Database database = system.behind(latency);
        ways.put("direct SQL", () -> new JoinedSelectEach(database));
        for (final int threads : sizes.pools()) {
            ways.put("direct SQL on " + threads + " threads", () -> new SelectsOnPool(database, threads));
        }
        final LettersGateway gateway = system.gateway(LetterLookups.sql(database, sizes.callsInFlight()), CHUNK);
        ways.put("gateway on SQL, chunk " + CHUNK, gateway::openOnDemand);
        letters = expected(system.database(), Math.min(sizes.contracts(), CONTRACTS));
    }

    private static LettersAtRate expected(Database database, int count) throws Exception {
        final List<Contract> contracts = new ArrayList<>(count);
        try (Contracts all = Contracts.read(database.source())) {
            while (contracts.size() < count) {
                contracts.add(all.next());
            }
        }
        final List<String> expected = new ArrayList<>(count);
        try (JoinedSelectEach select = new JoinedSelectEach(database)) {
            for (final Contract contract : contracts) {
                select.ask(contract, expected::add);
            }
        }
        return new LettersAtRate(contracts, expected);
    }

    LettersPart measure(Run run) throws Exception {
        final LatencyByLoad latencies =
                new LatencyByLoad(List.copyOf(ways.keySet()), sizes.loads(), sizes.loadMillis());
        final Map<String, LettersOnDemand> open = new LinkedHashMap<>();
        try {
            for (final Map.Entry<String, LettersOnDemand.Opening> way : ways.entrySet()) {
                open.put(way.getKey(), way.getValue().open());
            }
            for (final Map.Entry<String, LettersOnDemand> way : open.entrySet()) {
                run.progress().stage("letters by load, " + way.getKey() + ": warm-up");
                letters.ask(way.getValue(), sizes.loads().get(0), sizes.loadMillis());
            }
            for (final int load : sizes.loads()) {
                measure(run, open, latencies, load);
            }
        } finally {
            for (final LettersOnDemand way : open.values()) {
                way.close();
            }
        }
        return new LettersPart(
                latencies.table(
                        "A letter by itself, against load, " + network + ": ms until it is there", "letters a second"),
                latencies.measurements(),
                latencies.plot(
                        "letters-load",
                        "Until a letter is there that was asked for by itself, against load, " + network,
                        Axis.log("letters a second"),
                        Axis.log("ms, from the moment at which it was to be asked for")),
                List.of());
    }

    private void measure(Run run, Map<String, LettersOnDemand> open, LatencyByLoad latencies, int load)
            throws Exception {
        for (int repetition = 1; repetition <= run.repetitions(); repetition++) {
            final List<String> order = new ArrayList<>(latencies.left());
            if (repetition % 2 == 0) {
                Collections.reverse(order);
            }
            for (final String way : order) {
                run.progress()
                        .stage("letters, " + load + " a second, " + way + ": " + repetition + " of "
                                + run.repetitions());
                final Asked asked = letters.ask(open.get(way), load, sizes.loadMillis());
                latencies.add(way, load, asked.latencies(), asked.tookNanos());
            }
        }
        latencies.done(load, run.repetitions());
    }
}
