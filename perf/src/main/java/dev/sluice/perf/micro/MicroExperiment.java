package dev.sluice.perf.micro;

import dev.sluice.perf.report.Measurement;
import dev.sluice.perf.report.Measurements;
import dev.sluice.perf.report.Report;
import dev.sluice.perf.report.Table;
import dev.sluice.perf.run.Experiment;
import dev.sluice.perf.run.Run;
import dev.sluice.testsupport.JavaCommand;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.NoBenchmarksException;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * The hot path in small pieces: JMH's benchmarks of this package, each repetition in a JVM of its own, with the bytes that
 * each operation allocates by JMH's profiler of the garbage collection.
 */
final class MicroExperiment implements Experiment {

    private static final String ALLOCATED = "gc.alloc.rate.norm";
    private static final int ITERATIONS = 3;

    private final String pattern;
    private final int shots;
    private final TimeValue iteration;

    /**
     * @param pattern a regular expression that a benchmark's method contains
     * @param shots how often operations of a queue are measured, after twice as many to warm up
     * @param iterationMillis how long one iteration is of the others
     */
    MicroExperiment(String pattern, int shots, int iterationMillis) {
        this.pattern = pattern;
        this.shots = shots;
        this.iteration = TimeValue.milliseconds(iterationMillis);
    }

    @Override
    public String name() {
        return "micro";
    }

    @Override
    public Report run(Run run) throws Exception {
        final Path directory = run.newDirectory("micro");
        try {
            final Measurements times = new Measurements();
            final Measurements bytes = new Measurements();
            for (int repetition = 1; repetition <= run.repetitions(); repetition++) {
                run.progress().stage("micro: " + repetition + " of " + run.repetitions());
                add(queues(directory), times, bytes);
                add(memory(), times, bytes);
            }
            return report(run, times, bytes);
        } finally {
            Run.delete(directory);
        }
    }

    /** A queue is made for each iteration, which is then one shot. */
    private Collection<RunResult> queues(Path directory) throws IOException, RunnerException {
        final List<RunResult> all = new ArrayList<>();
        for (final Class<?> benchmark : List.of(WriteBenchmark.class, ReadBenchmark.class, ResultBenchmark.class)) {
            all.addAll(run(options(benchmark)
                    .param("directory", directory.toString())
                    .mode(Mode.SingleShotTime)
                    .warmupIterations(2 * shots)
                    .measurementIterations(shots)));
        }
        return all;
    }

    private Collection<RunResult> memory() throws IOException, RunnerException {
        final List<RunResult> all = new ArrayList<>();
        for (final Class<?> benchmark : List.of(PlanBenchmark.class, FrameBenchmark.class, RewriteBenchmark.class)) {
            all.addAll(run(options(benchmark)
                    .mode(Mode.AverageTime)
                    .warmupIterations(ITERATIONS)
                    .warmupTime(iteration)
                    .measurementIterations(ITERATIONS)
                    .measurementTime(iteration)));
        }
        return all;
    }

    private ChainedOptionsBuilder options(Class<?> benchmark) throws IOException {
        return new OptionsBuilder()
                .include("^" + Pattern.quote(benchmark.getName() + ".") + "(?=.*(?:" + pattern + ")).*")
                .forks(1)
                .timeUnit(TimeUnit.NANOSECONDS)
                .addProfiler(GCProfiler.class)
                .jvmArgs(JavaCommand.access().toArray(String[]::new))
                .shouldFailOnError(true)
                .verbosity(VerboseMode.SILENT);
    }

    /** None, if the pattern chooses none of them. */
    private static Collection<RunResult> run(ChainedOptionsBuilder options) throws RunnerException {
        try {
            return new Runner(options.build()).run();
        } catch (final NoBenchmarksException e) {
            return List.of();
        }
    }

    private void add(Collection<RunResult> results, Measurements times, Measurements bytes) {
        for (final RunResult result : results) {
            final String name = name(result.getParams());
            times.add(name, "ns", result.getPrimaryResult().getScore());
            bytes.add(
                    name + ", allocated",
                    "bytes",
                    result.getSecondaryResults().get(ALLOCATED).getScore());
        }
    }

    /** From the method's name, as words. */
    private static String name(BenchmarkParams benchmark) {
        final String method =
                benchmark.getBenchmark().substring(benchmark.getBenchmark().lastIndexOf('.') + 1);
        return method.replaceAll("([A-Z])", " $1").toLowerCase(Locale.ROOT);
    }

    private Report report(Run run, Measurements times, Measurements bytes) {
        if (times.all().isEmpty()) {
            throw new IllegalArgumentException("No benchmark's name contains '" + pattern + "'");
        }
        final Map<String, String> conditions = run.conditions();
        conditions.put(
                "micro",
                String.format(
                        "JMH; each repetition is a JVM of its own; queues: the mean of %d shots of %,d operations on a new"
                                + " queue each, after twice as many to warm up; the others: the mean of %d iterations of %s, after as many",
                        shots, QueueBenchmark.REQUESTS, ITERATIONS, iteration));
        conditions.put(
                "operation", "one request, one result, or one statement; a plan's is one request of a chunk of 600");
        final List<List<String>> rows = new ArrayList<>();
        for (final Measurement time : times.all()) {
            rows.add(List.of(
                    time.name(),
                    time.shown(),
                    bytes.get(time.name() + ", allocated").shown()));
        }
        final List<Measurement> all = new ArrayList<>(times.all());
        all.addAll(bytes.all());
        return new Report(
                name(),
                "the hot path in small pieces",
                conditions,
                List.of(new Table(
                        "Each operation", List.of("what", "ns, median (least-most)", "bytes allocated"), rows)),
                all);
    }
}
