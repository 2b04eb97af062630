package dev.sluice.examples.demo;

import dev.sluice.examples.letters.LettersReport;

/**
 * The letters job one at a time, measured.
 *
 * @param label above its column
 * @param described what it did for each lookup, in words
 * @param rest whether lookups went to services
 */
record Baseline(String label, String described, boolean rest, LettersReport report) {

    static Baseline selects(LettersReport report) {
        return new Baseline("one at a time", "one at a time", false, report);
    }

    static Baseline gets(LettersReport report) {
        return new Baseline("one GET each", "with one GET for each", true, report);
    }

    long lookups() {
        return 2 * report.contracts();
    }

    long statements() {
        return lookups() + report.letters();
    }
}
