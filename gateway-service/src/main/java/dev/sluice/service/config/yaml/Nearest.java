package dev.sluice.service.config.yaml;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds the word that was probably meant. */
public final class Nearest {

    private Nearest() {}

    /** {@code ", did you mean 'x'?"}, or nothing if no candidate is near. */
    public static String suggestion(String word, Collection<String> candidates) {
        return of(word, candidates)
                .map(near -> ", did you mean '" + near + "'?")
                .orElse("");
    }

    /** The candidate with the fewest edits, if those are at most a third of the word. */
    static Optional<String> of(String word, Collection<String> candidates) {
        final int limit = Math.max(1, word.length() / 3);
        return candidates.stream()
                .filter(candidate -> edits(word, candidate) <= limit)
                .min(Comparator.comparingInt(candidate -> edits(word, candidate)));
    }

    /** Edits without regard to case: a letter more, less or another, or two neighbours exchanged. */
    private static int edits(String one, String other) {
        final String from = one.toLowerCase(Locale.ROOT);
        final String to = other.toLowerCase(Locale.ROOT);
        int[] twoAbove = new int[0];
        int[] above = new int[to.length() + 1];
        for (int j = 0; j <= to.length(); j++) {
            above[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            final int[] row = new int[to.length() + 1];
            row[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                final int replaced = above[j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(replaced, Math.min(above[j], row[j - 1]) + 1);
                if (i > 1
                        && j > 1
                        && from.charAt(i - 1) == to.charAt(j - 2)
                        && from.charAt(i - 2) == to.charAt(j - 1)) {
                    row[j] = Math.min(row[j], twoAbove[j - 2] + 1);
                }
            }
            twoAbove = above;
            above = row;
        }
        return above[to.length()];
    }
}
