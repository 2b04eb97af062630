package dev.sluice.service.config.yaml;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;

/** Finds the word that was probably meant. */
public final class Nearest {

    private Nearest() {}

    /** {@code ", did you mean 'x'?"}, or nothing if no candidate is near: no further than a third of the word. */
    public static String suggestion(String word, Collection<String> candidates) {
        final int limit = Math.max(1, word.length() / 3);
        return candidates.stream()
                .filter(candidate -> edits(word, candidate) <= limit)
                .min(Comparator.comparingInt(candidate -> edits(word, candidate)))
                .map(near -> ", did you mean '" + near + "'?")
                .orElse("");
    }

    /** Edits without regard to case: a letter more, less or another, or two neighbours exchanged. */
    private static int edits(String one, String other) {
        final String from = one.toLowerCase(Locale.ROOT);
        final String to = other.toLowerCase(Locale.ROOT);
        final int[][] edits = new int[from.length() + 1][to.length() + 1];
        for (int i = 0; i <= from.length(); i++) {
            for (int j = 0; j <= to.length(); j++) {
                if (i == 0 || j == 0) {
                    edits[i][j] = i + j;
                    continue;
                }
                final boolean same = from.charAt(i - 1) == to.charAt(j - 1);
                edits[i][j] =
                        Math.min(edits[i - 1][j - 1] + (same ? 0 : 1), Math.min(edits[i - 1][j], edits[i][j - 1]) + 1);
                if (i > 1
                        && j > 1
                        && from.charAt(i - 1) == to.charAt(j - 2)
                        && from.charAt(i - 2) == to.charAt(j - 1)) {
                    edits[i][j] = Math.min(edits[i][j], edits[i - 2][j - 2] + 1);
                }
            }
        }
        return edits[from.length()][to.length()];
    }
}
