package dev.sluice.faults.kill.letters;

import dev.sluice.faults.kill.Child;
import dev.sluice.faults.kill.FaultFile;
import dev.sluice.faults.kill.SaidLines;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A process of the job, and what it says. One thread, but for that. */
final class JobProcess implements AutoCloseable {

    /**
     * What it said last.
     *
     * @param handled letters that were handled, by it and by processes before it
     * @param fromHistory requests that it had answered from the output
     * @param lines how often it said something
     */
    record Said(long handled, long fromHistory, long lines) {

        private Said next(String line) {
            final String[] numbers = line.split(" ");
            return new Said(Long.parseLong(numbers[0]), Long.parseLong(numbers[1]), lines + 1);
        }
    }

    private final Child child;
    private final SaidLines lines;
    private volatile Said said = new Said(0, 0, 0);

    private JobProcess(Child child) {
        this.child = child;
        this.lines = new SaidLines(child.process(), line -> said = said.next(line));
    }

    /**
     * Starts one.
     *
     * @param log takes what it has to say besides
     * @param arguments of {@link LettersProgram}
     */
    static JobProcess start(Path log, FaultFile fault, List<String> arguments) throws IOException {
        return new JobProcess(Child.start("the job", log, fault, LettersProgram.class, arguments));
    }

    Child child() {
        return child;
    }

    Said said() {
        return said;
    }

    /** SIGKILL. Whether it was that which ended it; {@link #said} is complete then. */
    boolean kill() throws InterruptedException {
        final boolean killed = child.kill();
        lines.end();
        return killed;
    }

    /** Whether it ended by itself, and well; {@link #said} is complete then. */
    boolean endedWell() throws InterruptedException {
        final boolean well = child.ended(0);
        lines.end();
        return well;
    }

    @Override
    public void close() {
        child.close();
    }
}
