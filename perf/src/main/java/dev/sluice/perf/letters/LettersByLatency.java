package dev.sluice.perf.letters;

import dev.sluice.perf.baseline.ChunksByHand;
import dev.sluice.perf.baseline.JoinedSelectEach;
import dev.sluice.perf.baseline.SelectsOnPool;
import dev.sluice.perf.load.LettersWay;
import dev.sluice.perf.report.Measurement;
import dev.sluice.perf.report.Measurements;
import dev.sluice.perf.report.Plot;
import dev.sluice.perf.report.Plot.Axis;
import dev.sluice.perf.report.Table;
import dev.sluice.perf.run.Run;
import dev.sluice.perf.system.Database;
import dev.sluice.perf.system.Latency;
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

    private final LettersSizes sizes;
    private final LettersSystem system;
    private final LettersSweep sweep = new LettersSweep();
    private final Map<Duration, Double> roundTrips = new LinkedHashMap<>();

    LettersByLatency(LettersSizes sizes, LettersSystem system) throws IOException, SQLException {
        this.sizes = sizes;
        this.system = system;
        over(Duration.ZERO);
        for (final Duration latency : sizes.latencies()) {
            over(latency);
        }
    }

    private void over(Duration latency) throws IOException, SQLException {
        final Database database = system.behind(latency);
        final double trip = LettersSystem.roundTripMillis(database);
        roundTrips.put(latency, trip);
        final int singles = (int) Math.min(sizes.contracts(), Math.max(1, sizes.singleNanos() / (trip * 1e6)));
        singly(LettersByChunk.SQL, latency, () -> new JoinedSelectEach(database), database, singles);
        for (final int threads : sizes.pools()) {
            singly(
                    LettersByChunk.pool(threads),
                    latency,
                    () -> new SelectsOnPool(database, threads),
                    database,
                    Math.min(sizes.contracts(), threads * singles));
        }
        for (final int chunk : CHUNKS) {
            final LettersGateway gateway = system.gateway(LetterLookups.sql(database, sizes.callsInFlight()), chunk);
            chunked(LettersByChunk.BY_HAND, chunk, latency, () -> new ChunksByHand(database, chunk), database);
            chunked(LettersByChunk.GATEWAY_SQL, chunk, latency, () -> gateway.open(sizes.ahead()), database);
        }
    }

    private void singly(String way, Duration latency, LettersWay.Opening opening, Database database, int contracts) {
        final double trip = roundTrips.get(latency);
        final LettersPoint point =
                LettersPoint.singly(named(way, latency), List.of(trip), opening, database, contracts);
        sweep.add(point.on(way));
    }

    private void chunked(String way, int chunk, Duration latency, LettersWay.Opening opening, Database database) {
        final String curve = LettersByChunk.named(way, chunk);
        sweep.add(LettersPoint.chunked(
                named(curve, latency),
                curve,
                roundTrips.get(latency),
                chunk,
                opening,
                database,
                Math.min(sizes.contracts(), sizes.behindLatency())));
    }

    private static String named(String way, Duration latency) {
        return way + ", " + (latency.isZero() ? "loopback" : Latency.shown(latency));
    }

    LettersPart measure(Run run, LettersTimer timer, int warmUps) throws Exception {
        final Measurements measured = sweep.measure(run, timer, warmUps);
        final List<Measurement> all = new ArrayList<>(measured.all());
        final List<LettersPart.Target> targets = new ArrayList<>();
        final List<List<String>> rows = new ArrayList<>();
        final List<String> columns = new ArrayList<>(List.of("network", "one row, ms", LettersByChunk.SQL));
        sizes.pools().forEach(threads -> columns.add(LettersByChunk.pool(threads)));
        for (final int chunk : CHUNKS) {
            columns.add(LettersByChunk.named(LettersByChunk.BY_HAND, chunk));
            columns.add(LettersByChunk.named(LettersByChunk.GATEWAY_SQL, chunk));
            columns.add("gateway, times as fast as " + LettersByChunk.SQL);
        }
        roundTrips.forEach((latency, trip) -> {
            final List<String> row = new ArrayList<>();
            row.add(latency.isZero() ? "loopback" : Latency.shown(latency));
            row.add(Measurement.number(trip));
            final Measurement direct = measured.get(named(LettersByChunk.SQL, latency));
            row.add(direct.shown());
            for (final int threads : sizes.pools()) {
                row.add(measured.get(named(LettersByChunk.pool(threads), latency))
                        .shown());
            }
            for (final int chunk : CHUNKS) {
                final String gateway = named(LettersByChunk.named(LettersByChunk.GATEWAY_SQL, chunk), latency);
                final Measurement ratio =
                        direct.over(measured.get(gateway), gateway + ", times as fast as " + LettersByChunk.SQL);
                row.add(measured.get(named(LettersByChunk.named(LettersByChunk.BY_HAND, chunk), latency))
                        .shown());
                row.add(measured.get(gateway).shown());
                row.add(ratio.shown());
                all.add(ratio);
                if (latency.equals(TARGET_LATENCY)) {
                    targets.add(new LettersPart.Target(ratio, TARGETS.get(chunk)));
                }
            }
            rows.add(row);
        });
        final Plot plot = new Plot(
                "letters-latency",
                "Letters, by the latency between job, gateway and database",
                Axis.log("milliseconds for one row"),
                Axis.log(LettersSweep.UNIT),
                sweep.curves(measured));
        return new LettersPart(
                new Table("Letters behind a network, microseconds per contract", columns, rows), all, plot, targets);
    }
}
