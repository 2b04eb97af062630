package dev.sluice.perf.letters;

import dev.sluice.perf.baseline.ChunksByHand;
import dev.sluice.perf.baseline.JoinedSelectEach;
import dev.sluice.perf.baseline.SelectsOnPool;
import dev.sluice.perf.lab.Database;
import dev.sluice.perf.lab.Run;
import dev.sluice.perf.lab.Size;
import dev.sluice.perf.load.LettersWay;
import dev.sluice.perf.report.Findings;
import dev.sluice.perf.report.Measurement;
import dev.sluice.perf.report.Measurements;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Direct SQL, chunks by hand and the gateway, with a network between each of them and the database. */
final class LettersByLatency {

    private static final List<Integer> CHUNKS = List.of(100, 500);
    private static final Map<Integer, String> TARGETS = Map.of(100, "at least 40", 500, "at least 100");
    private static final Duration TARGET_LATENCY = Duration.ofMillis(1);
    private static final int FLIGHT_CHUNK = 100;
    private static final String LOOP = "gateway on SQL, concurrent loop";
    /** The gateway's chunks of a loop's lookups are as large as the loop is wide. */
    private static final int LOOP_CHUNK = 2_500;

    private final Run run;
    private final LettersSystem system;
    private final int most;
    private final LettersSweep sweep = new LettersSweep();
    private final Map<Duration, Double> roundTrips = new LinkedHashMap<>();

    LettersByLatency(Run run, LettersSystem system) throws IOException, SQLException {
        this.run = run;
        this.system = system;
        this.most = LettersExperiment.contracts(run, LettersExperiment.BEHIND);
        over(Duration.ZERO);
        for (final Duration latency : run.of(LettersExperiment.LATENCIES)) {
            over(latency);
        }
    }

    private void over(Duration latency) throws IOException, SQLException {
        final Database database = system.behind(latency);
        final double trip = LettersSystem.roundTripMillis(database);
        roundTrips.put(latency, trip);
        final int contracts = run.of(LettersExperiment.CONTRACTS);
        final int singles = (int) Math.min(contracts, Math.max(1, run.of(LettersExperiment.SINGLE_MILLIS) / trip));
        singly(LettersByChunk.SQL, latency, () -> new JoinedSelectEach(database), database, singles);
        for (final int threads : run.of(LettersExperiment.POOLS)) {
            singly(
                    LettersByChunk.pool(threads),
                    latency,
                    () -> new SelectsOnPool(database, threads),
                    database,
                    Math.min(contracts, threads * singles));
        }
        final int calls = run.of(LettersExperiment.CALLS_IN_FLIGHT);
        for (final int chunk : CHUNKS) {
            final LettersGateway gateway = system.gateway(chunk, calls).asking(database);
            final int ahead = run.of(LettersExperiment.AHEAD);
            chunked(
                    LettersByChunk.named(LettersByChunk.BY_HAND, chunk),
                    chunk,
                    latency,
                    () -> new ChunksByHand(database, chunk),
                    database);
            chunked(
                    LettersByChunk.named(LettersByChunk.GATEWAY_SQL, chunk),
                    chunk,
                    latency,
                    () -> gateway.pipeline(ahead),
                    database);
        }
        final LettersGateway gateway = system.gateway(LOOP_CHUNK, calls).asking(database);
        chunked(LOOP, LOOP_CHUNK, latency, () -> gateway.loop(LettersGateway.width(run)), database);
    }

    private void singly(String way, Duration latency, LettersWay.Opening opening, Database database, int contracts) {
        sweep.singly(named(way, latency), way, List.of(roundTrips.get(latency)), opening, database, contracts);
    }

    private void chunked(String curve, int chunk, Duration latency, LettersWay.Opening opening, Database database) {
        sweep.chunked(named(curve, latency), curve, roundTrips.get(latency), chunk, opening, database, most);
    }

    private static String named(String way, Duration latency) {
        return way + ", " + LettersExperiment.named(latency);
    }

    void measure(LettersTimer timer, int warmUps, Findings findings) throws Exception {
        final Measurements measured = sweep.measure(run, timer, warmUps);
        findings.add(measured.all());
        final List<String> columns = new ArrayList<>(List.of("network", "one row, ms", LettersByChunk.SQL));
        run.of(LettersExperiment.POOLS).forEach(threads -> columns.add(LettersByChunk.pool(threads)));
        for (final int chunk : CHUNKS) {
            columns.add(LettersByChunk.named(LettersByChunk.BY_HAND, chunk));
            columns.add(LettersByChunk.named(LettersByChunk.GATEWAY_SQL, chunk));
            columns.add("gateway, times as fast as " + LettersByChunk.SQL);
        }
        columns.add(LOOP);
        columns.add("loop, times as fast as " + LettersByChunk.SQL);
        final Findings.Rows rows = findings.table("Letters behind a network, microseconds per contract", columns);
        final Findings.Rows targets = findings.table("Targets behind a network", "ratio", "here", "target");
        roundTrips.forEach((latency, trip) -> rows.row(row(latency, trip, measured, targets, findings)));
        findings.plot(sweep.plot(
                "letters-latency",
                "Letters, by the latency between job, gateway and database",
                "milliseconds for one row",
                measured));
    }

