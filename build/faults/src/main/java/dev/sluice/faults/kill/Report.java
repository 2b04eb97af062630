package dev.sluice.faults.kill;

import java.io.PrintStream;
import java.util.Locale;

/** What a run has counted and found, and where it says so. For one thread. */
public final class Report {

    private final KillCounts tally = new KillCounts();
    private final BrokenPromises findings = new BrokenPromises();
    private final PrintStream out;
    private final long startNanos = System.nanoTime();

    public Report(PrintStream out) {
        this.out = out;
    }

    public KillCounts tally() {
        return tally;
    }

    public BrokenPromises findings() {
        return findings;
    }

    /** Prints a line. */
    public void line(String text) {
        out.println(text);
    }

    /** Prints a line about a step, with its time. */
    public void step(String text) {
        out.printf(Locale.ROOT, "%7.1f s   %s%n", (System.nanoTime() - startNanos) / 1e9, text);
        out.flush();
    }
}
