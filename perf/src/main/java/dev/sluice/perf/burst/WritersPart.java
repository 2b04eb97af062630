package dev.sluice.perf.burst;

import dev.sluice.api.Requests;
import dev.sluice.client.GatewayClient;
import dev.sluice.perf.report.Measurement;
import dev.sluice.perf.report.Measurements;
import dev.sluice.perf.report.Plot;
import dev.sluice.perf.report.Table;
import dev.sluice.perf.run.Run;
import dev.sluice.perf.system.ChildJvm;
import dev.sluice.queue.QueueOptions;
import dev.sluice.queue.QueuePair;
import dev.sluice.queue.RequestReader;
import dev.sluice.wire.RequestFrame;
import dev.sluice.wire.RequestReceiver;
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

    private final List<Integer> writers;
    private final int requests;

    /**
     * @param writers how many at a time, in ascending order
     * @param requests of all of them together
     */
    WritersPart(List<Integer> writers, int requests) {
        if (writers.isEmpty() || writers.get(0) < 1) {
            throw new IllegalArgumentException("Name numbers of writers, from 1 on");
        }
        this.writers = List.copyOf(writers);
        this.requests = requests;
    }

    private static String threads(int count) {
        return count + (count == 1 ? " thread" : " threads");
    }

    private static String processes(int count) {
        return count + (count == 1 ? " process" : " processes");
    }

    void measure(Run run, Findings findings) throws Exception {
        final Path directory = run.newDirectory("writers");
        final int most = writers.get(writers.size() - 1);
        final ExecutorService threads = Executors.newFixedThreadPool(most);
        final List<ChildJvm> jobs = new ArrayList<>();
        try {
            for (int i = 0; i < most; i++) {
                jobs.add(ChildJvm.start("writer_" + i, directory, List.of("-Xmx64m"), "", WriterProcess.class));
            }
            final Map<String, Run.Variant> variants = new LinkedHashMap<>();
            for (final int count : writers) {
                variants.put(
                        threads(count), () -> onNewQueues(run, count, queues -> byThreads(queues, threads, count)));
            }
            for (final int count : writers) {
                variants.put(
                        processes(count),
                        () -> onNewQueues(run, count, queues -> byProcesses(queues, jobs.subList(0, count))));
            }
            report(run.inTurns("us", WARM_UPS, variants), findings);
        } finally {
            threads.shutdownNow();
            jobs.forEach(ChildJvm::close);
            Run.delete(directory);
        }
    }

    /** Has requests written onto queues, and says how many nanoseconds that took. */
    @FunctionalInterface
    private interface Writing {
        long nanos(Path queues) throws Exception;
    }

    /** Microseconds for each request, all writers together. */
    private double onNewQueues(Run run, int count, Writing writing) throws Exception {
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
                written.add(threads.submit(() -> WriterProcess.write(end, requests / count)));
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
            job.ask(what);
        }
        for (final ChildJvm job : jobs) {
            job.hear(WriterProcess.LONGEST_SECONDS);
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
                String.format(
                        "%,d lookups in each measurement, shared by all writers, onto a new queue that nobody reads",
                        requests));
        final List<List<String>> rows = new ArrayList<>();
        writers.forEach(count -> rows.add(row(measured, findings, threads(count), threads(writers.get(0)))));
        writers.forEach(count -> rows.add(row(measured, findings, processes(count), processes(writers.get(0)))));
        findings.table(new Table(
                "Requests written by several at a time",
                List.of("writers", "us for each request", "requests per second", "rate to the first"),
                rows));
        findings.plot(new Plot(
                "burst-writers",
                "requests written onto one queue by several at a time",
                Plot.Axis.log("writers"),
                Plot.Axis.linear("requests per second"),
                List.of(
                        curve(measured, "threads of one job", WritersPart::threads),
                        curve(measured, "jobs, a process each", WritersPart::processes))));
    }

    private static List<String> row(Measurements measured, Findings findings, String name, String first) {
        final Measurement micros = findings.measured("writers", measured.get(name));
        final Measurement ratio = measured.get(first).over(micros, name + ": rate to that of " + first);
        return List.of(
                name,
                micros.shown(),
                Measurement.number(1e6 / micros.median()),
                name.equals(first) ? "" : findings.measured("writers", ratio).shown());
    }

    private Plot.Curve curve(Measurements measured, String name, IntFunction<String> variant) {
        return new Plot.Curve(
                name,
                writers.stream()
                        .map(count -> Rates.point(count, measured.get(variant.apply(count))))
                        .toList());
    }
}
