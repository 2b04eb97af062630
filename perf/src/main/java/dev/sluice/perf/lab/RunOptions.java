package dev.sluice.perf.lab;

import dev.sluice.perf.report.Findings;
import dev.sluice.perf.report.Report;
import dev.sluice.perf.report.ReportDirectory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options that all experiments have. */
public final class RunOptions {

    @Option(names = "--quick", description = "Smaller sizes and fewer repetitions: all experiments in three minutes.")
    private boolean quick;

    @Option(
            names = "--smoke",
            description =
                    "The smallest sizes, once: whether all of it runs here, and every answer is right. The figures"
                            + " say nothing.")
    private boolean smoke;

    @Option(
            names = "--repetitions",
            paramLabel = "N",
            description = "How often each variant is measured; 5 by default, 2 with --quick, 1 with --smoke.")
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

    private Sizes.Kind kind() {
        return smoke ? Sizes.Kind.SMOKE : quick ? Sizes.Kind.QUICK : Sizes.Kind.FULL;
    }

    /** Runs experiments one after the other: each one's report is written and shown when it is done. */
    int perform(Map<String, String> sizes, List<Experiment> experiments) throws Exception {
        final ReportDirectory reports = new ReportDirectory(out);
        for (final Experiment experiment : experiments) {
            final Report report = recorded ? record(experiment, sizes) : measure(experiment, sizes);
            reports.write(report);
            System.out.println(report.markdown());
        }
        System.out.println("All reports: " + reports.page());
        return 0;
    }

    private Report record(Experiment experiment, Map<String, String> sizes) throws Exception {
        final Path directory = out.resolve("jfr").resolve(experiment.name());
        Run.delete(directory);
        try (FlightRecordings recordings = FlightRecordings.start(directory)) {
            final Report report = measure(experiment, sizes);
            recordings.end().forEach(text -> System.out.println("What is hot: " + text));
            return report;
        }
    }

    private Report measure(Experiment experiment, Map<String, String> sizes) throws Exception {
        final Path work = Files.createDirectories(out.toAbsolutePath().resolve("work"));
        final Run run = new Run(
                new Sizes(kind(), sizes),
                repetitions.orElse(smoke ? 1 : quick ? 2 : 5),
                seed,
                Files.createTempDirectory(work, experiment.name() + "-"),
                Progress.onStandardError());
        final Calibration machine = new Calibration(out);
        final Findings findings = new Findings();
        try {
            experiment.sizes().forEach(run::of); // what cannot be is told before anything starts
            if (smoke) {
                ChildJvm.startSoon();
            }
            machine.measure();
            experiment.run(run, findings);
            machine.measure();
        } finally {
            run.progress().done();
            Run.delete(run.directory());
        }
        findings.add(machine.measurements());
        return findings.report(experiment.name(), experiment.title(), run.conditions());
    }
}
