package dev.sluice.perf.lab;

import dev.sluice.perf.report.Findings;
import dev.sluice.perf.report.Report;
import dev.sluice.perf.report.ReportDirectory;
import dev.sluice.testsupport.Trees;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * The command of one experiment, with an option for each size of the experiment, or of several experiments without such options.
 */
@Command
public final class ExperimentCommand implements Callable<Integer> {

    @Option(names = "--quick", description = "Smaller sizes and fewer repetitions: 'all' then takes three minutes.")
    private boolean quick;

    @Option(
            names = "--smoke",
            description =
                    "The smallest sizes and one repetition: only checks that everything runs on this machine and that"
                            + " every answer is right. The figures mean nothing.")
    private boolean smoke;

    @Option(
            names = "--repetitions",
            paramLabel = "N",
            description = "Measurements of each variant; 5 by default, 2 with --quick, 1 with --smoke.")
    private Optional<Integer> repetitions = Optional.empty();

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "42",
            description = "Seed of all random choices; ${DEFAULT-VALUE} by default.")
    private long seed;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            defaultValue = "target/perf",
            description = "Directory of the reports (report.html; Markdown, JSON, images); during the run queues and"
                    + " database files are created there, too; ${DEFAULT-VALUE} by default.")
    private Path out;

    @Spec
    private CommandSpec spec;

    private final List<Experiment> experiments;

    private ExperimentCommand(List<Experiment> experiments) {
        this.experiments = experiments;
    }

    /** Returns the command of one experiment, named like the experiment. */
    public static CommandLine of(Experiment experiment) {
        final CommandLine command = several(experiment.name(), experiment.title(), List.of(experiment));
        experiment.sizes().all().forEach(size -> command.getCommandSpec().addOption(size.asOption()));
        return command;
    }

    /** Returns a command that runs several experiments one after the other. */
    public static CommandLine several(String name, String description, List<Experiment> experiments) {
        final CommandSpec spec = CommandSpec.forAnnotatedObject(new ExperimentCommand(experiments))
                .name(name);
        spec.usageMessage().description(description + ".");
        return new CommandLine(spec);
    }

    /** Runs the experiments one after the other, and writes and prints the report of each as soon as it is done. */
    @Override
    public Integer call() throws Exception {
        final Map<String, String> given = new HashMap<>();
        for (final OptionSpec option : spec.commandLine().getParseResult().matchedOptions()) {
            given.put(option.longestName().substring(2), String.valueOf(option.<Object>getValue()));
        }
        final ReportDirectory reports = new ReportDirectory(out);
        for (final Experiment experiment : experiments) {
            final Report report = measure(experiment, given);
            reports.write(report);
            System.out.println(report.markdown());
        }
        System.out.println("All reports: " + reports.page());
        return 0;
    }

    private Report measure(Experiment experiment, Map<String, String> sizes) throws Exception {
        final Path work = Files.createDirectories(out.toAbsolutePath().resolve("work"));
        final Run run = new Run(
                smoke ? Size.Kind.SMOKE : quick ? Size.Kind.QUICK : Size.Kind.FULL,
                sizes,
                repetitions.orElse(smoke ? 1 : quick ? 2 : 5),
                seed,
                Files.createTempDirectory(work, experiment.name() + "-"),
                Progress.onStandardError());
        final Calibration machine = new Calibration(out);
        final Findings findings = new Findings();
        try {
            experiment.sizes().all().forEach(run::of); // reports an impossible size before anything starts
            if (smoke) {
                ChildJvm.startSoon();
            }
            machine.measure();
            experiment.body().run(run, findings);
            machine.measure();
        } finally {
            run.progress().done();
            Trees.delete(run.directory());
        }
        findings.add(machine.measurements());
        return findings.report(experiment.name(), experiment.title(), run.conditions());
    }
}
