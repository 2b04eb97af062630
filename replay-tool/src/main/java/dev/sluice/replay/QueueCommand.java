package dev.sluice.replay;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command of the replay tool. */
@Command(
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        exitCodeListHeading = "%nExit codes:%n")
abstract class QueueCommand implements Callable<Integer> {

    /** The exit code of a command that found no queues or could not read them. */
    static final int COULD_NOT_READ = 3;

    @Spec
    private CommandSpec spec;

    @Override
    public final Integer call() throws IOException {
        final PrintWriter out = spec.commandLine().getOut();
        try {
            return run(out);
        } finally {
            out.flush();
        }
    }

    /** Runs the command, prints its result, and returns the exit code. */
    abstract int run(PrintWriter out) throws IOException;

    /** Returns standard error, for mistakes and progress. */
    final PrintWriter screen() {
        return spec.commandLine().getErr();
    }

    /** @param total the amount of work, 0 if it is not known */
    final ProgressLine progress(long total) {
        return new ProgressLine(screen(), total);
    }

    /** Returns the exception for a mistake on the command line. */
    final ParameterException wrong(String what) {
        return new ParameterException(spec.commandLine(), what);
    }

    /** Evaluates an argument of the command line, and reports an IllegalArgumentException as a mistake of the user. */
    final <T> T valid(Supplier<T> made) {
        try {
            return made.get();
        } catch (final IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }
}
