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

    /** The exit code of a command that found no queues, or could not open them. */
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

    /** Runs the command, prints what came of it, and returns the exit code. */
    abstract int run(PrintWriter out) throws IOException;

    /** Standard error: what is wrong, and how far it got. */
    final PrintWriter screen() {
        return spec.commandLine().getErr();
    }

    /** @param total what is to be done, 0 if that is not known */
    final ProgressLine progress(long total) {
        return new ProgressLine(screen(), total);
    }

    /** A mistake on the command line. */
    final ParameterException wrong(String what) {
        return new ParameterException(spec.commandLine(), what);
    }

    /** Makes something of the command line, where an illegal argument is a mistake. */
    final <T> T valid(Supplier<T> made) {
        try {
            return made.get();
        } catch (final IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }
}
