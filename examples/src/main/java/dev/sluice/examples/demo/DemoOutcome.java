package dev.sluice.examples.demo;

import dev.sluice.examples.letters.LettersReport;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import picocli.CommandLine.ExitCode;

/**
 * The outcome of a run.
 *
 * @param lines the lines to show, with errors first
 */
record DemoOutcome(List<String> lines, int exitCode) {

    /**
     * Determines the outcome of a run.
     *
     * @param continued whether the run continued an interrupted one
     * @param updated the number of contracts whose column {@code last_letter} has the date of this run's letters
     * @param comparisons for each comparison its first difference; empty if the files are equal
     */
    static DemoOutcome of(LettersReport report, boolean continued, long updated, List<Optional<String>> comparisons) {
        final List<String> bad = new ArrayList<>();
        report.firstFailures().forEach(failure -> bad.add("Failed: " + failure));
        if (report.failures() > bad.size()) {
            bad.add("... and " + (report.failures() - bad.size()) + " more failures"
                    + (continued ? ", some of them perhaps in an earlier run" : ""));
        }
        if (updated != report.letters()) {
            bad.add("last_letter was updated in " + updated + " contracts, but there are " + report.letters()
                    + " letters");
        }
        final List<String> differences =
                comparisons.stream().flatMap(Optional::stream).toList();
        differences.forEach(text -> bad.add("The letters DIFFER: " + text));
        final List<String> lines = new ArrayList<>(bad);
        if (!comparisons.isEmpty() && differences.isEmpty()) {
            lines.add("The letters are equal to those written one at a time, byte for byte.");
        }
        return new DemoOutcome(List.copyOf(lines), bad.isEmpty() ? ExitCode.OK : ExitCode.SOFTWARE);
    }

    /**
     * Compares two files of letters byte for byte, and returns a description of the first difference, or empty if there is none.
     *
     * @param whole whether the files must have the same length; if false, {@code expected} may be only the beginning of {@code
     *     found}
     */
    static Optional<String> difference(Path found, Path expected, boolean whole) throws IOException {
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
