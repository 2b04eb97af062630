package dev.sluice.perf.letters;

import dev.sluice.examples.letters.Contract;
import dev.sluice.examples.letters.Contracts;
import dev.sluice.perf.baseline.JoinedSelectEach;
import dev.sluice.perf.baseline.SelectsOnPool;
import dev.sluice.perf.lab.Database;
import dev.sluice.perf.lab.LatencyByLoad;
import dev.sluice.perf.lab.Pace;
import dev.sluice.perf.lab.Run;
import dev.sluice.perf.load.Arrivals;
import dev.sluice.perf.load.LettersOnDemand;
import dev.sluice.perf.report.Curves;
import dev.sluice.perf.report.Findings;
import dev.sluice.perf.report.Plot.Axis;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/**
 * How long a letter takes that is asked for by itself, against how many are asked for in a second, whether those before
 * have come or not: from the moment at which it was to be asked for. Each is compared with the one it should be. One
 * thread asks.
 */
final class LettersByLoad {

    private static final int CHUNK = 100;
    private static final int CONTRACTS = 10_000;
    private static final long PAUSE_NANOS = 100_000;
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);
    private static final int DIGITS = 3;

    /** More without an answer are not asked for: they wait, which counts for them. */
    private static final int WINDOW = 20_000;

    private final Run run;
    private final String network;
    private final Map<String, Callable<? extends LettersOnDemand>> ways = new LinkedHashMap<>();
    private final List<Contract> contracts = new ArrayList<>();
    /** The letter of each contract. */
    private final List<String> expected = new ArrayList<>();

    LettersByLoad(Run run, LettersSystem system) throws Exception {
        this.run = run;
        final Duration latency = LettersSizes.network(run);
        network = LettersSizes.named(latency);
        final Database database = system.behind(latency);
        ways.put(Ways.SQL, () -> new JoinedSelectEach(database));
        for (final int threads : run.of(LettersSizes.POOLS)) {
            ways.put(Ways.pool(threads), () -> new SelectsOnPool(database, threads));
        }
        final LettersGateway gateway =
                system.gateway(CHUNK, run.of(LettersSizes.CALLS_IN_FLIGHT)).asking(database);
        ways.put(Ways.named(Ways.GATEWAY, CHUNK), gateway::onDemand);
        final int count = Math.min(run.of(LettersSizes.CONTRACTS), CONTRACTS);
        try (Contracts all = Contracts.read(system.database().source());
                JoinedSelectEach select = new JoinedSelectEach(system.database())) {
            while (contracts.size() < count) {
                final Contract contract = all.next();
                contracts.add(contract);
                select.ask(contract, expected::add);
            }
        }
    }

    void measure(Findings findings) throws Exception {
        final List<Integer> loads = run.of(LettersSizes.LOADS);
        final int millis = run.of(LettersSizes.LOAD_MILLIS);
        final LatencyByLoad latencies = new LatencyByLoad(List.copyOf(ways.keySet()), loads, millis);
        final Map<String, LettersOnDemand> open = new LinkedHashMap<>();
        try {
            for (final Map.Entry<String, Callable<? extends LettersOnDemand>> way : ways.entrySet()) {
                open.put(way.getKey(), way.getValue().call());
            }
            for (final Map.Entry<String, LettersOnDemand> way : open.entrySet()) {
                run.progress().stage("letters by load, " + way.getKey() + ": warm-up");
                ask(way.getValue(), loads.get(0), millis);
            }
            latencies.measure(run, "letters, ", run.repetitions(), (way, load) -> ask(open.get(way), load, millis));
        } finally {
            for (final LettersOnDemand way : open.values()) {
                way.close();
            }
        }
        latencies.report(
                findings,
                "A letter by itself, against load, " + network + ": ms until it is there",
                "letters a second",
                new Curves(
                        "letters-load",
                        "Until a letter is there that was asked for by itself, against load, " + network,
                        Axis.log("letters a second"),
                        Axis.log("ms, from the moment at which it was to be asked for")));
    }

    /** @throws IllegalStateException if a letter is another one, or does not come */
    private LatencyByLoad.Asked ask(LettersOnDemand way, int perSecond, long millis) throws Exception {
        final Histogram latencies = new ConcurrentHistogram(Arrivals.HIGHEST_NANOS, DIGITS);
        final AtomicLong answered = new AtomicLong();
        final AtomicLong wrong = new AtomicLong();
        final long start = System.nanoTime();
        final Pace pace = new Pace(perSecond, start);
        final long letters = Math.max(1, perSecond * millis / 1000);
        for (long number = 0; number < letters; number++) {
            while (!pace.isDue(number)) {
                if (way.poll() == 0) {
                    pace.rest(number, PAUSE_NANOS);
                }
            }
            await(way, answered, number - WINDOW);
            final int contract = (int) (number % contracts.size());
            final long intended = pace.intendedNanos(number);
            way.ask(contracts.get(contract), letter -> {
                latencies.recordValue(Math.max(0, System.nanoTime() - intended));
                if (!letter.equals(expected.get(contract))) {
                    wrong.incrementAndGet();
                }
                answered.incrementAndGet();
            });
        }
        await(way, answered, letters);
        if (wrong.get() > 0) {
            throw new IllegalStateException(wrong + " of " + letters + " letters are others");
        }
        return new LatencyByLoad.Asked(latencies, System.nanoTime() - start);
    }

    private static void await(LettersOnDemand way, AtomicLong answered, long atLeast) {
        long before = answered.get();
        long since = System.nanoTime();
        while (answered.get() < atLeast) {
            if (way.poll() == 0) {
                LockSupport.parkNanos(PAUSE_NANOS);
            }
            if (answered.get() != before) {
                before = answered.get();
                since = System.nanoTime();
            } else if (System.nanoTime() - since > PATIENCE_NANOS) {
                throw new IllegalStateException("No letter for 30 s; " + before + " of " + atLeast + " were there");
            }
        }
    }
}
