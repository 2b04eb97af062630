package dev.sluice.perf.letters;

import dev.sluice.perf.baseline.ChunksByHand;
import dev.sluice.perf.baseline.JoinedSelectEach;
import dev.sluice.perf.baseline.SelectsOnPool;
import dev.sluice.perf.lab.Database;
import dev.sluice.perf.lab.Run;
import dev.sluice.perf.load.LettersWay;
import dev.sluice.perf.report.Columns;
import dev.sluice.perf.report.Findings;
import dev.sluice.perf.report.Measurement;
import dev.sluice.perf.report.Measurements;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/** Direct SQL, chunks by hand and the gateway, with a network between each of them and the database. */
final class LettersByLatency {

    private static final List<Integer> CHUNKS = List.of(100, 500);
    private static final Map<Integer, String> TARGETS = Map.of(100, "at least 40", 500, "at least 100");
    private static final Duration TARGET_LATENCY = Duration.ofMillis(1);
    private static final String LOOP = "gateway on SQL, concurrent loop";
    /** The gateway's chunks of a loop's lookups are as large as the loop is wide. */
    private static final int LOOP_CHUNK = 2_500;

    private final Run run;
    private final LettersSystem system;
    private final LettersSweep sweep;
    private final Map<Duration, Double> roundTrips = new LinkedHashMap<>();

    LettersByLatency(Run run, LettersSystem system, LettersSweep sweep) throws IOException, SQLException {
        this.run = run;
        this.system = system;
        this.sweep = sweep;
        over(Duration.ZERO);
        for (final Duration latency : run.of(LettersSizes.LATENCIES)) {
            over(latency);
        }
    }

    private void over(Duration latency) throws IOException, SQLException {
        final Database database = system.behind(latency);
        final double trip = LettersSystem.roundTripMillis(database);
        roundTrips.put(latency, trip);
        final int contracts = run.of(LettersSizes.CONTRACTS);
        final int singles = (int) Math.min(contracts, Math.max(1, run.of(LettersSizes.SINGLE_MILLIS) / trip));
        singly(Ways.SQL, latency, () -> new JoinedSelectEach(database), database, singles);
        for (final int threads : run.of(LettersSizes.POOLS)) {
            final int count = Math.min(contracts, threads * singles);
            singly(Ways.pool(threads), latency, () -> new SelectsOnPool(database, threads), database, count);
        }
        final int calls = run.of(LettersSizes.CALLS_IN_FLIGHT);
        final int ahead = run.of(LettersSizes.AHEAD);
        for (final int chunk : CHUNKS) {
            final LettersGateway gateway = system.gateway(chunk, calls).asking(database);
            final String byHand = Ways.named(Ways.BY_HAND, chunk);
            chunked(byHand, chunk, latency, () -> new ChunksByHand(database, chunk), database);
            chunked(Ways.named(Ways.GATEWAY, chunk), chunk, latency, () -> gateway.pipeline(ahead), database);
        }
        final LettersGateway gateway = system.gateway(LOOP_CHUNK, calls).asking(database);
        chunked(LOOP, LOOP_CHUNK, latency, () -> gateway.loop(LettersSizes.width(run)), database);
    }

    private void singly(
            String way, Duration latency, Callable<? extends LettersWay> opening, Database database, int contracts) {
        sweep.singly(named(way, latency), way, List.of(roundTrips.get(latency)), opening, database, contracts);
    }

    private void chunked(
            String curve, int chunk, Duration latency, Callable<? extends LettersWay> opening, Database database) {
        final int most = LettersSizes.contracts(run, LettersSizes.BEHIND);
        sweep.chunked(named(curve, latency), curve, roundTrips.get(latency), chunk, opening, database, most);
    }

    private static String named(String way, Duration latency) {
        return way + ", " + LettersSizes.named(latency);
    }

    void measure(int warmUps, Findings findings) throws Exception {
        final Measurements measured = sweep.measure(
                warmUps,
                findings,
                "letters-latency",
                "Letters, by the latency between job, gateway and database",
                "milliseconds for one row");
        final Columns<Duration> columns =
                new Columns<Duration>().with("network", LettersSizes::named).with("one row, ms", roundTrips::get);
        way(columns, Ways.SQL, measured);
        run.of(LettersSizes.POOLS).forEach(threads -> way(columns, Ways.pool(threads), measured));
        for (final int chunk : CHUNKS) {
            final String gateway = Ways.named(Ways.GATEWAY, chunk);
            way(columns, Ways.named(Ways.BY_HAND, chunk), measured);
            way(columns, gateway, measured);
            columns.with(
                    "gateway, chunk " + chunk + ", times as fast as " + Ways.SQL,
                    latency -> findings.add(ratio(gateway, latency, measured)));
        }
        way(columns, LOOP, measured);
        columns.with("loop, times as fast as " + Ways.SQL, latency -> findings.add(ratio(LOOP, latency, measured)));
        findings.table("Letters behind a network, microseconds per contract", roundTrips.keySet(), columns);
        final Findings.Rows targets = findings.table("Targets behind a network", "ratio", "here", "target");
        if (roundTrips.containsKey(TARGET_LATENCY)) {
            CHUNKS.forEach(chunk -> Ways.target(
                    targets, ratio(Ways.named(Ways.GATEWAY, chunk), TARGET_LATENCY, measured), TARGETS.get(chunk)));
        }
    }

    private static void way(Columns<Duration> columns, String way, Measurements measured) {
        columns.with(way, latency -> measured.get(named(way, latency)));
    }

    private static Measurement ratio(String way, Duration latency, Measurements measured) {
        final String name = named(way, latency);
        return measured.get(named(Ways.SQL, latency)).over(measured.get(name), name + ", times as fast as " + Ways.SQL);
    }
}
