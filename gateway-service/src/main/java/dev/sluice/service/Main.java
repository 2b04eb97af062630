package dev.sluice.service;

import dev.sluice.internal.queue.files.Chronicle;
import dev.sluice.service.check.CheckCommand;
import dev.sluice.service.check.ExplainCommand;
import dev.sluice.service.ctl.CtlCommand;
import dev.sluice.service.log.LogSetup;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The gateway's program: {@code run}, {@code check}, {@code explain}, {@code lanes} and {@code ctl}. */
@Command(
        name = "sluice",
        mixinStandardHelpOptions = true,
        versionProvider = Main.Version.class,
        description = "A persistent-queue gateway between batch jobs and the systems they ask.",
        subcommands = {RunCommand.class, CheckCommand.class, ExplainCommand.class, LanesCommand.class, CtlCommand.class
        },
        synopsisSubcommandLabel = "COMMAND")
public final class Main {

    private static final String NO_HTTP =
            "ctl asks no server any more, and needs no token: name the queues, as in sluice ctl pause --queues ADDRESS";
    private static final String PAUSE_OR_RESUME =
            "one request or name is not held any more: sluice ctl pause --queues ADDRESS holds them all, and"
                    + " sluice replay resume has waiting requests answered as failed while no gateway runs";
    private static final String RESTART =
            "a gateway reads its configuration when it starts: sluice check --config FILE, then stop it and start it again";

    private static final FormerWords FORMER = new FormerWords(
            "sluice",
            Map.ofEntries(
                    Map.entry("ctl hold", PAUSE_OR_RESUME),
                    Map.entry("ctl unhold", PAUSE_OR_RESUME),
                    Map.entry("ctl quarantine", PAUSE_OR_RESUME),
                    Map.entry("ctl release", PAUSE_OR_RESUME),
                    Map.entry("ctl orders", "sluice status --queues ADDRESS says what is wanted of the gateway"),
                    Map.entry("ctl stop", "send its process SIGTERM; sluice status --queues ADDRESS names the process"),
                    Map.entry("ctl reload", RESTART),
                    Map.entry("ctl level", "start the gateway with --log-level LEVEL"),
                    Map.entry(
                            "ctl threads",
                            "jcmd PID Thread.print -l; sluice status --queues ADDRESS names the process"),
                    Map.entry("ctl -c", NO_HTTP),
                    Map.entry("ctl --config", NO_HTTP),
                    Map.entry("ctl --url", NO_HTTP),
                    Map.entry("ctl --token-file", NO_HTTP),
                    Map.entry(
                            "ctl --for", "it drains until it is drained: after --wait TIME, send its process SIGTERM"),
                    Map.entry(
                            "top",
                            "sluice status --queues ADDRESS --watch SECONDS, or the gateway's /status over HTTP, which says more"),
                    Map.entry("check --against", RESTART),
                    Map.entry(
                            "check --try",
                            "a key that a chunk leaves out is asked alone, always; check says for which lookups"),
                    Map.entry("check --token-file", RESTART)));

    private static final long EXIT_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final String COMMON_THREADS = "java.util.concurrent.ForkJoinPool.common.parallelism";

    /** The version in the jar's manifest. */
    static final class Version implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            final String version = Main.class.getPackage().getImplementationVersion();
            return new String[] {"sluice " + (version == null ? "(not packaged)" : version)};
        }
    }

    private Main() {}

    public static void main(String[] args) {
        int code = 1;
        try {
            giveCommonPoolThreads();
            if (args.length > 0 && args[0].equals(RunCommand.NAME)) {
                Chronicle.loadLibrariesAhead(); // beside the command line, which says how the log is
            }
            LogSetup.begin();
            Thread.setDefaultUncaughtExceptionHandler(
                    (thread, error) -> log().error("The thread {} ended; this is a fault", thread.getName(), error));
            code = commandLine().execute(args);
        } catch (final Error e) {
            log().error("The gateway failed", e);
        } finally {
            exit(code);
        }
    }

    /** No constant: {@code run} chooses the format before there is a logger. */
    private static Logger log() {
        return LoggerFactory.getLogger(Main.class);
    }

    static CommandLine commandLine() {
        return FORMER.on(new CommandLine(new Main())).setCaseInsensitiveEnumValuesAllowed(true);
    }

    /**
     * Gives the common pool two threads where it would have too few: the JDK's HTTP client ends every call there, and
     * with one processor or two each call would start a thread of its own.
     */
    private static void giveCommonPoolThreads() {
        if (System.getProperty(COMMON_THREADS) == null && Runtime.getRuntime().availableProcessors() <= 2) {
            System.setProperty(COMMON_THREADS, "2"); // read when the pool is first used
        }
    }

    /** Ends whatever else is running: without its own thread the gateway would be half dead. */
    private static void exit(int code) {
        try {
            final Thread guard = new Thread(() -> haltLater(code), "exit");
            guard.setDaemon(true);
            guard.start();
        } catch (final Error e) {
            Runtime.getRuntime().halt(code); // there is no memory to end in order
        }
        System.exit(code);
    }

    /** A driver or library whose shutdown hook hangs, on a lock that an error left taken, does not hold it up. */
    private static void haltLater(int code) {
        final long deadline = System.nanoTime() + EXIT_NANOS;
        for (long left = EXIT_NANOS; left > 0; left = deadline - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
        Runtime.getRuntime().halt(code);
    }
}
