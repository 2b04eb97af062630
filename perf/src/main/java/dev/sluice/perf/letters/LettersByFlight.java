package dev.sluice.perf.letters;

import dev.sluice.perf.report.Measurements;
import dev.sluice.perf.report.Plot;
import dev.sluice.perf.report.Plot.Axis;
import dev.sluice.perf.report.Table;
import dev.sluice.perf.run.Run;
import dev.sluice.perf.system.Database;
import dev.sluice.perf.system.Latency;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The gateway on SQL at one chunk size, by what is under way at a time: the gateway's calls, or the job's lookups. */
final class LettersByFlight {

    private static final int CHUNK = 100;

    private final String plot;
    private final String what;
    private final List<Integer> values;
    private final LettersSweep sweep = new LettersSweep();
    private final Map<String, Duration> networks = new LinkedHashMap<>();

    private LettersByFlight(String plot, String what, List<Integer> values, LettersSizes sizes) {
        this.plot = plot;
        this.what = what;
        this.values = values;
        networks.put("loopback", Duration.ZERO);
        final Duration latency = sizes.latencyNear(Duration.ofMillis(1));
        if (!latency.isZero()) {
            networks.put(Latency.shown(latency), latency);
        }
    }

    /** By calls in flight. */
    static LettersByFlight calls(LettersSizes sizes, LettersSystem system) throws IOException {
        final LettersByFlight part =
                new LettersByFlight("letters-calls-in-flight", "calls in flight", sizes.inFlight(), sizes);
        for (final Map.Entry<String, Duration> network : part.networks.entrySet()) {
            final Database database = system.behind(network.getValue());
            for (final int calls : part.values) {
                final LettersGateway gateway = system.gateway(LetterLookups.sql(database, calls), CHUNK);
                part.add(network.getKey(), calls, gateway, sizes.ahead(), database, sizes);
            }
        }
        return part;
    }

    /** By lookups of the job without an answer. */
    static LettersByFlight lookups(LettersSizes sizes, LettersSystem system) throws IOException {
        final LettersByFlight part =
                new LettersByFlight("letters-lookups-in-flight", "lookups in flight", sizes.windows(), sizes);
        for (final Map.Entry<String, Duration> network : part.networks.entrySet()) {
            final Database database = system.behind(network.getValue());
            final LettersGateway gateway = system.gateway(LetterLookups.sql(database, sizes.callsInFlight()), CHUNK);
            for (final int ahead : part.values) {
                part.add(network.getKey(), ahead, gateway, ahead, database, sizes);
            }
        }
        return part;
    }

    private void add(String network, int x, LettersGateway gateway, int ahead, Database database, LettersSizes sizes) {
        sweep.add(LettersPoint.chunked(
                named(network, x),
                network,
                x,
                CHUNK,
                () -> gateway.open(ahead),
                database,
                Math.min(sizes.contracts(), sizes.behindLatency())));
    }

    private String named(String network, int value) {
        return "gateway on SQL, chunk " + CHUNK + ", " + network + ", " + value + " " + what;
    }

    LettersPart measure(Run run, LettersTimer timer, int warmUps) throws Exception {
        final Measurements measured = sweep.measure(run, timer, warmUps);
        final List<String> columns = new ArrayList<>(List.of(what));
        columns.addAll(networks.keySet());
        final List<List<String>> rows = new ArrayList<>();
        for (final int value : values) {
            final List<String> row = new ArrayList<>(List.of(String.valueOf(value)));
            networks.keySet()
                    .forEach(network ->
                            row.add(measured.get(named(network, value)).shown()));
            rows.add(row);
        }
        return new LettersPart(
                new Table(
                        "Letters by " + what + ", gateway on SQL, chunk " + CHUNK + ", microseconds per contract",
                        columns,
                        rows),
                measured.all(),
                new Plot(
                        plot,
                        "Letters by " + what + ", chunk " + CHUNK,
                        Axis.log(what),
                        Axis.log(LettersSweep.UNIT),
                        sweep.curves(measured)),
                List.of());
    }
}
