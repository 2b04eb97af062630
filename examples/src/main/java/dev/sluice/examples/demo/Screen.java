package dev.sluice.examples.demo;

import dev.sluice.internal.text.Terminal;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Shows lines of text and one line of progress. On a terminal the progress line is rewritten in place, otherwise it is repeated
 * every few seconds. Uses no colours, and no control characters except the carriage return.
 */
final class Screen {

    private static final int BAR_WIDTH = 15;
    private static final Duration ON_TERMINAL = Duration.ofMillis(100);
    private static final Duration ELSEWHERE = Duration.ofSeconds(3);

    private final PrintStream out;
    private final PrintStream errors;
    private final boolean terminal;
    private int shown;

    /** Creates a screen with one stream for normal output and one for errors. */
    Screen(PrintStream out, PrintStream errors) {
        this.out = out;
        this.errors = errors;
        this.terminal = Terminal.isThere();
    }

    /** Returns the screen of this program: standard output and standard error, in UTF-8. */
    static Screen standard() {
        return new Screen(
                new PrintStream(System.out, true, StandardCharsets.UTF_8),
                new PrintStream(System.err, true, StandardCharsets.UTF_8));
    }

    /** Shows a line. */
    synchronized void line(String text) {
        clearProgress();
        out.println(text);
        out.flush();
    }

    /** Shows a line on the error stream. */
    synchronized void error(String text) {
        clearProgress();
        out.flush();
        errors.println("sluice demo: " + text);
        errors.flush();
    }

    /** Returns a progress bar as text. */
    static String bar(String label, long done, long total) {
        final long shown = Math.min(done, total);
        final int filled = total == 0 ? BAR_WIDTH : (int) (shown * BAR_WIDTH / total);
        final long percent = total == 0 ? 100 : shown * 100 / total;
        return label + " [" + "#".repeat(filled) + "-".repeat(BAR_WIDTH - filled) + "] "
                + String.format(Locale.ROOT, "%3d %%", percent);
    }

    /** Returns a progress line, which is shown until it is closed. Then its last state is shown as a normal line. */
    Progress progress(Supplier<String> state) {
        return new Progress(state);
    }

    private synchronized void show(String text) {
        if (terminal) {
            out.print("\r" + text + " ".repeat(Math.max(0, shown - text.length())));
            shown = text.length();
        } else {
            out.println(text);
        }
        out.flush();
    }

    private void clearProgress() {
        if (shown > 0) {
            out.print("\r" + " ".repeat(shown) + "\r");
            shown = 0;
        }
    }

    /** A progress line. */
    final class Progress implements AutoCloseable {

        private final Supplier<String> state;
        private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(task -> {
            final Thread thread = new Thread(task, "progress");
            thread.setDaemon(true);
            return thread;
        });

        private Progress(Supplier<String> state) {
            this.state = state;
        }

        /** Starts showing the line. */
        void begin() {
            final long millis = (terminal ? ON_TERMINAL : ELSEWHERE).toMillis();
            timer.scheduleAtFixedRate(() -> show(state.get()), terminal ? 0 : millis, millis, TimeUnit.MILLISECONDS);
        }

        @Override
        public void close() {
            timer.shutdownNow();
            line(state.get());
        }
    }
}
