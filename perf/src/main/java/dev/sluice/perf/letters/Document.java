package dev.sluice.perf.letters;

import java.util.Map;
import java.util.Optional;

/**
 * The document's figures: mean seconds for 100,000 letters, the middle of each of its 99 % confidence intervals. A
 * Raspberry Pi 4 with PostgreSQL 11 in a container, on an external disk, and caches emptied before each run.
 */
final class Document {

    static final int CONTRACTS = 100_000;

    private static final double SQL = 44.4;
    private static final double REST = 921;
    private static final Map<Integer, Double> CHUNKED = Map.of(10, 135.0, 20, 80.7, 50, 48.9, 100, 36.6);

    private Document() {}

    /** A configuration's time in seconds, and how many times as fast as its direct SQL it was. */
    record Figure(double seconds) {
        double ratio() {
            return SQL / seconds;
        }
    }

    static Figure sql() {
        return new Figure(SQL);
    }

    static Figure rest() {
        return new Figure(REST);
    }

    static Optional<Figure> chunked(int chunk) {
        return Optional.ofNullable(CHUNKED.get(chunk)).map(Figure::new);
    }
}
