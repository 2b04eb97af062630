package dev.sluice.perf.tier;

import dev.sluice.perf.lab.Run;
import dev.sluice.perf.report.Measurement;
import dev.sluice.perf.report.Measurements;
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

    private final Run run;
    private final MathService.Jvm service;
    private final Measurements measurements = new Measurements();

    TierTrials(Run run, MathService.Jvm service) {
        this.run = run;
        this.service = service;
    }

    /** A way and what it is asked. */
    record Trial(String name, Way way, Numbers numbers) {

        @Override
        public String toString() {
            return name;
        }
    }

    /** Measures each so many times; others before that, which warm up. */
    void measure(String stage, int warmUps, int repetitions, List<Trial> trials) throws Exception {
        run.takeTurns(
                "tier, " + stage + ", ",
                warmUps,
                repetitions,
                trials,
                (trial, kept) -> once(trial, kept ? measurements : new Measurements()));
    }

    private void once(Trial trial, Measurements kept) throws Exception {
        trial.way.open();
        service.took();
        final long start = System.nanoTime();
        final double[][] results = trial.way.ask(trial.numbers);
        final double total = (System.nanoTime() - start) / 1e3;
        final MathService.Took took = service.took();
        final double json = (took.jsonNanos() + trial.way.jsonNanos()) / 1e3;
        trial.way.close();
        trial.numbers.check(trial.name, results);
        final double work = trial.way instanceof Way.InProcess ? total : took.workNanos() / 1e3;
        final double rest = total - work - json;
        final double count = trial.numbers.count();
        kept.add(trial.name, "us", total / count);
        kept.add(trial.name + WORK, "us", work / count);
        kept.add(trial.name + JSON, "us", json / count);
        if (!trial.way.overlaps()) {
            kept.add(trial.name + REST, "us", rest / count);
            kept.add(trial.name + WORK_SHARE, "%", 100 * work / total);
            kept.add(trial.name + JSON_SHARE, "%", 100 * json / total);
            kept.add(trial.name + REST_SHARE, "%", 100 * rest / total);
        }
        kept.add(trial.name + SENT, "bytes", took.bytesIn() / count);
        kept.add(trial.name + RECEIVED, "bytes", took.bytesOut() / count);
    }

    /** What was measured so far under that name. */
    Measurement get(String name) {
        return measurements.get(name);
    }

    /** Where more can be added. */
    Measurements measurements() {
        return measurements;
    }
}
