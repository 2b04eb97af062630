package dev.sluice.perf.lab;

import java.io.PrintStream;
import java.util.Locale;

/** Says what is going on: one line that is rewritten on a terminal, now and then a line elsewhere. Any thread. */
public final class Progress {

    private static final long TERMINAL_NANOS = 100_000_000L;
    private static final long LOG_NANOS = 10_000_000_000L;
    private static final int WIDTH = 30;

    private final PrintStream out;
    private final boolean terminal;
    private String stage = "";
    private long shownNanos;
    private boolean line;

    public Progress(PrintStream out, boolean terminal) {
        this.out = out;
        this.terminal = terminal;
    }

    /** On the standard error output. */
    public static Progress onStandardError() {
        return new Progress(System.err, System.console() != null && System.getenv("TERM") != null);
    }

    /** A new stage begins. */
    public synchronized void stage(String name) {
        stage = name;
        shownNanos = System.nanoTime();
        show(name);
        if (!terminal) {
            out.println();
        }
    }

    /** How far the stage is. */
    public synchronized void at(long done, long total) {
        final long now = System.nanoTime();
        if (now - shownNanos < (terminal ? TERMINAL_NANOS : LOG_NANOS)) {
            return;
        }
        shownNanos = now;
        final int full = (int) (WIDTH * done / Math.max(1, total));
        show(String.format(
                Locale.ROOT, "%s [%s%s] %,d of %,d", stage, "#".repeat(full), ".".repeat(WIDTH - full), done, total));
        if (!terminal) {
            out.println();
        }
    }

    /** Clears the line. */
    public synchronized void done() {
        if (terminal && line) {
            out.print("\r\033[K");
            out.flush();
            line = false;
        }
    }

    private void show(String text) {
        out.print(terminal ? "\r\033[K" + text : text);
        out.flush();
        line = true;
    }
}
