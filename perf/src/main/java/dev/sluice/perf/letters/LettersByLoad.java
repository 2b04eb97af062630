package dev.sluice.perf.letters;

import dev.sluice.examples.letters.Contract;
import dev.sluice.examples.letters.Contracts;
import dev.sluice.perf.baseline.JoinedSelectEach;
import dev.sluice.perf.baseline.SelectsOnPool;
import dev.sluice.perf.lab.Database;
import dev.sluice.perf.lab.Opened;
import dev.sluice.perf.lab.Run;
import dev.sluice.perf.lab.Variant;
import dev.sluice.perf.letters.LettersSystem.Network;
import dev.sluice.perf.load.Arrivals;
import dev.sluice.perf.load.LettersOnDemand;
import dev.sluice.perf.load.Sending;
import dev.sluice.perf.report.Columns;
import dev.sluice.perf.report.Curves;
import dev.sluice.perf.report.Findings;
import dev.sluice.perf.report.Measurement;
import dev.sluice.perf.report.Measurements;
import dev.sluice.perf.report.Plot.Axis;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The time of a letter that is asked for by itself, against how many are asked for in a second, whether those before have
 * come or not: from the moment at which it was to be asked for. Each is compared with the one it should be. A way that came
 * in late in most repetitions of a load did not keep up with it: its latencies there say how long the measurement was, so
 * they are not shown, and it is left out of higher loads. One thread asks.
 */
final class LettersByLoad {

    private static final int CHUNK = 100;
    private static final int CONTRACTS = 10_000;
    private static final int WINDOW = 20_000;
    private static final List<String> PERCENTILES = List.of("50", "99", "99.9");
    private static final double LATE = 1.1;
    private static final long LATE_NANOS = 50_000_000;

    private final Run run;
    private final Network network;
    private final List<Integer> loads;
    private final int millis;
    private final Map<String, Asking> ways = new LinkedHashMap<>();
    private final List<Contract> contracts = new ArrayList<>();
    /** The letter of each contract. */
    private final List<String> expected = new ArrayList<>();

    private final Measurements measured = new Measurements();
    private final Set<String> kept = new HashSet<>();

    /** Opens the ways, until the system is closed. */
    LettersByLoad(Run run, LettersSystem system) throws Exception {
        this.run = run;
        this.loads = run.of(LettersSizes.LOADS);
        this.millis = run.of(LettersSizes.LOAD_MILLIS);
        network = system.networks().stream()
                .skip(1) // the loopback
                .min(Comparator.comparing(one -> one.latency().minusMillis(1).abs()))
                .orElseThrow();
        final int threads = run.of(LettersSizes.THREADS);
        final Database database = network.database();
        final int count = Math.min(run.of(LettersSizes.CONTRACTS), CONTRACTS);
        try (Contracts all = Contracts.read(system.database().source());
                JoinedSelectEach select = new JoinedSelectEach(system.database())) {
            while (contracts.size() < count) {
                final Contract contract = all.next();
                contracts.add(contract);
                select.ask(contract, expected::add);
            }
        }
        final Opened opened = system.opened();
        ways.put(LettersSweep.SQL, new Asking(opened.add(new JoinedSelectEach(database))));
        ways.put(LettersSweep.pool(threads), new Asking(opened.add(new SelectsOnPool(database, threads))));
        ways.put(
                LettersSweep.named(LettersSweep.GATEWAY, CHUNK),
                new Asking(opened.add(system.onSql(database, CHUNK).onDemand())));
    }

    /** A way that is open, and counts its letters. */
    private final class Asking implements Sending.Sender {

        private final LettersOnDemand way;
        private final Arrivals letters = new Arrivals();
        private final Sending sending = new Sending(this, letters, WINDOW);

        Asking(LettersOnDemand way) {
            this.way = way;
        }

        @Override
        public void send(long number) throws Exception {
            final int contract = (int) (number % contracts.size());
            way.ask(contracts.get(contract), letter -> {
                if (letter.equals(expected.get(contract))) {
                    letters.of(number);
                } else {
                    letters.failed(new IllegalStateException("Another letter came for " + contracts.get(contract)));
                }
            });
        }

        @Override
        public int poll() {
            return way.poll();
        }
    }

    /** Measures the ways that keep up, in turns. */
    void measure(Findings findings) throws Exception {
        for (final Map.Entry<String, Asking> way : ways.entrySet()) {
            run.progress().stage("letters by load, " + way.getKey() + ": warm-up");
            way.getValue().sending.send(loads.get(0), millis);
        }
        final List<String> left = new ArrayList<>(ways.keySet());
        for (final int load : loads) {
            final Map<String, Integer> late = new HashMap<>();
            final List<Variant> variants = left.stream()
                    .map(way -> new Variant(named(way, load), figures -> {
                        final long start = System.nanoTime();
                        ways.get(way).sending.send(load, millis);
                        final long took = System.nanoTime() - start;
                        late.merge(way, took > LATE * millis * 1e6 + LATE_NANOS ? 1 : 0, Integer::sum);
                        for (final String percent : PERCENTILES) {
                            figures.add(
                                    percentile(percent),
                                    "ms",
                                    ways.get(way).letters.millis(percent));
                        }
                    }))
                    .toList();
            run.inTurns("letters, ", 0, run.repetitions(), variants, measured);
            left.removeIf(way -> late.get(way) * 2 > run.repetitions());
            left.forEach(way -> kept.add(named(way, load)));
        }
        report(findings);
    }

    private static String named(String way, int load) {
        return way + ", " + Measurement.number(load) + " a second";
    }

    private static String percentile(String percent) {
        return ", " + percent + " %";
    }

    /** Adds figures, a table and a plot with a curve for each percentile of each way. */
    private void report(Findings findings) {
        final Curves curves = new Curves(
                "letters-load",
                "Until a letter is there that was asked for by itself, against load, " + network,
                Axis.log("letters a second"),
                Axis.log("ms, from the moment at which it was to be asked for"));
        final Columns<Integer> columns = new Columns<Integer>().with("letters a second", load -> load);
        for (final String way : ways.keySet()) {
            columns.with(way + ", 50 % / 99 % / 99.9 %", load -> shown(way, load));
            PERCENTILES.forEach(percent -> curves.add(way + percentile(percent)));
            loads.stream()
                    .filter(load -> kept.contains(named(way, load)))
                    .forEach(load -> PERCENTILES.forEach(percent -> {
                        final Measurement latency = measured.get(named(way, load) + percentile(percent));
                        curves.add(way + percentile(percent), load, findings.add(latency));
                    }));
        }
        findings.table("A letter by itself, against load, " + network + ": ms until it is there", loads, columns);
        findings.plot(curves);
    }

    private String shown(String way, int load) {
        if (!kept.contains(named(way, load))) {
            return "not kept up";
        }
        return PERCENTILES.stream()
                .map(percent -> measured.get(named(way, load) + percentile(percent)))
                .map(latency -> Measurement.number(latency.median()))
                .collect(Collectors.joining(" / "));
    }
}
