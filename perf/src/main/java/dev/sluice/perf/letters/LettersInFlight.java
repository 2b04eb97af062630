package dev.sluice.perf.letters;

import dev.sluice.perf.lab.Database;
import dev.sluice.perf.lab.Run;
import dev.sluice.perf.report.Columns;
import dev.sluice.perf.report.Findings;
import dev.sluice.perf.report.Measurements;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** The gateway on SQL by what is in flight: its calls, or the job's lookups without an answer. */
final class LettersInFlight {

    private static final int CHUNK = 100;

    private final String things;
    private final List<Integer> values;
    private final List<Duration> networks;
    private final LettersSweep sweep;

    /** A gateway with so many calls in flight, and the job's lookups ahead of their answers. */
    private record Flight(int calls, int ahead) {}

    private interface Varied {
        Flight of(int value);
    }

    private LettersInFlight(
            Run run, LettersSystem system, LettersSweep sweep, String things, List<Integer> values, Varied varied)
            throws IOException {
        this.things = things;
        this.values = values;
        this.networks = List.of(Duration.ZERO, LettersSizes.network(run));
        this.sweep = sweep;
        for (final Duration network : networks) {
            final Database database = system.behind(network);
            for (final int value : values) {
                final Flight flight = varied.of(value);
                final LettersGateway gateway =
                        system.gateway(CHUNK, flight.calls).asking(database);
                sweep.chunked(
                        named(network, value),
                        LettersSizes.named(network),
                        value,
                        CHUNK,
                        () -> gateway.pipeline(flight.ahead),
                        database,
                        LettersSizes.contracts(run, LettersSizes.BEHIND));
            }
        }
    }

    static LettersInFlight calls(Run run, LettersSystem system, LettersSweep sweep) throws IOException {
        final int ahead = run.of(LettersSizes.AHEAD);
        final List<Integer> calls = run.of(LettersSizes.IN_FLIGHT);
        return new LettersInFlight(run, system, sweep, "calls", calls, value -> new Flight(value, ahead));
    }

    static LettersInFlight lookups(Run run, LettersSystem system, LettersSweep sweep) throws IOException {
        final int calls = run.of(LettersSizes.CALLS_IN_FLIGHT);
        final List<Integer> windows = run.of(LettersSizes.WINDOWS);
        return new LettersInFlight(run, system, sweep, "lookups", windows, value -> new Flight(calls, value));
    }

    private String named(Duration network, int value) {
        return Ways.named(Ways.GATEWAY, CHUNK) + ", " + LettersSizes.named(network) + ", " + value + " " + things
                + " in flight";
    }

    void measure(int warmUps, Findings findings) throws Exception {
        final String what = things + " in flight";
        final Measurements measured = sweep.measure(
                warmUps, findings, "letters-" + things + "-in-flight", "Letters by " + what + ", chunk " + CHUNK, what);
        final Columns<Integer> columns = new Columns<Integer>().with(what, String::valueOf);
        networks.forEach(
                network -> columns.with(LettersSizes.named(network), value -> measured.get(named(network, value))));
        findings.table(
                "Letters by " + what + ", gateway on SQL, chunk " + CHUNK + ", microseconds per contract",
                values,
                columns);
    }
}
