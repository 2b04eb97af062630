package dev.sluice.replay;

import dev.sluice.internal.text.Terminal;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** Shows the progress of long work: rewrites one line on a terminal, and prints nothing elsewhere. For one thread. */
final class ProgressLine implements AutoCloseable {

    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final int WIDTH = 30;
    private static final int CLEARED = 78;

    private final PrintWriter screen;
    private final boolean shown;
    private final long total;
    private long next = System.nanoTime() + PAUSE_NANOS;

    /**
     * @param screen usually standard error
     * @param total the amount of work, 0 if it is not known
     */
    ProgressLine(PrintWriter screen, long total) {
        this(screen, total, Terminal.isThere());
    }

    ProgressLine(PrintWriter screen, long total, boolean shown) {
        this.screen = screen;
        this.total = total;
        this.shown = shown;
    }

    /** Shows that the given amount of work is done. */
    void at(long done) {
        final long now = System.nanoTime();
        if (shown && now - next >= 0) {
            next = now + PAUSE_NANOS;
            screen.print("\r" + text(done));
            screen.flush();
        }
    }

    String text(long done) {
        final String count = String.format(Locale.ROOT, "%,d", done);
        if (total <= 0) {
            return count;
        }
        final int percent = (int) Math.min(100, 100 * done / total);
        final int filled = percent * WIDTH / 100;
        return "[" + "#".repeat(filled) + "-".repeat(WIDTH - filled) + "] " + percent + " %  " + count;
    }

    /** Clears the line. */
    @Override
    public void close() {
        if (shown) {
            screen.print("\r" + " ".repeat(CLEARED) + "\r");
            screen.flush();
        }
    }
}
