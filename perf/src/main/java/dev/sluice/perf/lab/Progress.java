package dev.sluice.perf.lab;

import dev.sluice.internal.text.Terminal;
import java.io.PrintStream;
import java.util.Locale;

/** Shows the progress: on a terminal in one line that is rewritten, otherwise with a new line every ten seconds. Thread-safe. */
public final class Progress {

    private static final long TERMINAL_NANOS = 100_000_000L;
    private static final long LOG_NANOS = 10_000_000_000L;
    private static final int WIDTH = 30;
    private static final String NEW_LINE = "\r\033[K";

    private final PrintStream out;
    private final boolean terminal;
    private String stage = "";
    private long shownNanos;

    public Progress(PrintStream out, boolean terminal) {
        this.out = out;
        this.terminal = terminal;
    }

    /** Returns a progress that is shown on the standard error output. */
    static Progress onStandardError() {
        return new Progress(System.err, Terminal.isThere());
    }

    /** Begins a new stage, and shows its name. */
    public synchronized void stage(String name) {
        stage = name;
        show(name);
    }

    /** Shows how much of the stage is done. Shows nothing if too little time has passed since the last line. */
    public synchronized void at(long done, long total) {
        if (System.nanoTime() - shownNanos >= (terminal ? TERMINAL_NANOS : LOG_NANOS)) {
            final int full = (int) (WIDTH * done / Math.max(1, total));
            final String bar = "#".repeat(full) + ".".repeat(WIDTH - full);
            show(String.format(Locale.ROOT, "%s [%s] %,d of %,d", stage, bar, done, total));
        }
    }

    /** Clears the line. */
    synchronized void done() {
        if (terminal) {
            out.print(NEW_LINE);
            out.flush();
        }
    }

    private void show(String text) {
        shownNanos = System.nanoTime();
        out.print(terminal ? NEW_LINE + text : text + "\n");
        out.flush();
    }
}
