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

/** The program of the experiments, which are its commands. */
@Command(
        name = "sluice perf",
        description = {
            "Measures the gateway beside its baselines, in one run, and says under which conditions.",
            "On brokers of Apache Kafka: sluice perf kafka --help"
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

    /** The command line of those commands. */
    public static CommandLine of(List<CommandLine> commands) {
        final CommandLine program = new CommandLine(new Program());
        commands.forEach(program::addSubcommand);
        return program;
    }

    /** Sets what counts for the whole JVM: called before anything else. */
    public static void prepare() {
        System.setProperty(LogSetup.LEVEL, "warn");
        giveCommonPoolThreads();
    }

    /**
     * As the gateway's own program does: the JDK's HTTP client, which baselines use, too, ends every call in the common
     * pool, and with one processor or two would start a thread for each.
     */
    static void giveCommonPoolThreads() {
        if (System.getProperty(COMMON_THREADS) == null && Runtime.getRuntime().availableProcessors() <= 2) {
            System.setProperty(COMMON_THREADS, "2"); // read when the pool is first used
        }
    }

    /** The exit code of what the arguments name: 0 done, 1 failed, 2 wrong arguments. */
    public static int execute(CommandLine program, String... args) {
        return FormerParts.WORDS
                .on(program)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionExceptionHandler(Program::failed)
                .execute(args);
    }

    /** Sizes that cannot be are told like other wrong arguments. */
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
        throw new ParameterException(spec.commandLine(), "Name an experiment, or all");
    }

    /** The version of the jar. */
    public static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"sluice perf " + Machine.version(Program.class)};
        }
    }
}
