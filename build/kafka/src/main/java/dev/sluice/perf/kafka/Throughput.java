package dev.sluice.perf.kafka;

import dev.sluice.perf.lab.Run;
import dev.sluice.perf.lab.Variant;
import dev.sluice.perf.report.Columns;
import dev.sluice.perf.report.Findings;
import dev.sluice.perf.report.Measurement;
import dev.sluice.perf.report.Measurements;
import java.time.Duration;
import java.util.Random;

/**
 * Measures how long a worker needs for requests that are already waiting, until the last result can be read. The worker's JVM is
 * already connected and warmed up. It is suspended while the requests are written, so that all variants start under the same
 * conditions.
 */
final class Throughput {

    private static final String BROKERS = ", CPU of brokers";
    private static final String WORKER = ", CPU of workers";
    private static final String UNIT = "us a request";

    private final Run run;
    private final LookupWorkers ways;
    private final Cluster cluster;
    private final int count;
    private final Random random;

    Throughput(Run run, LookupWorkers ways, Cluster cluster) {
        this.run = run;
        this.ways = ways;
        this.cluster = cluster;
        this.count = run.of(KafkaSizes.REQUESTS);
        this.random = new Random(run.seed());
    }

    void measure(Findings findings) throws Exception {
        final Measurements measured = new Measurements();
        run.inTurns(
                "kafka, throughput, ",
                run.of(KafkaSizes.WARM_UPS),
                run.repetitions(),
                ways.byName().entrySet().stream()
                        .map(way -> new Variant(way.getKey(), figures -> take(way.getValue(), figures)))
                        .toList(),
                measured);
        findings.add(measured.all());
        table(measured, findings);
        targets(measured, findings);
    }

    private void take(LookupWorker way, Variant.Figures figures) throws Exception {
        final long[] ids = Account.ids(count, random);
        askStopped(way, ids);
        final Duration brokersBefore = cluster.cpu();
        final Duration workerBefore = Cluster.cpu(way.worker().process().process());
        final long start = System.nanoTime();
        signal(way, "CONT");
        way.await();
        final long took = System.nanoTime() - start;
        final Duration brokers = cluster.cpu().minus(brokersBefore);
        final Duration used = Cluster.cpu(way.worker().process().process()).minus(workerBefore);
        way.check();
        figures.add("", UNIT, took / 1e3 / count);
        figures.add(BROKERS, UNIT, brokers.toNanos() / 1e3 / count);
        figures.add(WORKER, UNIT, used.toNanos() / 1e3 / count);
    }

    /** Writes the requests while the worker's process is suspended. */
    private static void askStopped(LookupWorker way, long[] ids) throws Exception {
        signal(way, "STOP");
        try {
            way.ask(ids);
        } catch (final Exception e) {
            signal(way, "CONT");
            throw e;
        }
    }

    /** Suspends (STOP) or resumes (CONT) the worker's process. */
    private static void signal(LookupWorker way, String signal) throws Exception {
        way.worker().process().signal(signal);
    }

    private void table(Measurements measured, Findings findings) {
        final Measurement tuned = measured.get(LookupWorkers.TUNED);
        final Columns<String> columns = new Columns<String>()
                .with("variant", name -> name)
                .with(UNIT, measured::get)
                .with("requests a second", name -> 1e6 / measured.get(name).median())
                .with(
                        "throughput to " + LookupWorkers.TUNED,
                        name -> tuned.over(measured.get(name), name + ", throughput to " + LookupWorkers.TUNED))
                .with("CPU of workers", name -> measured.get(name + WORKER))
                .with("CPU of the brokers", name -> measured.get(name + BROKERS));
        findings.table(
                String.format("%,d lookups that wait: time until the last result is readable, us a request", count),
                ways.byName().keySet(),
                columns);
    }

    private void targets(Measurements measured, Findings findings) {
        final Measurement sluice = measured.get(LookupWorkers.SLUICE);
        final String chronicle = "time of a request, Kafka to Chronicle's queues";
        findings.targets("Targets of throughput")
                .target(
                        findings.add(measured.get(LookupWorkers.TUNED)
                                .over(sluice, "throughput of Sluice to a loop by hand, polls of 100 ms a transaction")),
                        "at least 0.8")
                .target(
                        findings.add(measured.get(LookupWorkers.EACH_POLL)
                                .over(sluice, "throughput of Sluice to a loop by hand, each poll a transaction")),
                        "at least 2")
                .target(
                        findings.add(sluice.over(measured.get(LookupWorkers.CHRONICLE), chronicle)),
                        cluster.brokers().count() == 1 ? "at most 3" : "");
    }
}
