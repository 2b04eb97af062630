package dev.sluice.faults.processes;

import java.io.PrintStream;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Tells how far a run is, each ten seconds at most. One thread. */
public final class ProgressLines {

    private static final long BETWEEN_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final PrintStream out;
    private long shownNanos = System.nanoTime();

    public ProgressLines(PrintStream out) {
        this.out = out;
    }

    /** Says it, if it is time. */
    public void say(Supplier<String> line) {
        final long now = System.nanoTime();
        if (now - shownNanos >= BETWEEN_NANOS) {
            shownNanos = now;
            out.println(line.get());
        }
    }
}
