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
import dev.sluice.perf.report.Findings;
import dev.sluice.perf.report.Measurement;
import dev.sluice.perf.report.Measurements;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Several jobs, a process each, that write onto one queue at the same time; nobody reads meanwhile. */
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

        private static void write(Requests requests, int count) {
            for (long key = 0; key < count; key++) {
                requests.lookup("customer", key);
            }
        }
    }

    void measure(Findings findings) throws Exception {
        final List<ChildJvm> jobs = new ArrayList<>();
        try {
            while (jobs.size() < counts.get(counts.size() - 1)) {
                jobs.add(ChildJvm.start("writer_" + jobs.size(), run.directory(), List.of("-Xmx64m"), "", Job.class));
            }
            report(
                    run.inTurns(
                            "",
                            WARM_UPS,
                            counts.stream()
                                    .map(count -> Variant.of(name(count), "us", () -> micros(jobs.subList(0, count))))
                                    .toList()),
                    findings);
        } finally {
            jobs.forEach(ChildJvm::close);
        }
    }

    private static String name(int count) {
        return count == 1 ? "1 process" : count + " processes";
    }

    /** For each request, all jobs together. */
    private double micros(List<ChildJvm> jobs) throws Exception {
        final int each = requests / jobs.size();
        final int all = each * jobs.size();
        return run.inNewDirectory("writers", directory -> {
            final Path queues = directory.resolve("queues");
            tell(jobs, new Told(Told.What.OPEN, queues.toString(), 0));
            final long start = System.nanoTime();
            tell(jobs, new Told(Told.What.WRITE, "", each));
            final long nanos = System.nanoTime() - start;
            tell(jobs, new Told(Told.What.CLOSE, "", 0));
            check(queues, all);
            return nanos / 1e3 / all;
        });
    }

    /** Tells all jobs, then waits until each has done it. */
    private static void tell(List<ChildJvm> jobs, Told told) throws IOException, InterruptedException {
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

    private void report(Measurements measured, Findings findings) {
        findings.conditions("""
                writers: %,d lookups in each measurement, shared by all writers, onto a new queue that nobody reads
                """, requests);
        final Measurement first = measured.get(name(counts.get(0)));
        findings.table(
                "Requests written by several jobs at a time",
                measured.all(),
                new Columns<Measurement>()
                        .with("writers", Measurement::name)
                        .with("us for each request", one -> findings.add("writers", one))
                        .with("requests per second", one -> 1e6 / one.median())
                        .with(
                                "rate to the first",
                                one -> one.equals(first)
                                        ? ""
                                        : findings.add(
                                                "writers",
                                                first.over(one, one.name() + ": rate to that of " + first.name()))));
    }
}
