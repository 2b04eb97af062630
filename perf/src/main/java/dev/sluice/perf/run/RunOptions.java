package dev.sluice.perf.run;

import dev.sluice.perf.profile.FlightRecordings;
import dev.sluice.perf.report.Report;
import dev.sluice.perf.report.ReportDirectory;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** The options that all experiments have. */
public final class RunOptions {

    private static final int REPETITIONS = 5;
    private static final int REPETITIONS_QUICK = 2;

    @Option(names = "--quick", description = "Smaller sizes and fewer repetitions: all experiments in three minutes.")
    private boolean quick;

    @Option(
            names = "--repetitions",
            paramLabel = "N",
            description = "How often each variant is measured; " + REPETITIONS + " by default, " + REPETITIONS_QUICK
                    + " with --quick.")
    private Optional<Integer> repetitions = Optional.empty();

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "42",
            description = "Of everything random; ${DEFAULT-VALUE} by default.")
    private long seed;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            defaultValue = "target/perf",
            description =
                    "Where the reports go (report.html; Markdown, JSON, images), and where queues and database files are made for the"
                            + " time of the run; ${DEFAULT-VALUE} by default.")
    private Path out;

    @Option(
            names = "--jfr",
            description =
                    "Writes a flight recording of each JVM to DIR/jfr/<experiment>, and beside it what is hot; figures"
                            + " of such a run are a little worse.")
    private boolean recorded;

    /** A command with options as they stand on a command line. */
    public static <T> T parsed(T command, String... arguments) {
        new CommandLine(command).setCaseInsensitiveEnumValuesAllowed(true).parseArgs(arguments);
        return command;
    }

    public boolean quick() {
        return quick;
    }

    /** The same as with {@code --quick}. */
    public RunOptions quickly() {
        quick = true;
        return this;
    }

    /** The size asked for, or else the default of this kind of run. */
    public int size(Optional<Integer> asked, int full, int small) {
        return asked.orElse(quick ? small : full);
    }

    /** The values asked for, or else, without any, the defaults of this kind of run. */
    public <T> List<T> values(List<T> asked, List<T> full, List<T> small) {
        if (!asked.isEmpty()) {
            return asked;
        }
        return quick ? small : full;
    }

    /** Runs experiments one after the other: each one's report is written and shown when it is done. */
    public int perform(Experiment... experiments) throws Exception {
        final Run run =
                new Run(size(repetitions, REPETITIONS, REPETITIONS_QUICK), seed, out, Progress.onStandardError());
        final ReportDirectory reports = new ReportDirectory(out);
        for (final Experiment experiment : experiments) {
            final Report report = recorded ? record(experiment, run) : measure(experiment, run);
            run.progress().done();
            reports.write(report);
            System.out.println(report.markdown());
        }
        System.out.println("All reports: " + reports.page());
        return 0;
    }

    private Report record(Experiment experiment, Run run) throws Exception {
        final Path directory = out.resolve("jfr").resolve(experiment.name());
        Run.delete(directory);
        try (FlightRecordings recordings = FlightRecordings.start(directory)) {
            final Report report = measure(experiment, run);
            recordings.end().forEach(text -> System.out.println("What is hot: " + text));
            return report;
        }
    }

    private Report measure(Experiment experiment, Run run) throws Exception {
        final Calibration machine = new Calibration(out);
        machine.measure();
        final Report measured = experiment.run(run);
        machine.measure();
        return measured.and(machine.measurements());
    }
}
