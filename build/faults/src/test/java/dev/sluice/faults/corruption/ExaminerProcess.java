package dev.sluice.faults.corruption;

import dev.sluice.testsupport.Child;
import dev.sluice.testsupport.Program;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** An {@link Examiner} as the test sees it: when it hangs it is ended, and what it was doing is told. */
final class ExaminerProcess implements AutoCloseable {

    static final String SAID = "examiner: ";

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int LAST_LINES = 60;

    private final Child process;

    private ExaminerProcess(Child process) {
        this.process = process;
    }

    /** Starts one as users run it: without assertions. */
    static ExaminerProcess start() throws IOException {
        return new ExaminerProcess(Program.java(Examiner.class)
                .options(Program.QUICK)
                .options("-Xmx512m", "-Dsluice.log.level=error")
                .start());
    }

    /** Returns the examiner's verdict on a copy; {@code wrong} too when it hangs or crashes. */
    String examine(Original original, boolean filesMissing, Path copy) throws IOException, InterruptedException {
        process.tell(original + " " + filesMissing + " " + copy);
        try {
            final Optional<String> line = process.awaitLine(SAID, PATIENCE);
            if (line.isPresent()) {
                return line.get();
            }
            final String stacks = stacks();
            close();
            return "wrong: it hangs: " + stacks;
        } catch (final IllegalStateException ended) {
            return "wrong: the process ended: " + lastLines();
        }
    }

    boolean alive() {
        return process.isAlive();
    }

    /** Returns the stacks of the JVM's threads, which SIGQUIT makes it tell. */
    private String stacks() throws IOException, InterruptedException {
        process.signal("QUIT");
        process.awaitLine("Heap", Duration.ofSeconds(1)); // a dump ends with the heap
        return lastLines();
    }

    private String lastLines() {
        final List<String> lines = process.said().lines().toList();
        return String.join("\n", lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
    }

    @Override
    public void close() {
        process.kill();
    }
}
