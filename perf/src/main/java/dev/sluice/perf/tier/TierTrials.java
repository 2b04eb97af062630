package dev.sluice.perf.tier;

import dev.sluice.perf.report.Measurement;
import dev.sluice.perf.report.Measurements;
import dev.sluice.perf.run.Run;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Measures ways in turns, takes each one's time apart, and checks every result to the last bit. What the parts are: work
 * and the service's JSON are timed in the service, the caller's JSON where it is written and parsed; the rest is transport:
 * HTTP on both sides, the loopback, queues, and whatever else waits. One thread.
 */
final class TierTrials {

    static final String WORK = ", work";
    static final String JSON = ", serialisation";
    static final String REST = ", transport";
    static final String WORK_SHARE = ", share of work";
    static final String JSON_SHARE = ", share of serialisation";
    static final String REST_SHARE = ", share of transport";
    static final String SENT = ", body of the request";
    static final String RECEIVED = ", body of the response";

    private static final double PERCENT = 100;

    private final Run run;
    private final MathServiceJvm service;
    private final Measurements measurements = new Measurements();

    TierTrials(Run run, MathServiceJvm service) {
        this.run = run;
        this.service = service;
    }

    /** A way and what it is asked. */
    record Trial(String name, Way way, Numbers numbers) {}

    /** Measures each so many times; others before that, which warm up. */
    void measure(String stage, int warmUps, int repetitions, List<Trial> trials) throws Exception {
        for (int repetition = 1 - warmUps; repetition <= repetitions; repetition++) {
            run.progress()
                    .stage("tier, " + stage + ": " + (repetition < 1 ? "warm-up" : repetition + " of " + repetitions));
            final List<Trial> order = new ArrayList<>(trials);
            if (repetition % 2 == 0) {
                Collections.reverse(order);
            }
            for (final Trial trial : order) {
                once(trial, repetition < 1 ? new Measurements() : measurements);
            }
        }
    }

    private void once(Trial trial, Measurements kept) throws Exception {
        trial.way.open();
        service.took();
        final long start = System.nanoTime();
        final double[][] results = trial.way.ask(trial.numbers);
        final double total = (System.nanoTime() - start) / 1e3;
        final MathServiceJvm.Took took = service.took();
        final double json = (took.jsonNanos() + trial.way.jsonNanos()) / 1e3;
        trial.way.close();
        trial.numbers.check(trial.name, results);
        final double work = trial.way instanceof InProcess ? total : took.workNanos() / 1e3;
        add(kept, trial, total, work, json);
        final double count = trial.numbers.count();
        kept.add(trial.name + SENT, "bytes", took.bytesIn() / count);
        kept.add(trial.name + RECEIVED, "bytes", took.bytesOut() / count);
    }

    private static void add(Measurements kept, Trial trial, double total, double work, double json) {
        final double count = trial.numbers.count();
        kept.add(trial.name, "us", total / count);
        kept.add(trial.name + WORK, "us", work / count);
        kept.add(trial.name + JSON, "us", json / count);
        if (trial.way.overlaps()) {
            return;
        }
        final double rest = total - work - json;
        kept.add(trial.name + REST, "us", rest / count);
        kept.add(trial.name + WORK_SHARE, "%", PERCENT * work / total);
        kept.add(trial.name + JSON_SHARE, "%", PERCENT * json / total);
        kept.add(trial.name + REST_SHARE, "%", PERCENT * rest / total);
    }

    /** A share as a table shows it; empty for a way whose parts overlap. */
    String share(String name) {
        return measurements.all().stream()
                .filter(one -> one.name().equals(name))
                .findFirst()
                .map(Measurement::shown)
                .orElse("");
    }

    /** What was measured so far under that name. */
    Measurement get(String name) {
        return measurements.get(name);
    }

    /** Where more can be added. */
    Measurements measurements() {
        return measurements;
    }

    /** Where the function is at hand. */
    static final class InProcess implements Way {

        @Override
        public double[][] ask(Numbers numbers) {
            final double[][] results = new double[numbers.count()][];
            for (int i = 0; i < results.length; i++) {
                results[i] = numbers.function().apply(numbers.lists()[i]);
            }
            return results;
        }

        @Override
        public long jsonNanos() {
            return 0;
        }
    }
}
