package dev.sluice.perf.burst;

import dev.sluice.api.QueueOptions;
import dev.sluice.api.Requests;
import dev.sluice.client.GatewayClient;
import dev.sluice.perf.lab.ChildJvm;
import dev.sluice.perf.lab.Opened;
import dev.sluice.perf.lab.Run;
import dev.sluice.perf.lab.Variant;
import dev.sluice.perf.load.CountedRequests;
import dev.sluice.perf.report.Columns;
import dev.sluice.perf.report.Findings;
import dev.sluice.perf.report.Measurement;
import dev.sluice.perf.report.Measurements;
import dev.sluice.testsupport.Trees;
import dev.sluice.transport.Lane;
import dev.sluice.transport.RequestReader;
import dev.sluice.transport.Transports;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Several jobs, a process each, that write onto one queue at the same time; nobody reads meanwhile. */
final class WritersPart {

    private static final int WARM_UPS = 1;
    private static final int READ_AT_ONCE = 1_000;
    /** How long a job may take for what it is told. */
    private static final long LONGEST_SECONDS = 120;

    private final Run run;
    private final List<Integer> counts;
    private final int requests;
    private long written;

    WritersPart(Run run) {
        this.run = run;
        this.counts = run.of(BurstSizes.WRITERS);
        this.requests = run.of(BurstSizes.WRITTEN);
    }

    /** A job that writes onto the queues of its argument as often as it is told. */
    static final class Job {

        private Job() {}

        public static void main(String[] args) throws Exception {
            try (GatewayClient client = GatewayClient.open(Path.of(args[0]))) {
                final Requests requests = client.requests();
                ChildJvm.answer(Integer.class, count -> {
                    for (long key = 0; key < count; key++) {
                        requests.lookup("customer", key);
                    }
                    return count;
                });
            }
        }
    }

    void measure(Findings findings) throws Exception {
        final Path queues = run.newDirectory("writers");
        try (Opened opened = new Opened()) {
            final List<ChildJvm> jobs = new ArrayList<>();
            while (jobs.size() < counts.get(counts.size() - 1)) {
                final String name = "writer_" + jobs.size();
                jobs.add(opened.add(ChildJvm.start(name, run.directory(), List.of("-Xmx64m"), Job.class, queues)));
            }
            final List<Variant> variants = counts.stream()
                    .map(count -> Variant.of(name(count), "us", () -> micros(jobs.subList(0, count))))
                    .toList();
            final Measurements measured = run.inTurns("", WARM_UPS, variants);
            check(queues);
            report(measured, findings);
        } finally {
            Trees.delete(queues);
        }
    }

    private static String name(int count) {
        return count == 1 ? "1 process" : count + " processes";
    }

    /** Has all jobs write at a time; returns the microseconds for each request of all jobs together. */
    private double micros(List<ChildJvm> jobs) throws IOException, InterruptedException {
        final int each = requests / jobs.size();
        final long start = System.nanoTime();
        for (final ChildJvm job : jobs) {
            job.tell(each);
        }
        for (final ChildJvm job : jobs) {
            job.hear(Integer.class, LONGEST_SECONDS);
        }
        final int all = each * jobs.size();
        written += all;
        return (System.nanoTime() - start) / 1e3 / all;
    }

    /** Checks, by reading the queue, that no writer's request is missing. */
    private void check(Path queues) {
        final CountedRequests counted = new CountedRequests();
        try (Lane pair = Transports.open(queues.toString(), QueueOptions.DEFAULTS);
                RequestReader reader = pair.requestsFromStart()) {
            while (reader.poll(counted, READ_AT_ONCE) > 0) {
                continue;
            }
        }
        if (counted.requests() != written) {
            throw new IllegalStateException(
                    counted.requests() + " requests are on the queue, " + written + " were written");
        }
    }

    private void report(Measurements measured, Findings findings) {
        findings.conditions("""
                writers: %,d lookups in each measurement, shared by all writers, onto one queue that nobody reads
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
