package dev.sluice.perf.burst;

import dev.sluice.api.QueueOptions;
import dev.sluice.api.Requests;
import dev.sluice.client.GatewayClient;
import dev.sluice.internal.queue.QueuePair;
import dev.sluice.internal.queue.RequestReader;
import dev.sluice.perf.lab.ChildJvm;
import dev.sluice.perf.lab.Run;
import dev.sluice.perf.lab.Variant;
import dev.sluice.perf.load.CountedRequests;
import dev.sluice.perf.report.Columns;
import dev.sluice.perf.report.Curves;
import dev.sluice.perf.report.Findings;
import dev.sluice.perf.report.Measurement;
import dev.sluice.perf.report.Measurements;
import dev.sluice.perf.report.Plot;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Several threads of a job, and several jobs, that write onto one queue at the same time; nobody reads meanwhile. */
final class WritersPart {

    private static final int WARM_UPS = 1;
    private static final int READ_AT_ONCE = 1_000;
    /** How long anything that a job is told may take. */
    private static final long LONGEST_SECONDS = 120;

    private final Run run;
    private final List<Integer> counts;
    private final int requests;

    WritersPart(Run run) {
        this.run = run;
        this.counts = run.of(BurstSizes.WRITERS);
        this.requests = run.of(BurstSizes.WRITTEN);
    }

    /** What a job is told: to open queues, to write so many requests onto them, or to close them. */
    private record Told(What what, String queues, int requests) {
        private enum What {
            OPEN,
            WRITE,
            CLOSE
        }
    }

    /** A job that does what it is told. */
    static final class Job {

        private Job() {}

        public static void main(String[] args) throws Exception {
            final List<GatewayClient> open = new ArrayList<>();
            ChildJvm.answer(Told.class, told -> {
                switch (told.what) {
                    case OPEN -> open.add(GatewayClient.open(Path.of(told.queues)));
                    case WRITE -> write(open.get(0).requests(), told.requests);
                    case CLOSE -> open.remove(0).close();
                }
                return told;
            });
        }
    }

    private static void write(Requests requests, int count) {
        for (long key = 0; key < count; key++) {
            requests.lookup("customer", key);
        }
    }

    /** So many writers of one kind. */
    private record Writers(String kind, String curve, int count, Writing writing) {

        String name() {
            return count + " " + (count > 1 ? kind + (kind.endsWith("s") ? "es" : "s") : kind);
        }
    }

    /** Has requests written onto queues, and returns how many nanoseconds that took. */
    private interface Writing {
        long nanos(Path queues) throws Exception;
    }

    void measure(Findings findings) throws Exception {
        final int most = counts.get(counts.size() - 1);
        final ExecutorService threads = Executors.newFixedThreadPool(most);
        final List<ChildJvm> jobs = new ArrayList<>();
        try {
            for (int i = 0; i < most; i++) {
                jobs.add(ChildJvm.start("writer_" + i, run.directory(), List.of("-Xmx64m"), "", Job.class));
            }
            final List<Writers> all = new ArrayList<>();
            counts.forEach(count -> all.add(
                    new Writers("thread", "threads of one job", count, queues -> byThreads(queues, threads, count))));
            counts.forEach(count -> all.add(new Writers(
                    "process", "jobs, a process each", count, queues -> byProcesses(queues, jobs.subList(0, count)))));
            final Measurements measured = run.inTurns(
                    "",
                    WARM_UPS,
                    all.stream()
                            .map(one -> Variant.of(one.name(), "us", () -> micros(one)))
                            .toList());
            report(all, measured, findings);
        } finally {
            threads.shutdownNow();
            jobs.forEach(ChildJvm::close);
        }
    }

    /** For each request, all writers together. */
    private double micros(Writers writers) throws Exception {
        final int all = requests / writers.count * writers.count;
        return run.inNewDirectory("writers", directory -> {
            final Path queues = directory.resolve("queues");
            final long nanos = writers.writing.nanos(queues);
            check(queues, all);
            return nanos / 1e3 / all;
        });
    }

    private long byThreads(Path queues, ExecutorService threads, int count) throws Exception {
        try (GatewayClient client = GatewayClient.open(queues)) {
            final List<Requests> ends = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                ends.add(client.newRequests());
            }
            final List<Future<?>> written = new ArrayList<>();
            final long start = System.nanoTime();
            for (final Requests end : ends) {
                written.add(threads.submit(() -> write(end, requests / count)));
            }
            for (final Future<?> one : written) {
                one.get();
            }
            return System.nanoTime() - start;
        }
    }

    private long byProcesses(Path queues, List<ChildJvm> jobs) throws IOException, InterruptedException {
        tellAll(jobs, new Told(Told.What.OPEN, queues.toString(), 0));
        final long start = System.nanoTime();
        tellAll(jobs, new Told(Told.What.WRITE, "", requests / jobs.size()));
        final long nanos = System.nanoTime() - start;
        tellAll(jobs, new Told(Told.What.CLOSE, "", 0));
        return nanos;
    }

    /** Tells all, then waits until each has done it. */
    private static void tellAll(List<ChildJvm> jobs, Told told) throws IOException, InterruptedException {
        for (final ChildJvm job : jobs) {
            job.tell(told);
        }
        for (final ChildJvm job : jobs) {
            job.hear(Told.class, LONGEST_SECONDS);
        }
    }

    /** The reader checks that no writer's request is missing. */
    private static void check(Path queues, int all) {
        final CountedRequests counted = new CountedRequests();
        try (QueuePair pair = QueuePair.open(queues, QueueOptions.DEFAULTS);
                RequestReader reader = pair.requestsFromStart()) {
            while (reader.poll(counted, READ_AT_ONCE) > 0) {
                continue;
            }
        }
        if (counted.requests() != all) {
            throw new IllegalStateException(
                    counted.requests() + " requests are on the queue, " + all + " were written");
        }
    }

    private void report(List<Writers> all, Measurements measured, Findings findings) {
        findings.conditions("""
                writers: %,d lookups in each measurement, shared by all writers, onto a new queue that nobody reads
                """, requests);
        findings.table(
                "Requests written by several at a time",
                all,
                new Columns<Writers>()
                        .with("writers", Writers::name)
                        .with("us for each request", one -> findings.add("writers", measured.get(one.name())))
                        .with(
                                "requests per second",
                                one -> 1e6 / measured.get(one.name()).median())
                        .with("rate to the first", one -> {
                            final Writers first = new Writers(one.kind, one.curve, counts.get(0), one.writing);
                            return first.count == one.count
                                    ? ""
                                    : rateToFirst(measured.get(first.name()), measured.get(one.name()), findings);
                        }));
        final Curves curves = new Curves(
                "burst-writers",
                "requests written onto one queue by several at a time",
                Plot.Axis.log("writers"),
                Plot.Axis.linear("requests per second"));
        all.forEach(one -> curves.add(one.curve, Plot.Point.ofRate(one.count, measured.get(one.name()))));
        findings.plot(curves);
    }

    private static Measurement rateToFirst(Measurement first, Measurement one, Findings findings) {
        return findings.add("writers", first.over(one, one.name() + ": rate to that of " + first.name()));
    }
}
