package dev.sluice.service;

import dev.sluice.api.QueueException;
import dev.sluice.internal.queue.files.Chronicle;
import dev.sluice.service.check.BackendReview;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.config.yaml.ConfigException;
import dev.sluice.service.core.StoppedException;
import dev.sluice.service.jdbc.connect.Product.MissingDriverException;
import dev.sluice.service.log.LogSetup;
import dev.sluice.service.update.Accepted;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code sluice run}: answers requests until SIGTERM or SIGINT, then finishes the requests in progress. */
@Command(
        name = RunCommand.NAME,
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Runs the gateway until SIGTERM or Ctrl-C, then finishes the requests in progress and stops.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "1:the configuration is wrong, the queues cannot be used, or the gateway failed; the log says why",
            "2:wrong command line",
            "130:stopped by Ctrl-C",
            "143:stopped by SIGTERM"
        })
final class RunCommand implements Callable<Integer> {

    static final String NAME = "run";

    private static final long STOP_SECONDS = 15;

    private final CountDownLatch stopped = new CountDownLatch(1);
    private volatile boolean failed = true;

    @Option(
            names = {"-c", "--config"},
            required = true,
            paramLabel = "FILE",
            description = "The configuration, such as config/gateway.yaml.")
    private Path config;

    @Option(
            names = "--summary",
            paramLabel = "FILE",
            description = "Writes a summary of the work to this file, as JSON, when the gateway stops.")
    private Optional<Path> summary = Optional.empty();

    @Option(
            names = "--accept-new-queues",
            description =
                    "Takes over a database's checkpoint that belongs to former queues, if these were replaced on purpose;"
                            + " the record of commits for the former queues is deleted.")
    private boolean acceptNewQueues;

    @Option(
            names = "--accept-lost",
            description =
                    "Starts although databases have lost commits permanently: lists the lost updates that have a result,"
                            + " and runs none of them again.")
    private boolean acceptLost;

    @Option(
            names = "--log",
            paramLabel = "FORMAT",
            defaultValue = "${env:SLUICE_LOG:-text}",
            description =
                    "The format of the log on standard error: text, or json with one object on each line. Default:"
                            + " the environment variable SLUICE_LOG, or text.")
    private LogSetup.Format log;

    @Option(
            names = "--log-level",
            paramLabel = "LEVEL",
            defaultValue = "${env:SLUICE_LOG_LEVEL:-info}",
            description =
                    "error, warn, info, debug or trace. Default: the environment variable SLUICE_LOG_LEVEL, or info.")
    private Level logLevel;

    @Override
    public Integer call() throws IOException {
        LogSetup.use(log, logLevel);
        Chronicle.loadAhead(); // in the background; only after LogSetup, because it creates loggers
        try {
            run(BackendReview.load(config));
            failed = false;
            return 0;
        } catch (final ConfigException | QueueException | StoppedException | MissingDriverException e) {
            log().error("{}", e.getMessage());
            return 1;
        } catch (final RuntimeException e) {
            log().error("The gateway failed", e);
            return 1;
        } finally {
            stopped.countDown();
        }
    }

    /** Returns the logger. It is not a constant, because the log format must be chosen before any logger exists. */
    private static Logger log() {
        return LoggerFactory.getLogger(RunCommand.class);
    }

    private void run(GatewayConfig configuration) throws IOException {
        LogSetup.name(configuration.name());
        LogSetup.mask(configuration.secrets()::masked);
        try (GatewayProgram program = GatewayProgram.open(configuration, new Accepted(acceptNewQueues, acceptLost))) {
            final Thread hook = new Thread(() -> stop(program), "stop");
            Runtime.getRuntime().addShutdownHook(hook);
            try {
                program.run();
            } finally {
                if (summary.isPresent()) {
                    Files.writeString(summary.get(), program.summary() + "\n");
                }
            }
        }
    }

    private void stop(GatewayProgram program) {
        program.stop();
        try {
            if (stopped.await(STOP_SECONDS, TimeUnit.SECONDS)) {
                haltIfFailed();
            } else {
                log().error("The gateway did not stop within {} s and is ended", STOP_SECONDS);
            }
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Halts with exit code 1 if a lane has failed, perhaps long before the signal. Without the halt the exit code of the JVM
     * would report only the signal. Everything is closed at this point.
     */
    private void haltIfFailed() {
        if (failed) {
            Runtime.getRuntime().halt(1);
        }
    }
}
