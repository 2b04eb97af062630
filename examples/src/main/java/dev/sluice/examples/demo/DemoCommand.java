package dev.sluice.examples.demo;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code sluice demo}. */
@Command(
        name = "demo",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Writes a letter for each of many contracts, through a gateway in a JVM of its own and then one at a time.",
            "Makes the data and starts the database itself. Interrupted or killed, the next run in the same directory"
                    + " continues it; a finished run is started over."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:the letters are complete and equal",
            "1:requests failed, the letters differ, or the demo could not run",
            "2:wrong options, or options that do not fit the interrupted run",
            "3:the gateway ended before the job did",
            "130:interrupted with Ctrl-C"
        })
public final class DemoCommand implements Callable<Integer> {

    @Mixin
    private DemoOptions options;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        options.problem().ifPresent(problem -> {
            throw new ParameterException(spec.commandLine(), problem);
        });
        final Screen screen = new Screen(utf8(System.out), utf8(System.err));
        try (Interruption interruption = new Interruption()) {
            try {
                return new Demo(options, screen).run();
            } catch (final IOException
                    | SQLException
                    | ExecutionException
                    | InterruptedException
                    | RuntimeException e) {
                if (!interruption.happened()) {
                    return failed(e, screen);
                }
                // Whatever an interrupt does to a thread in the middle of reading and writing.
                screen.error("interrupted. Run ./sluice demo again: it continues.");
                return ExitCode.SOFTWARE;
            }
        }
    }

    private static PrintStream utf8(PrintStream stream) {
        return new PrintStream(stream, true, StandardCharsets.UTF_8);
    }

    private static int failed(Exception failure, Screen screen) {
        if (failure instanceof DemoException known) {
            screen.error(known.getMessage());
            return known.exitCode();
        }
        throw new IllegalStateException("the demo failed, and continues when it is run again", failure);
    }

    /**
     * Ctrl-C and SIGTERM: the thread at work is interrupted and has a while to stop what it started. The JVM then ends with
     * the status that users expect, 128 and the signal's number.
     */
    private static final class Interruption implements AutoCloseable {

        private static final int STOP_SECONDS = 20;

        private final Thread atWork = Thread.currentThread();
        private final CountDownLatch stopped = new CountDownLatch(1);
        private final Thread hook = new Thread(this::stop, "demo-interruption");
        private volatile boolean interrupted;

        Interruption() {
            Runtime.getRuntime().addShutdownHook(hook);
        }

        private void stop() {
            interrupted = true;
            atWork.interrupt();
            try {
                stopped.await(STOP_SECONDS, TimeUnit.SECONDS);
            } catch (final InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        /** Whether the JVM is ending. */
        boolean happened() {
            return interrupted;
        }

        @Override
        public void close() {
            stopped.countDown();
            try {
                Runtime.getRuntime().removeShutdownHook(hook);
            } catch (final IllegalStateException ending) {
                // The hook has run.
            }
        }
    }
}
