package dev.sluice.examples.demo;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/**
 * Two files of letters, compared byte for byte.
 *
 * @param difference the first difference, in words, or empty
 */
record LettersComparison(Optional<String> difference) {

    /**
     * Compares two files.
     *
     * @param whole false if {@code expected} may be the beginning of {@code found}
     */
    static LettersComparison of(Path found, Path expected, boolean whole) throws IOException {
        return new LettersComparison(difference(found, expected, whole));
    }

    private static Optional<String> difference(Path found, Path expected, boolean whole) throws IOException {
        final long mismatch = Files.mismatch(found, expected);
        if (mismatch < 0 || (!whole && mismatch == Files.size(expected))) {
            return Optional.empty();
        }
        try (BufferedReader foundLines = Files.newBufferedReader(found);
                BufferedReader expectedLines = Files.newBufferedReader(expected)) {
            for (long number = 1; ; number++) {
                final String foundLine = foundLines.readLine();
                final String expectedLine = expectedLines.readLine();
                if (foundLine == null || !Objects.equals(foundLine, expectedLine)) {
                    return Optional.of("line " + number + " is " + shown(foundLine) + " in " + found.getFileName()
                            + " and " + shown(expectedLine) + " in " + expected.getFileName());
                }
            }
        }
    }

    private static String shown(String line) {
        return line == null ? "missing" : "'" + line + "'";
    }
}
