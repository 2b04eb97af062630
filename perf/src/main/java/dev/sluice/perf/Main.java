package dev.sluice.perf;

import dev.sluice.perf.burst.BacklogCommand;
import dev.sluice.perf.burst.BurstCommand;
import dev.sluice.perf.burst.UpdatesCommand;
import dev.sluice.perf.coalesce.CoalesceCommand;
import dev.sluice.perf.compare.CompareCommand;
import dev.sluice.perf.events.EventsCommand;
import dev.sluice.perf.forms.FormsCommand;
import dev.sluice.perf.letters.LettersCommand;
import dev.sluice.perf.lookups.LookupsCommand;
import dev.sluice.perf.lookups.RestCommand;
import dev.sluice.perf.micro.MicroCommand;
import dev.sluice.perf.queue.QueueCommand;
import dev.sluice.perf.queue.SyncCommand;
import dev.sluice.perf.replay.ReplayCommand;
import dev.sluice.perf.run.Machine;
import dev.sluice.perf.tier.TierCommand;
import dev.sluice.service.log.LogSetup;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The command line of the experiments. */
@Command(
        name = "sluice perf",
        description = "Measures the gateway beside its baselines, in one run, and says under which conditions.",
        mixinStandardHelpOptions = true,
        versionProvider = Main.Version.class,
        usageHelpAutoWidth = true,
        synopsisSubcommandLabel = "COMMAND",
        scope = ScopeType.INHERIT,
        subcommands = {
            AllCommand.class,
            BurstCommand.class,
            LettersCommand.class,
            CoalesceCommand.class,
            EventsCommand.class,
            TierCommand.class,
            MicroCommand.class,
            QueueCommand.class,
            LookupsCommand.class,
            RestCommand.class,
            UpdatesCommand.class,
            SyncCommand.class,
            BacklogCommand.class,
            ReplayCommand.class,
            FormsCommand.class,
            CompareCommand.class
        })
public final class Main implements Runnable {

    private static final String COMMON_THREADS = "java.util.concurrent.ForkJoinPool.common.parallelism";

    @Spec
    private CommandSpec spec;

    /** Runs what the arguments name and exits: 0 done, 1 failed, 2 wrong arguments. */
    public static void main(String[] args) {
        System.setProperty(LogSetup.LEVEL, "warn");
        giveCommonPoolThreads();
        System.exit(execute(args));
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

    /** The exit code of what the arguments name. */
    static int execute(String... args) {
        return new CommandLine(new Main())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionExceptionHandler(Main::failed)
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

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Name an experiment, or all");
    }

    /** The version of the jar. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"sluice perf " + Machine.version(Main.class)};
        }
    }
}
