package dev.sluice.perf.kafka;

import dev.sluice.perf.lab.ExperimentCommand;
import dev.sluice.perf.lab.Program;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The program of {@code sluice perf kafka}. */
@Command(
        name = "sluice perf",
        description = "Measures the gateway on Apache Kafka beside its baselines.",
        mixinStandardHelpOptions = true,
        versionProvider = Program.Version.class,
        usageHelpAutoWidth = true,
        synopsisSubcommandLabel = "COMMAND",
        scope = ScopeType.INHERIT)
public final class Main implements Runnable {

    @Spec
    private CommandSpec spec;

    /** Runs what the arguments name and exits: 0 done, 1 failed, 2 wrong arguments. */
    public static void main(String[] args) {
        Program.prepare();
        System.exit(execute(args));
    }

    /** The exit code of what the arguments name. */
    static int execute(String... args) {
        final CommandLine commands = new CommandLine(new Main());
        commands.addSubcommand(ExperimentCommand.of(KafkaExperiment.experiment()));
        return Program.execute(commands, args);
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Name the experiment: kafka");
    }
}
