package dev.sluice.perf.kafka;

import dev.sluice.perf.lab.Run;
import dev.sluice.perf.lab.Variant;
import dev.sluice.perf.report.Columns;
import dev.sluice.perf.report.Findings;
import dev.sluice.perf.report.Measurements;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Measures single requests, from the method call to the answer. No other request is in progress meanwhile. */
final class LoneRequests {

    private static final List<String> COMPARED = List.of(LookupWorkers.SLUICE, LookupWorkers.TUNED);
    private static final String HALF = ", 50 %";
    private static final String OF_100 = ", 99 %";
    private static final String UNIT = "us until the answer";

    private final Run run;
    private final LookupWorkers ways;
    private final int count;
    private final Random random;

    LoneRequests(Run run, LookupWorkers ways) {
        this.run = run;
        this.ways = ways;
        this.count = run.of(KafkaSizes.LONE);
        this.random = new Random(run.seed());
    }

    void measure(Findings findings) throws Exception {
        final List<Variant> variants = COMPARED.stream()
                .map(name -> new Variant(name, figures -> take(ways.get(name), figures)))
                .toList();
        final Measurements measured = run.inTurns("kafka, lone requests, ", 1, variants);
        findings.add(measured.all());
        findings.table(
                String.format("A lone request, until its answer is read; us, for %,d requests", count),
                COMPARED,
                new Columns<String>()
                        .with("variant", name -> name)
                        .with("50 %", name -> measured.get(name + HALF))
                        .with("99 %", name -> measured.get(name + OF_100)));
        findings.targets("Target of a lone request")
                .target(
                        findings.add(measured.get(LookupWorkers.SLUICE + HALF)
                                .over(
                                        measured.get(LookupWorkers.TUNED + HALF),
                                        "median time of Sluice to a loop by hand")),
                        "at most 0.8, on three brokers");
    }

    private void take(LookupWorker way, Variant.Figures figures) throws Exception {
        final double[] micros = new double[count];
        for (int i = 0; i < count; i++) {
            final long id = Account.ids(1, random)[0];
            final long start = System.nanoTime();
            final Account account = way.ask(id);
            micros[i] = (System.nanoTime() - start) / 1e3;
            account.checkIs(id, "The answer of a lone request");
        }
        Arrays.sort(micros);
        figures.add(HALF, UNIT, micros[count / 2]);
        figures.add(OF_100, UNIT, micros[count * 99 / 100]);
    }
}
