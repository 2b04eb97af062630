package dev.sluice.perf.letters;

import dev.sluice.perf.baseline.LookupsEach;
import dev.sluice.perf.lab.Database;
import dev.sluice.perf.lab.Run;
import dev.sluice.perf.lab.Variant;
import dev.sluice.perf.letters.LettersSweep.Point;
import dev.sluice.perf.load.LettersWay;
import dev.sluice.perf.report.Columns;
import dev.sluice.perf.report.Findings;
import dev.sluice.perf.report.Measurement;
import dev.sluice.perf.report.Measurements;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/**
 * One DAO by JdbcTemplate: on a direct connection, one contract at a time, and over the gateway's driver in the bodies of a
 * job; beside it the same job by an interface of its own, which shows what the driver adds.
 */
final class LettersByJdbc {

    private static final String DIRECT = "JdbcTemplate, direct connection";
    private static final String DRIVER = "JdbcTemplate over the gateway";
    private static final String DECLARED = "declared interface";

    private static final Map<Duration, String> TARGETS =
            Map.of(Duration.ZERO, "at least 8", Duration.ofMillis(1), "at least 60");

    private final Run run;
    private final LettersSystem system;
    private final LettersSweep sweep;
    private final List<Duration> latencies = new ArrayList<>();
    private final List<Variant> variants = new ArrayList<>();

    LettersByJdbc(Run run, LettersSystem system, LettersSweep sweep) throws IOException {
        this.run = run;
        this.system = system;
        this.sweep = sweep;
        over(Duration.ZERO);
        for (final Duration latency : run.of(LettersSizes.LATENCIES)) {
            over(latency);
        }
    }

    private void over(Duration latency) throws IOException {
        latencies.add(latency);
        final Database database = system.behind(latency);
        final LettersGateway gateway = system.onSql(database, LettersByLatency.LOOP_CHUNK, true);
        final int many =
                latency.isZero() ? run.of(LettersSizes.CONTRACTS) : LettersSizes.contracts(run, LettersSizes.BEHIND);
        final int before = LettersSweep.CALLS_BEFORE * LettersByLatency.LOOP_CHUNK;
        add(
                named(DIRECT, latency),
                () -> LookupsEach.byTemplate(database),
                database,
                Math.min(many, singles(latency)),
                LettersSweep.SINGLES_BEFORE);
        add(
                named(DRIVER, latency),
                () -> LettersJob.byTemplate(gateway.starting().call()),
                database,
                many,
                before);
        add(
                named(DECLARED, latency),
                () -> LettersJob.byDeclared(gateway.starting().call()),
                database,
                many,
                before);
    }

    /** A contract takes two round trips. */
    private int singles(Duration latency) {
        return latency.isZero()
                ? run.of(LettersSizes.SINGLES)
                : (int) Math.max(1, run.of(LettersSizes.SINGLE_MILLIS) * 1_000_000L / latency.toNanos() / 2);
    }

    private void add(
            String name, Callable<? extends LettersWay> opening, Database database, int contracts, int before) {
        final Point point = new Point(name, name, List.of(), opening, database, contracts, before);
        variants.add(Variant.of(name, LettersSweep.UNIT, () -> sweep.micros(point)));
    }

    private static String named(String way, Duration latency) {
        return way + ", " + LettersSweep.named(latency);
    }

    void measure(int warmUps, Findings findings) throws Exception {
        findings.conditions("""
                JdbcTemplate: one DAO, which asks for the customer and then for the address; on a direct connection one
                  contract at a time, %,d of them, and behind a latency as many as take %,d ms; over the gateway in the
                  bodies of a job's run, %,d at a time, whose client is opened and closed within the time
                the driver's own: what a contract with its two statements takes more than by a declared interface in the
                  same job
                """, run.of(LettersSizes.SINGLES), run.of(LettersSizes.SINGLE_MILLIS), LettersJob.WIDTH);
        final Measurements measured = run.inTurns("letters: JDBC, ", warmUps, variants);
        findings.add(measured.all());
        findings.table(
                "Letters by JdbcTemplate, microseconds per contract; Java "
                        + Runtime.version().feature() + ", bodies on "
                        + (LettersGateway.VIRTUAL_THREADS ? "virtual threads" : "a pool of platform threads"),
                latencies,
                new Columns<Duration>()
                        .with("network", LettersSweep::named)
                        .with(DIRECT, latency -> measured.get(named(DIRECT, latency)))
                        .with(DRIVER, latency -> measured.get(named(DRIVER, latency)))
                        .with(DECLARED, latency -> measured.get(named(DECLARED, latency)))
                        .with("times as fast", latency -> findings.add(timesAsFast(latency, measured)))
                        .with("the driver's own", latency -> findings.add(added(latency, measured))));
        final Findings.Rows targets = findings.targets("Targets of the driver, on virtual threads");
        for (final Duration latency : latencies) {
            if (TARGETS.containsKey(latency)) {
                targets.target(timesAsFast(latency, measured), TARGETS.get(latency));
                targets.target(added(latency, measured), "at most 5");
            }
        }
    }

    private static Measurement timesAsFast(Duration latency, Measurements measured) {
        final String name = named(DRIVER, latency);
        return measured.get(named(DIRECT, latency))
                .over(measured.get(name), name + ", times as fast as on a direct connection");
    }

    private static Measurement added(Duration latency, Measurements measured) {
        final String name = named(DRIVER, latency);
        return measured.get(name)
                .minus(measured.get(named(DECLARED, latency)), name + ", us per contract more than a " + DECLARED);
    }
}
