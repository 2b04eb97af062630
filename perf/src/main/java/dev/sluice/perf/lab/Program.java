package dev.sluice.perf.lab;

import dev.sluice.service.log.LogSetup;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The command-line program. Each experiment is a command of this program. */
@Command(
        name = "sluice perf",
        description = {
            "Measures the gateway and its baselines in the same run, and reports the figures with their conditions.",
            "For Apache Kafka see: sluice perf kafka --help"
        },
        mixinStandardHelpOptions = true,
        versionProvider = Program.Version.class,
        usageHelpAutoWidth = true,
        synopsisSubcommandLabel = "COMMAND",
        scope = ScopeType.INHERIT)
public final class Program implements Runnable {

    private static final String COMMON_THREADS = "java.util.concurrent.ForkJoinPool.common.parallelism";

    @Spec
    private CommandSpec spec;

    private Program() {}

    /** Returns a command line with the given commands. */
    public static CommandLine of(List<CommandLine> commands) {
        final CommandLine program = new CommandLine(new Program());
        commands.forEach(program::addSubcommand);
        return program;
    }

    /** Sets properties of the whole JVM; must be called before anything else. */
    public static void prepare() {
        System.setProperty(LogSetup.LEVEL, "warn");
        giveCommonPoolThreads();
    }

    /**
     * Gives the common pool two threads, as the gateway's main program does. The JDK's HTTP client, which the baselines also use,
     * completes every call in the common pool. On a machine with one or two processors, it would otherwise start a new thread for
     * each call.
     */
    static void giveCommonPoolThreads() {
        if (System.getProperty(COMMON_THREADS) == null && Runtime.getRuntime().availableProcessors() <= 2) {
            System.setProperty(COMMON_THREADS, "2"); // the JDK reads this when the pool is first used
        }
    }

    /** Runs the command that the arguments name, and returns the exit code: 0 on success, 1 on failure, 2 on wrong arguments. */
    public static int execute(CommandLine program, String... args) {
        return FormerParts.WORDS
                .on(program)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionExceptionHandler(Program::failed)
                .execute(args);
    }

    /** Handles an exception: reports an impossible size like any other wrong argument, and throws all other exceptions again. */
    private static int failed(Exception e, CommandLine command, ParseResult arguments) throws Exception {
        if (e instanceof IllegalArgumentException) {
            command.getErr()
                    .println(FormerParts.WORDS
                            .in(arguments.originalArgs().toArray(String[]::new))
                            .orElseGet(() -> "sluice perf: " + e.getMessage()));
            return CommandLine.ExitCode.USAGE;
        }
        throw e;
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Name an experiment as the command, or 'all'");
    }

    /** The version of the jar. */
    public static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"sluice perf " + Machine.version(Program.class)};
        }
    }
}
