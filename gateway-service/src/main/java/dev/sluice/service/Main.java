package dev.sluice.service;

import dev.sluice.internal.queue.files.Chronicle;
import dev.sluice.service.check.CheckCommand;
import dev.sluice.service.check.ExplainCommand;
import dev.sluice.service.ctl.CtlCommand;
import dev.sluice.service.init.InitCommand;
import dev.sluice.service.log.LogSetup;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The gateway's program: {@code init}, {@code run}, {@code check}, {@code explain}, {@code lanes} and {@code ctl}. */
@Command(
        name = "sluice",
        mixinStandardHelpOptions = true,
        versionProvider = Main.Version.class,
        description = "A persistent-queue gateway between batch jobs and the databases and services that they use.",
        subcommands = {
            InitCommand.class,
            RunCommand.class,
            CheckCommand.class,
            ExplainCommand.class,
            LanesCommand.class,
            CtlCommand.class
        },
        synopsisSubcommandLabel = "COMMAND")
public final class Main {

    private static final String NO_HTTP =
            "ctl calls no server any more, and needs no token: name the queues, as in sluice ctl pause --queues ADDRESS";
    private static final String PAUSE_OR_RESUME =
            "a single request, or all requests of one statement, can no longer be held: sluice ctl pause --queues"
                    + " ADDRESS holds all requests, and sluice replay resume makes the next gateway answer waiting"
                    + " requests as failed";
    private static final String RESTART =
            "a gateway reads its configuration only at its start: sluice check --config FILE, then restart the gateway";

    private static final FormerWords FORMER = new FormerWords(
            "sluice",
            Map.ofEntries(
                    Map.entry("ctl hold", PAUSE_OR_RESUME),
                    Map.entry("ctl unhold", PAUSE_OR_RESUME),
                    Map.entry("ctl quarantine", PAUSE_OR_RESUME),
                    Map.entry("ctl release", PAUSE_OR_RESUME),
                    Map.entry("ctl orders", "sluice status --queues ADDRESS shows the last command"),
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
                            "ctl --for",
                            "a drain has no time limit. To end it after TIME, use sluice ctl drain --wait TIME, and"
                                    + " then send the gateway's process SIGTERM"),
                    Map.entry(
                            "top",
                            "sluice status --queues ADDRESS --watch SECONDS, or the gateway's /status over HTTP"),
                    Map.entry("check --against", RESTART),
                    Map.entry(
                            "check --try",
                            "no trial is needed. If a response leaves out a key of a chunk, the gateway always looks"
                                    + " this key up in a call of its own"),
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
                Chronicle.loadLibrariesAhead(); // in the background, while the command line is parsed
            }
            LogSetup.begin();
            Thread.setDefaultUncaughtExceptionHandler(
                    (thread, error) -> log().error("The thread {} crashed; this is a fault", thread.getName(), error));
            code = commandLine().execute(args);
        } catch (final Error e) {
            log().error("The gateway failed", e);
        } finally {
            exit(code);
        }
    }

    /** Returns the logger. It is not a constant, because {@code run} must choose the log format before any logger exists. */
    private static Logger log() {
        return LoggerFactory.getLogger(Main.class);
    }

    static CommandLine commandLine() {
        return FORMER.on(new CommandLine(new Main())).setCaseInsensitiveEnumValuesAllowed(true);
    }

    /**
     * Gives the common pool two threads if it would have fewer. The JDK's HTTP client completes every call in this pool; on
     * machines with one or two processors it would otherwise start a new thread for each call.
     */
    private static void giveCommonPoolThreads() {
        if (System.getProperty(COMMON_THREADS) == null && Runtime.getRuntime().availableProcessors() <= 2) {
            System.setProperty(COMMON_THREADS, "2"); // the JDK reads this when the pool is first used
        }
    }

    /** Ends the process even if other threads are running, because without its main thread the gateway would only half work. */
    private static void exit(int code) {
        try {
            final Thread guard = new Thread(() -> haltLater(code), "exit");
            guard.setDaemon(true);
            guard.start();
        } catch (final Error e) {
            Runtime.getRuntime().halt(code); // there is not enough memory for an orderly end
        }
        System.exit(code);
    }

    /** Halts the JVM after a time, in case a shutdown hook of a driver or library hangs on a lock that an error left locked. */
    private static void haltLater(int code) {
        final long deadline = System.nanoTime() + EXIT_NANOS;
        for (long left = EXIT_NANOS; left > 0; left = deadline - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
        Runtime.getRuntime().halt(code);
    }
}
