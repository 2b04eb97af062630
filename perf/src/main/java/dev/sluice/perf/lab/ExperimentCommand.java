package dev.sluice.perf.lab;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** The command of an experiment, with an option for each of its sizes; or of several, without. */
@Command
public final class ExperimentCommand implements Callable<Integer> {

    private final List<Experiment> experiments;

    @Spec
    private CommandSpec spec;

    @Mixin
    private RunOptions options = new RunOptions();

    private ExperimentCommand(List<Experiment> experiments) {
        this.experiments = experiments;
    }

    /** The command of one experiment, which has its name. */
    public static CommandLine of(Experiment experiment) {
        final CommandSpec spec = several(experiment.name(), experiment.title(), List.of(experiment))
                .getCommandSpec();
        experiment.sizes().forEach(size -> spec.addOption(size.asOption()));
        return spec.commandLine();
    }

    /** A command that runs experiments one after the other. */
    public static CommandLine several(String name, String description, List<Experiment> experiments) {
        final CommandSpec spec = CommandSpec.forAnnotatedObject(new ExperimentCommand(experiments))
                .name(name);
        spec.usageMessage().description(description + ".");
        return new CommandLine(spec);
    }

    @Override
    public Integer call() throws Exception {
        final ParseResult parsed = spec.commandLine().getParseResult();
        final Map<String, String> given = new HashMap<>();
        for (final Experiment experiment : experiments) {
            for (final Size<?> size : experiment.sizes()) {
                if (spec.findOption("--" + size.option()) != null && parsed.hasMatchedOption("--" + size.option())) {
                    given.put(size.option(), String.valueOf((Object) parsed.matchedOptionValue(size.option(), "")));
                }
            }
        }
        return options.perform(given, experiments);
    }
}
