package dev.sluice.perf.letters;

import dev.sluice.perf.baseline.ChunksByHand;
import dev.sluice.perf.baseline.JoinedSelectEach;
import dev.sluice.perf.baseline.SelectsOnPool;
import dev.sluice.perf.lab.Database;
import dev.sluice.perf.lab.Run;
import dev.sluice.perf.letters.LettersSystem.Network;
import dev.sluice.perf.report.Columns;
import dev.sluice.perf.report.Findings;
import dev.sluice.perf.report.Measurement;
import dev.sluice.perf.report.Measurements;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Measures direct SQL, chunks by hand and the gateway. Each of them reaches the database through a network with latency. */
final class LettersByLatency {

    private static final List<Integer> CHUNKS = List.of(100, 500);
    private static final Map<Integer, String> TARGETS = Map.of(100, "at least 40", 500, "at least 100");
    private static final Duration TARGET_LATENCY = Duration.ofMillis(1);
    private static final int TRIPS = 201;

    private final LettersSystem system;
    private final LettersSweep sweep;
    private final int threads;
    private final Map<Network, Double> roundTrips = new LinkedHashMap<>();

    LettersByLatency(Run run, LettersSystem system, LettersSweep sweep) throws IOException, SQLException {
        this.system = system;
        this.sweep = sweep;
        this.threads = run.of(LettersSizes.THREADS);
        for (final Network network : system.networks()) {
            over(network, run);
        }
    }

    private void over(Network network, Run run) throws IOException, SQLException {
        final Database database = network.database();
        final double trip = roundTripMillis(database);
        roundTrips.put(network, trip);
        final int contracts = run.of(LettersSizes.CONTRACTS);
        final int singles = (int) Math.min(contracts, Math.max(1, run.of(LettersSizes.SINGLE_MILLIS) / trip));
        final int count = Math.min(contracts, threads * singles);
        final int most = LettersSizes.contracts(run, LettersSizes.BEHIND);
        final int before = LettersSweep.SINGLES_BEFORE;
        final List<Double> x = List.of(trip);
        sweep.add(network, LettersSweep.SQL, x, () -> new JoinedSelectEach(database), singles, before);
        sweep.add(network, LettersSweep.pool(threads), x, () -> new SelectsOnPool(database, threads), count, before);
        for (final int chunk : CHUNKS) {
            final int calls = LettersSweep.CALLS_BEFORE * chunk;
            sweep.add(network, byHand(chunk), x, () -> new ChunksByHand(database, chunk), most, calls);
            sweep.add(network, gateway(chunk), x, system.onSql(database, chunk)::pipeline, most, calls);
        }
    }

    /** Returns the median time to fetch one row, in milliseconds. */
    private static double roundTripMillis(Database database) throws SQLException {
        final List<Double> millis = new ArrayList<>();
        try (Connection connection = database.connect();
                PreparedStatement select = connection.prepareStatement("SELECT 1 FROM contract WHERE id = 1")) {
            for (int trip = 0; trip < TRIPS; trip++) {
                final long start = System.nanoTime();
                select.executeQuery().close();
                millis.add((System.nanoTime() - start) / 1e6);
            }
        }
        return new Measurement("one row", "ms", millis).median();
    }

    private static String byHand(int chunk) {
        return LettersSweep.named(LettersSweep.BY_HAND, chunk);
    }

    private static String gateway(int chunk) {
        return LettersSweep.named(LettersSweep.GATEWAY, chunk);
    }

    void measure(int warmUps, Findings findings) throws Exception {
        final Measurements measured = sweep.measure(
                warmUps,
                findings,
                "letters-latency",
                "Letters, by the latency between job, gateway and database",
                "milliseconds for one row");
        final Columns<Network> columns =
                new Columns<Network>().with("network", network -> network).with("one row, ms", roundTrips::get);
        way(columns, LettersSweep.SQL, measured);
        way(columns, LettersSweep.pool(threads), measured);
        for (final int chunk : CHUNKS) {
            way(columns, byHand(chunk), measured);
            way(columns, gateway(chunk), measured);
            ratio(columns, "gateway, chunk " + chunk, gateway(chunk), measured, findings);
        }
        findings.table("Letters behind a network, microseconds per contract", roundTrips.keySet(), columns);
        final Findings.Rows targets = findings.targets("Targets behind a network");
        roundTrips.keySet().stream()
                .filter(network -> network.latency().equals(TARGET_LATENCY))
                .forEach(network -> CHUNKS.forEach(
                        chunk -> targets.target(ratio(gateway(chunk), network, measured), TARGETS.get(chunk))));
    }

    private static void way(Columns<Network> columns, String way, Measurements measured) {
        columns.with(way, network -> measured.get(network.named(way)));
    }

    private static void ratio(
            Columns<Network> columns, String shown, String way, Measurements measured, Findings findings) {
        columns.with(
                shown + ", times as fast as " + LettersSweep.SQL,
                network -> findings.add(ratio(way, network, measured)));
    }

    private static Measurement ratio(String way, Network network, Measurements measured) {
        final String name = network.named(way);
        return measured.get(network.named(LettersSweep.SQL))
                .over(measured.get(name), name + ", times as fast as " + LettersSweep.SQL);
    }
}
