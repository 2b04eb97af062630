package dev.sluice.perf.burst;

import dev.sluice.api.QueueOptions;
import dev.sluice.api.Requests;
import dev.sluice.client.GatewayClient;
import dev.sluice.internal.queue.QueuePair;
import dev.sluice.internal.queue.RequestReader;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.internal.wire.RequestFrame.RequestReceiver;
import dev.sluice.perf.lab.ChildJvm;
import dev.sluice.perf.lab.Run;
import dev.sluice.perf.report.Findings;
import dev.sluice.perf.report.Measurement;
import dev.sluice.perf.report.Measurements;
import dev.sluice.perf.report.Plot;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;

/** Several threads of a job, and several jobs, that write onto one queue at the same time; nobody reads meanwhile. */
final class WritersPart {

    private static final int WARM_UPS = 1;
    private static final int READ_AT_ONCE = 1_000;
    /** How long anything that a job is told may take. */
    private static final long LONGEST_SECONDS = 120;

    private final Run run;
    private final List<Integer> writers;
    private final int requests;

    WritersPart(Run run) {
        this.run = run;
        this.writers = run.of(BurstExperiment.WRITERS);
        this.requests = run.of(BurstExperiment.WRITTEN);
    }

    /** A job that opens queues, writes onto them and closes them as it is told. */
    static final class Job {

        private Job() {}

        public static void main(String[] args) throws Exception {
            final List<GatewayClient> open = new ArrayList<>();
            ChildJvm.answer(line -> {
                final String[] words = line.split(" ", 2);
                switch (words[0]) {
                    case "open" -> open.add(GatewayClient.open(Path.of(words[1])));
                    case "write" -> write(open.get(0).requests(), Integer.parseInt(words[1]));
                    case "close" -> open.remove(0).close();
                    default -> throw new IllegalArgumentException("Told to " + line);
                }
                return words[0];
            });
        }
    }

    private static void write(Requests requests, int count) {
        for (long key = 0; key < count; key++) {
            requests.lookup("customer", key);
        }
    }

    private static String threads(int count) {
        return count + (count == 1 ? " thread" : " threads");
    }

    private static String processes(int count) {
        return count + (count == 1 ? " process" : " processes");
    }

    void measure(Findings findings) throws Exception {
        final int most = writers.get(writers.size() - 1);
        final ExecutorService threads = Executors.newFixedThreadPool(most);
        final List<ChildJvm> jobs = new ArrayList<>();
        try {
            for (int i = 0; i < most; i++) {
                jobs.add(ChildJvm.start("writer_" + i, run.directory(), List.of("-Xmx64m"), "", Job.class));
            }
            final Map<String, Run.Variant> variants = new LinkedHashMap<>();
            for (final int count : writers) {
                variants.put(threads(count), () -> onNewQueues(count, queues -> byThreads(queues, threads, count)));
            }
            for (final int count : writers) {
                variants.put(
                        processes(count),
                        () -> onNewQueues(count, queues -> byProcesses(queues, jobs.subList(0, count))));
            }
            report(run.inTurns("us", WARM_UPS, variants), findings);
        } finally {
            threads.shutdownNow();
            jobs.forEach(ChildJvm::close);
        }
    }

    /** Has requests written onto queues, and says how many nanoseconds that took. */
    @FunctionalInterface
    private interface Writing {
        long nanos(Path queues) throws Exception;
    }

    /** Microseconds for each request, all writers together. */
    private double onNewQueues(int count, Writing writing) throws Exception {
        final Path directory = run.newDirectory("writers");
        final int all = requests / count * count;
        try {
            final Path queues = directory.resolve("queues");
            final long nanos = writing.nanos(queues);
            check(queues, all);
            return nanos / 1e3 / all;
        } finally {
            Run.delete(directory);
        }
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
        tellAll(jobs, "open " + queues);
        final long start = System.nanoTime();
        tellAll(jobs, "write " + requests / jobs.size());
        final long nanos = System.nanoTime() - start;
        tellAll(jobs, "close");
        return nanos;
    }

    /** Tells all, then waits until each has done it. */
    private static void tellAll(List<ChildJvm> jobs, String what) throws IOException, InterruptedException {
        for (final ChildJvm job : jobs) {
            job.tell(what);
        }
        for (final ChildJvm job : jobs) {
            job.hear(LONGEST_SECONDS);
        }
    }

    /** The reader checks that no writer's request is missing. */
    private static void check(Path queues, int all) {
        final Counted counted = new Counted();
        try (QueuePair pair = QueuePair.open(queues, QueueOptions.DEFAULTS);
                RequestReader reader = pair.requestsFromStart()) {
            while (reader.poll(counted, READ_AT_ONCE) > 0) {
                continue;
            }
        }
        if (counted.requests != all) {
            throw new IllegalStateException(counted.requests + " requests are on the queue, " + all + " were written");
        }
    }

    private static final class Counted implements RequestReceiver {

        private int requests;

        @Override
        public void request(long index, long writtenNanos, RequestFrame request) {
            requests++;
        }

        @Override
        public void undecodable(long index, long writtenNanos, String why) {
            throw new IllegalStateException("Request " + index + " cannot be read: " + why);
        }
    }

    private void report(Measurements measured, Findings findings) {
        findings.condition(
                "writers",
                "%,d lookups in each measurement, shared by all writers, onto a new queue that nobody reads",
                requests);
        final Findings.Rows rows = findings.table(
                "Requests written by several at a time",
                "writers",
                "us for each request",
                "requests per second",
                "rate to the first");
        for (final IntFunction<String> named :
                List.<IntFunction<String>>of(WritersPart::threads, WritersPart::processes)) {
            final String first = named.apply(writers.get(0));
            for (final int count : writers) {
                final String name = named.apply(count);
                final Measurement micros = findings.add("writers", measured.get(name));
                rows.row(
                        name,
                        micros,
                        1e6 / micros.median(),
                        name.equals(first)
                                ? ""
                                : findings.add(
                                        "writers",
                                        measured.get(first).over(micros, name + ": rate to that of " + first)));
            }
        }
        findings.plot(new Plot(
                "burst-writers",
                "requests written onto one queue by several at a time",
                Plot.Axis.log("writers"),
                Plot.Axis.linear("requests per second"),
                List.of(
                        curve(measured, "threads of one job", WritersPart::threads),
                        curve(measured, "jobs, a process each", WritersPart::processes))));
    }

    private Plot.Curve curve(Measurements measured, String name, IntFunction<String> variant) {
        return new Plot.Curve(
                name,
                writers.stream()
                        .map(count -> Plot.Point.ofRate(count, measured.get(variant.apply(count))))
                        .toList());
    }
}
