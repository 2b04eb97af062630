package dev.sluice.perf.lab;

import dev.sluice.service.log.LogSetup;
import picocli.CommandLine;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.ParseResult;

/** What the programs of experiments have in common. */
public final class Program {

    private static final String COMMON_THREADS = "java.util.concurrent.ForkJoinPool.common.parallelism";

    private Program() {}

    /** Sets what counts for the whole JVM: called before anything else. */
    public static void prepare() {
        System.setProperty(LogSetup.LEVEL, "warn");
        giveCommonPoolThreads();
    }

    /**
     * As the gateway's own program does: the JDK's HTTP client, which baselines use, ends every call in the common pool,
     * and with one processor or two would start a thread for each.
     */
    private static void giveCommonPoolThreads() {
        if (System.getProperty(COMMON_THREADS) == null && Runtime.getRuntime().availableProcessors() <= 2) {
            System.setProperty(COMMON_THREADS, "2"); // read when the pool is first used
        }
    }

    /** The exit code of what the arguments name: 0 done, 1 failed, 2 wrong arguments. */
    public static int execute(CommandLine commands, String... args) {
        return commands.setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionExceptionHandler(Program::failed)
                .execute(args);
    }

    /** Sizes that cannot be are told like other wrong arguments. */
    private static int failed(Exception e, CommandLine command, ParseResult arguments) throws Exception {
        if (e instanceof IllegalArgumentException) {
            command.getErr().println("sluice perf: " + e.getMessage());
            return CommandLine.ExitCode.USAGE;
        }
        throw e;
    }

    /** The version of the jar. */
    public static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"sluice perf " + Machine.version(Program.class)};
        }
    }
}
