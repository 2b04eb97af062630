package dev.sluice.service.config.yaml;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;

/** Suggests the word that a user probably meant. */
public final class Nearest {

    private Nearest() {}

    /**
     * Returns {@code ", did you mean 'x'?"} for the nearest candidate, or an empty text if none is near. A candidate is near if
     * the number of edits is at most a third of the word's length.
     */
    public static String suggestion(String word, Collection<String> candidates) {
        final int limit = Math.max(1, word.length() / 3);
        return candidates.stream()
                .filter(candidate -> edits(word, candidate) <= limit)
                .min(Comparator.comparingInt(candidate -> edits(word, candidate)))
                .map(near -> ", did you mean '" + near + "'?")
                .orElse("");
    }

    /** Returns the number of edits, ignoring case: a letter is inserted, deleted or replaced, or two neighbours are swapped. */
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
