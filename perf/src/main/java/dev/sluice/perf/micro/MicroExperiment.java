package dev.sluice.perf.micro;

import dev.sluice.perf.lab.Experiment;
import dev.sluice.perf.lab.Run;
import dev.sluice.perf.lab.Size;
import dev.sluice.perf.lab.Sizes;
import dev.sluice.perf.report.Columns;
import dev.sluice.perf.report.Findings;
import dev.sluice.perf.report.Measurement;
import dev.sluice.perf.report.Measurements;
import dev.sluice.testsupport.JavaCommand;
import java.io.IOException;
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
import org.openjdk.jmh.util.Statistics;

/**
 * Measures the hot path in small pieces with the JMH benchmarks of this package. Each repetition runs in its own JVM. JMH's
 * garbage collection profiler counts the bytes that each operation allocates.
 */
public final class MicroExperiment {

    private static final Sizes SIZES = new Sizes();

    private static final Size<String> ONLY =
            SIZES.text("only", ".", "Regular expression that a benchmark's name must contain, such as write or plan");
    private static final Size<Integer> SHOTS =
            SIZES.count("shots", "10", "5", "1", "Shots (runs on new queues) of each benchmark in a repetition");
    private static final Size<Integer> ITERATION = SIZES.count(
            "iteration", "1000", "200", "10", "Milliseconds of an iteration, for benchmarks that need no new queues");

    private static final String ALLOCATED = "gc.alloc.rate.norm";
    private static final int ITERATIONS = 3;

    /**
     * The mode in which the benchmarks of a class run: single shots if each iteration needs new queues, an average time, or a
     * sample of each operation, which gives percentiles.
     */
    private static final List<Map.Entry<Class<?>, Mode>> BENCHMARKS = List.of(
            Map.entry(QueueBenchmark.class, Mode.SingleShotTime),
            Map.entry(FormBenchmark.class, Mode.SingleShotTime),
            Map.entry(ReplayBenchmark.class, Mode.SingleShotTime),
            Map.entry(LoneLookupBenchmark.class, Mode.SampleTime),
            Map.entry(PlanBenchmark.class, Mode.AverageTime),
            Map.entry(FrameBenchmark.class, Mode.AverageTime));

    private MicroExperiment() {}

    public static Experiment experiment() {
        return new Experiment("micro", "the hot path in small pieces", SIZES, MicroExperiment::measure);
    }

    private static void measure(Run run, Findings findings) throws Exception {
        final Measurements times = new Measurements();
        final Measurements bytes = new Measurements();
        for (int repetition = 1; repetition <= run.repetitions(); repetition++) {
            for (final Map.Entry<Class<?>, Mode> benchmark : BENCHMARKS) {
                run.progress()
                        .stage("micro, " + benchmark.getKey().getSimpleName() + ": " + repetition + " of "
                                + run.repetitions());
                for (final RunResult result : results(run, benchmark.getKey(), benchmark.getValue())) {
                    add(result, benchmark.getValue(), times, bytes);
                }
            }
        }
        if (times.all().isEmpty()) {
            throw new IllegalArgumentException("No benchmark's name contains '" + run.of(ONLY) + "'");
        }
        report(run, times, bytes, findings);
    }

    /** Runs the selected benchmarks of a class; returns an empty collection if none of them is selected. */
    private static Collection<RunResult> results(Run run, Class<?> benchmark, Mode mode)
            throws IOException, RunnerException {
        final TimeValue iteration = TimeValue.milliseconds(run.of(ITERATION));
        final ChainedOptionsBuilder options = new OptionsBuilder()
                .include("^" + Pattern.quote(benchmark.getName() + ".") + "(?=.*(?:" + run.of(ONLY) + ")).*")
                .forks(run.kind() == Size.Kind.SMOKE ? 0 : 1)
                .timeUnit(TimeUnit.NANOSECONDS)
                .addProfiler(GCProfiler.class)
                .jvmArgs(JavaCommand.access().toArray(String[]::new))
                .shouldFailOnError(true)
                .verbosity(VerboseMode.SILENT)
                .mode(mode);
        if (mode != Mode.AverageTime) {
            options.param("directory", run.directory().toString());
        }
        if (mode == Mode.SingleShotTime) {
            options.warmupIterations(2 * run.of(SHOTS)).measurementIterations(run.of(SHOTS));
        } else {
            options.warmupIterations(ITERATIONS)
                    .warmupTime(iteration)
                    .measurementIterations(ITERATIONS)
                    .measurementTime(iteration);
        }
        try {
            return new Runner(options.build()).run();
        } catch (final NoBenchmarksException e) {
            return List.of();
        }
    }

    private static void add(RunResult result, Mode mode, Measurements times, Measurements bytes) {
        final String name = name(result.getParams());
        if (mode == Mode.SampleTime) {
            final Statistics each = result.getPrimaryResult().getStatistics();
            times.add(name + ", 50 %", "ns", each.getPercentile(50));
            times.add(name + ", 99 %", "ns", each.getPercentile(99));
        } else {
            times.add(name, "ns", result.getPrimaryResult().getScore());
            bytes.add(
                    name + ", allocated",
                    "bytes",
                    result.getSecondaryResults().get(ALLOCATED).getScore());
        }
    }

    /** Returns the method's name as separate words, followed by its parameters except the directory. */
    private static String name(BenchmarkParams benchmark) {
        final String method =
                benchmark.getBenchmark().substring(benchmark.getBenchmark().lastIndexOf('.') + 1);
        final StringBuilder name = new StringBuilder(method.replaceAll("([A-Z])", " $1"));
        for (final String parameter : benchmark.getParamsKeys()) {
            if (!parameter.equals("directory")) {
                name.append(", ").append(parameter).append(' ').append(benchmark.getParam(parameter));
            }
        }
        return name.toString().toLowerCase(Locale.ROOT);
    }

    private static void report(Run run, Measurements times, Measurements bytes, Findings findings) {
        findings.conditions("""
                micro: measured with JMH; each repetition runs in a separate JVM; for queues a figure is the mean of %d shots
                  of %,d operations, each shot on new queues, after twice as many shots to warm up; otherwise it is the mean
                  of %d iterations of %d ms, after as many iterations to warm up
                operation: one request, one result, one request with its result, or one command; for a plan it is one
                  request of a chunk of 600; lone lookups are sampled one by one
                """, run.of(SHOTS), Queues.REQUESTS, ITERATIONS, run.of(ITERATION));
        findings.table(
                "Each operation",
                times.all(),
                new Columns<Measurement>()
                        .with("what", Measurement::name)
                        .with("ns, median (least-most)", time -> time)
                        .with("bytes allocated", time -> bytes.cell(time.name() + ", allocated")));
        findings.add(times.all());
        findings.add(bytes.all());
    }
}
