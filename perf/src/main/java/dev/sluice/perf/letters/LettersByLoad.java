package dev.sluice.perf.letters;

import dev.sluice.examples.letters.Contract;
import dev.sluice.examples.letters.Contracts;
import dev.sluice.perf.baseline.JoinedSelectEach;
import dev.sluice.perf.baseline.SelectsOnPool;
import dev.sluice.perf.lab.Database;
import dev.sluice.perf.lab.Run;
import dev.sluice.perf.letters.LettersAtRate.Asked;
import dev.sluice.perf.load.LettersOnDemand;
import dev.sluice.perf.report.Findings;
import dev.sluice.perf.report.LatencyByLoad;
import dev.sluice.perf.report.Plot.Axis;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How long a letter takes that is asked for by itself, against how many are asked for in a second. */
final class LettersByLoad {

    private static final int CHUNK = 100;
    private static final int CONTRACTS = 10_000;

    private final Run run;
    private final String network;
    private final Map<String, LettersOnDemand.Opening> ways = new LinkedHashMap<>();
    private final LettersAtRate letters;

    LettersByLoad(Run run, LettersSystem system) throws Exception {
        this.run = run;
        final Duration latency = LettersExperiment.network(run);
        network = LettersExperiment.named(latency);
        final Database database = system.behind(latency);
        ways.put(LettersByChunk.SQL, () -> new JoinedSelectEach(database));
        for (final int threads : run.of(LettersExperiment.POOLS)) {
            ways.put(LettersByChunk.pool(threads), () -> new SelectsOnPool(database, threads));
        }
        final LettersGateway gateway =
                system.gateway(CHUNK, run.of(LettersExperiment.CALLS_IN_FLIGHT)).asking(database);
        ways.put("gateway on SQL, chunk " + CHUNK, gateway::onDemand);
        letters = expected(system.database(), Math.min(run.of(LettersExperiment.CONTRACTS), CONTRACTS));
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

    void measure(Findings findings) throws Exception {
        final List<Integer> loads = run.of(LettersExperiment.LOADS);
        final int millis = run.of(LettersExperiment.LOAD_MILLIS);
        final LatencyByLoad latencies = new LatencyByLoad(List.copyOf(ways.keySet()), loads, millis);
        final Map<String, LettersOnDemand> open = new LinkedHashMap<>();
        try {
            for (final Map.Entry<String, LettersOnDemand.Opening> way : ways.entrySet()) {
                open.put(way.getKey(), way.getValue().open());
            }
            for (final Map.Entry<String, LettersOnDemand> way : open.entrySet()) {
                run.progress().stage("letters by load, " + way.getKey() + ": warm-up");
                letters.ask(way.getValue(), loads.get(0), millis);
            }
            for (final int load : loads) {
                run.takeTurns(
                        "letters, " + load + " a second, ", 0, run.repetitions(), latencies.left(), (way, kept) -> {
                            final Asked asked = letters.ask(open.get(way), load, millis);
                            latencies.add(way, load, asked.latencies(), asked.tookNanos());
                        });
                latencies.done(load, run.repetitions());
            }
        } finally {
            for (final LettersOnDemand way : open.values()) {
                way.close();
            }
        }
        latencies.report(
                findings,
                "A letter by itself, against load, " + network + ": ms until it is there",
                "letters a second",
                latencies.plot(
                        "letters-load",
                        "Until a letter is there that was asked for by itself, against load, " + network,
                        Axis.log("letters a second"),
                        Axis.log("ms, from the moment at which it was to be asked for")));
    }
}
