package dev.sluice.perf.letters;

import dev.sluice.perf.lab.ChildJvm;
import dev.sluice.perf.lab.HostedGateways;
import dev.sluice.perf.lab.Run;
import dev.sluice.perf.lab.Variant;
import dev.sluice.perf.letters.LettersSystem.Network;
import dev.sluice.perf.letters.LoopProgram.Form;
import dev.sluice.perf.report.Columns;
import dev.sluice.perf.report.Curves;
import dev.sluice.perf.report.Findings;
import dev.sluice.perf.report.Measurement;
import dev.sluice.perf.report.Measurements;
import dev.sluice.perf.report.Plot.Axis;
import dev.sluice.testsupport.GatewayYaml;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Measures the loop that the README shows, with the gateway embedded and in a process of its own, beside the plain loop, chunks by
 * hand and java-dataloader. Each measurement starts its own processes: the first run counts as cold, the last one as warm.
 */
final class LettersByLoop {

    private static final Duration FAR = Duration.ofMillis(1);
    private static final int RUNS = 4;
    private static final int PLAIN_RUNS = 2;
    private static final String COLD = run(1);
    private static final String WARM = run(RUNS);
    private static final long SECONDS = 600;

    /** The options of the JVMs. The compiler that optimizes most takes as much of a few cores as a short job does. */
    private enum Options {
        NONE("no options", List.of()),
        C1("-XX:TieredStopAtLevel=1", List.of("-XX:TieredStopAtLevel=1"));

        private final String text;
        private final List<String> values;

        Options(String text, List<String> values) {
            this.text = text;
            this.values = values;
        }
    }

    private record Place(Network network, Options options) {
        String named(Form form) {
            return network.named(form.toString()) + ", " + options.text;
        }
    }

    private final Run run;
    private final LettersSystem system;
    private final LettersSweep sweep;
    private final List<Place> places;

    LettersByLoop(Run run, LettersSystem system, LettersSweep sweep) {
        this.run = run;
        this.system = system;
        this.sweep = sweep;
        this.places = system.networks().stream()
                .filter(network ->
                        network.latency().isZero() || network.latency().equals(FAR))
                .flatMap(network -> Stream.of(Options.values()).map(options -> new Place(network, options)))
                .toList();
    }

    void measure(Findings findings) throws Exception {
        final List<Variant> variants = new ArrayList<>();
        for (final Place place : places) {
            for (final Form form : Form.values()) {
                variants.add(new Variant(place.named(form), figures -> {
                    final double[] micros = micros(place, form);
                    for (int number = 1; number <= RUNS; number++) {
                        figures.add(
                                run(number),
                                LettersSweep.UNIT,
                                micros[form == Form.PLAIN ? micros.length - 1 : number - 1]);
                    }
                }));
            }
        }
        final Measurements measured = run.inTurns("letters: the README's loop, ", 0, variants);
        findings.add(measured.all());
        findings.conditions(
                """
                the README's loop: two lookups, an update and a letter for each of %,d contracts (plain loop: %,d, and fewer
                  over a network with latency), by declared methods in the bodies of a job with the default options
                cold, run 1: the first run in a JVM that has just started, with opening the client and the gateway; warm: run
                  %d in the same processes; of the plain loop, which has fewer contracts, its second run counts for all
                chunks by hand, java-dataloader: %d contracts a chunk, its updates as a JDBC batch with one commit
                """,
                run.of(LettersSizes.CONTRACTS),
                LettersSizes.contracts(run, LettersSizes.SINGLES),
                RUNS,
                LoopProgram.CHUNK);
        for (final String when : List.of(COLD, WARM)) {
            table(when, measured, findings);
        }
        final Curves curves = new Curves(
                "letters-loop",
                "The README's loop, loopback, " + Options.C1.text + ", Java "
                        + Runtime.version().feature(),
                Axis.linear("run in the same processes, of " + run.of(LettersSizes.CONTRACTS) + " contracts each"),
                Axis.log(LettersSweep.UNIT));
        final Place near = new Place(system.networks().get(0), Options.C1);
        for (final Form form : Form.values()) {
            for (int number = 1; number <= RUNS; number++) {
                curves.add(form.toString(), number, measured.get(near.named(form) + run(number)));
            }
        }
        findings.plot(curves);
    }

    private static String run(int number) {
        return ", run " + number;
    }

    private void table(String when, Measurements measured, Findings findings) {
        final Columns<Place> columns = new Columns<Place>()
                .with("network", Place::network)
                .with("JVM", place -> place.options.text)
                .with(Form.PLAIN + ", us", place -> measured.get(place.named(Form.PLAIN) + WARM));
        for (final Form form : Form.values()) {
            if (form != Form.PLAIN) {
                columns.with(form.toString(), place -> findings.add(ratio(place, form, when, measured)));
            }
        }
        findings.table(
                "The README's loop" + when + (when.equals(COLD) ? ", cold" : ", warm")
                        + ": times as fast as a plain loop; Java "
                        + Runtime.version().feature(),
                places,
                columns);
    }

    private static Measurement ratio(Place place, Form form, String when, Measurements measured) {
        final String name = place.named(form) + when;
        return measured.get(place.named(Form.PLAIN) + WARM)
                .over(measured.get(name), name + ", times as fast as a plain loop");
    }

    /** Runs the form in its own processes, and returns the microseconds per contract of each run. */
    private double[] micros(Place place, Form form) throws Exception {
        final Path own = run.newDirectory("loop");
        final GatewayYaml yaml = system.letters(place.network.database(), own)
                .with("queues.path", own.resolve("queues").toAbsolutePath())
                .with("statements.last-letter.sql", "UPDATE contract SET last_letter = ? WHERE id = ?")
                .with("statements.last-letter.types", List.of("date", "long"));
        final boolean plain = form == Form.PLAIN;
        final int contracts = plain ? system.singles(place.network.latency()) : run.of(LettersSizes.CONTRACTS);
        if (form == Form.APART) {
            try (HostedGateways gateways = HostedGateways.start(own, place.options.values.toArray(String[]::new))) {
                gateways.serveAsConfigured(own, yaml);
                return micros(place, form, own, contracts, RUNS);
            }
        }
        yaml.write(own.resolve("gateway.yaml"));
        return micros(place, form, own, contracts, plain ? PLAIN_RUNS : RUNS);
    }

    private double[] micros(Place place, Form form, Path own, int contracts, int runs) throws Exception {
        final double[] micros;
        try (ChildJvm job = ChildJvm.start(
                "job",
                own,
                place.options.values,
                LoopProgram.class,
                form.name(),
                place.network.database().url(),
                place.network.database().user(),
                own,
                contracts,
                runs)) {
            micros = job.hear(double[].class, SECONDS);
        }
        sweep.check(place.named(form), own.resolve("letters.txt"));
        return micros;
    }
}