    private List<Object> row(
            Duration latency, double trip, Measurements measured, Findings.Rows targets, Findings findings) {
        final Measurement direct = measured.get(named(LettersByChunk.SQL, latency));
        final List<Object> row = new ArrayList<>(List.of(LettersExperiment.named(latency), trip, direct));
        run.of(LettersExperiment.POOLS)
                .forEach(threads -> row.add(measured.get(named(LettersByChunk.pool(threads), latency))));
        for (final int chunk : CHUNKS) {
            row.add(measured.get(named(LettersByChunk.named(LettersByChunk.BY_HAND, chunk), latency)));
            final Measurement ratio = ratio(
                    row, named(LettersByChunk.named(LettersByChunk.GATEWAY_SQL, chunk), latency), direct, measured);
            findings.add(ratio);
            if (latency.equals(TARGET_LATENCY)) {
                targets.row(ratio.name(), ratio, TARGETS.get(chunk));
            }
        }
        findings.add(ratio(row, named(LOOP, latency), direct, measured));
        return row;
    }

    private static Measurement ratio(List<Object> row, String name, Measurement direct, Measurements measured) {
        final Measurement ratio = direct.over(measured.get(name), name + ", times as fast as " + LettersByChunk.SQL);
        row.add(measured.get(name));
        row.add(ratio);
        return ratio;
    }

    /** The gateway on SQL by its calls in flight. */
    static void byCalls(Run run, LettersSystem system, LettersTimer timer, int warmUps, Findings findings)
            throws Exception {
        byFlight(run, system, "calls", LettersExperiment.IN_FLIGHT, timer, warmUps, findings);
    }

    /** The gateway on SQL by the job's lookups without an answer. */
    static void byLookups(Run run, LettersSystem system, LettersTimer timer, int warmUps, Findings findings)
            throws Exception {
        byFlight(run, system, "lookups", LettersExperiment.WINDOWS, timer, warmUps, findings);
    }

    private static void byFlight(
            Run run,
            LettersSystem system,
            String things,
            Size<List<Integer>> values,
            LettersTimer timer,
            int warmUps,
            Findings findings)
            throws Exception {
        final boolean calls = values == LettersExperiment.IN_FLIGHT;
        final String what = things + " in flight";
        final List<Duration> networks = List.of(Duration.ZERO, LettersExperiment.network(run));
        final LettersSweep sweep = new LettersSweep();
        for (final Duration network : networks) {
            final Database database = system.behind(network);
            for (final int value : run.of(values)) {
                final LettersGateway gateway = system.gateway(
                                FLIGHT_CHUNK, calls ? value : run.of(LettersExperiment.CALLS_IN_FLIGHT))
                        .asking(database);
                sweep.chunked(
                        inFlight(network, value, what),
                        LettersExperiment.named(network),
                        value,
                        FLIGHT_CHUNK,
                        () -> gateway.pipeline(calls ? run.of(LettersExperiment.AHEAD) : value),
                        database,
                        LettersExperiment.contracts(run, LettersExperiment.BEHIND));
            }
        }
        final Measurements measured = sweep.measure(run, timer, warmUps);
        findings.add(measured.all());
        final List<String> columns = new ArrayList<>(List.of(what));
        networks.forEach(network -> columns.add(LettersExperiment.named(network)));
        final Findings.Rows rows = findings.table(
                "Letters by " + what + ", gateway on SQL, chunk " + FLIGHT_CHUNK + ", microseconds per contract",
                columns);
        for (final int value : run.of(values)) {
            final List<Object> row = new ArrayList<>(List.of(String.valueOf(value)));
            networks.forEach(network -> row.add(measured.get(inFlight(network, value, what))));
            rows.row(row);
        }
        findings.plot(sweep.plot(
                "letters-" + things + "-in-flight", "Letters by " + what + ", chunk " + FLIGHT_CHUNK, what, measured));
    }

    private static String inFlight(Duration network, int value, String what) {
        return "gateway on SQL, chunk " + FLIGHT_CHUNK + ", " + LettersExperiment.named(network) + ", " + value + " "
                + what;
    }
}
