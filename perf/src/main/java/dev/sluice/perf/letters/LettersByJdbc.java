package dev.sluice.perf.letters;

import dev.sluice.perf.baseline.LookupsEach;
import dev.sluice.perf.lab.Run;
import dev.sluice.perf.letters.LettersSystem.Network;
import dev.sluice.perf.report.Columns;
import dev.sluice.perf.report.Findings;
import dev.sluice.perf.report.Measurement;
import dev.sluice.perf.report.Measurements;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Measures a DAO based on JdbcTemplate in two ways: on a direct connection with one contract at a time, and over the gateway's
 * JDBC driver in a job that handles many contracts at a time. The same job is also measured with a declared interface, so that
 * the difference shows the cost of the driver.
 */
final class LettersByJdbc {

    /** The maximum number of keys in a call of the gateway. */
    private static final int CHUNK = 2_500;

    private static final String DIRECT = "JdbcTemplate, direct connection";
    private static final String DRIVER = "JdbcTemplate over the gateway";
    private static final String DECLARED = "declared interface";

    private static final Map<Duration, String> TARGETS =
            Map.of(Duration.ZERO, "at least 8", Duration.ofMillis(1), "at least 60");

    private final Run run;
    private final LettersSystem system;
    private final LettersSweep sweep;

    LettersByJdbc(Run run, LettersSystem system, LettersSweep sweep) throws IOException {
        this.run = run;
        this.system = system;
        this.sweep = sweep;
        for (final Network network : system.networks()) {
            over(network);
        }
    }

    private void over(Network network) throws IOException {
        final boolean near = network.latency().isZero();
        final int many = LettersSizes.contracts(run, near ? LettersSizes.CONTRACTS : LettersSizes.BEHIND);
        final int singles = Math.min(many, system.singles(network.latency()));
        sweep.add(
                network,
                DIRECT,
                List.of(),
                () -> LookupsEach.byTemplate(network.database()),
                singles,
                LettersSweep.SINGLES_BEFORE);
        final LettersGateway gateway = system.onSql(network.database(), CHUNK, true);
        final int before = LettersSweep.CALLS_BEFORE * CHUNK;
        sweep.add(
                network,
                DRIVER,
                List.of(),
                () -> LettersJob.byTemplate(gateway.starting().call()),
                many,
                before);
        sweep.add(
                network,
                DECLARED,
                List.of(),
                () -> LettersJob.byDeclared(gateway.starting().call()),
                many,
                before);
    }

    void measure(int warmUps, Findings findings) throws Exception {
        findings.conditions("""
                JdbcTemplate: one DAO, which looks up the customer and then the address; on a direct connection it handles
                  %,d contracts one at a time, and over a network with latency as many as fit into %,d ms; over the gateway
                  it runs in the bodies of a job, %,d at a time, and the time includes opening and closing the client
                the driver's own: the additional time for a contract and its two statements, compared with a declared
                  interface in the same job
                """, run.of(LettersSizes.SINGLES), run.of(LettersSizes.SINGLE_MILLIS), LettersJob.WIDTH);
        final Measurements measured = sweep.measure("letters: JDBC, ", warmUps, findings);
        findings.table(
                "Letters by JdbcTemplate, microseconds per contract; Java "
                        + Runtime.version().feature() + ", bodies on "
                        + (LettersGateway.VIRTUAL_THREADS ? "virtual threads" : "a pool of platform threads"),
                system.networks(),
                new Columns<Network>()
                        .with("network", network -> network)
                        .with(DIRECT, network -> measured.get(network.named(DIRECT)))
                        .with(DRIVER, network -> measured.get(network.named(DRIVER)))
                        .with(DECLARED, network -> measured.get(network.named(DECLARED)))
                        .with("times as fast", network -> findings.add(timesAsFast(network, measured)))
                        .with("the driver's own", network -> findings.add(added(network, measured))));
        final Findings.Rows targets = findings.targets("Targets of the driver, on virtual threads");
        for (final Network network : system.networks()) {
            if (TARGETS.containsKey(network.latency())) {
                targets.target(timesAsFast(network, measured), TARGETS.get(network.latency()));
                targets.target(added(network, measured), "at most 5");
            }
        }
    }

    private static Measurement timesAsFast(Network network, Measurements measured) {
        final String name = network.named(DRIVER);
        return measured.get(network.named(DIRECT))
                .over(measured.get(name), name + ", times as fast as on a direct connection");
    }

    private static Measurement added(Network network, Measurements measured) {
        final String name = network.named(DRIVER);
        return measured.get(name)
                .minus(measured.get(network.named(DECLARED)), name + ", us per contract more than a " + DECLARED);
    }
}
