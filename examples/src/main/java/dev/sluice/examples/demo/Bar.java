package dev.sluice.examples.demo;

import java.util.Locale;

/** A bar of progress in text. */
final class Bar {

    private static final int WIDTH = 15;

    private Bar() {}

    static String of(String label, long done, long total) {
        final long shown = Math.min(done, total);
        final int filled = total == 0 ? WIDTH : (int) (shown * WIDTH / total);
        final long percent = total == 0 ? 100 : shown * 100 / total;
        return label + " [" + "#".repeat(filled) + "-".repeat(WIDTH - filled) + "] "
                + String.format(Locale.ROOT, "%3d %%", percent);
    }
}
