package dev.sluice.perf.compare;

import dev.sluice.perf.report.Measurement;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A figure in an old and in a new report.
 *
 * @param before the measurement in the old report
 * @param after the measurement in the new report
 */
record FigureChange(Measurement before, Measurement after) {

    private static final Set<String> COSTS = Set.of("ns", "us", "ms", "s", "bytes", "KB", "MB", "CPU");
    private static final Set<String> RATIOS_OF_COSTS = Set.of("time", "cost", "cpu", "heap");
    private static final Set<String> RATIOS_OF_RATES = Set.of("throughput", "rate", "times");

    /** The verdict on the change of a figure. */
    enum Trend {
        WORSE("worse"),
        BETTER("better"),
        CHANGED("changed"),
        SAME("within noise"),
        ONCE("measured once: no spread to judge by");

        private final String text;

        Trend(String text) {
            this.text = text;
        }

        String text() {
            return text;
        }
    }

    /** Returns the new median divided by the old one. */
    double ratio() {
        return after.median() / before.median();
    }

    /**
     * Returns the verdict. A figure counts as changed if all its values in one report are above all values in the other, and if
     * the medians differ by more than the threshold. If nothing has changed, the first condition is fulfilled by chance in one of
     * 126 cases if both reports have five repetitions, and in one of ten cases if both have three.
     *
     * @param threshold the threshold as a fraction, for example 0.1 for 10 %
     * @param machine the factor by which the machine was slower in the new report; figures that are not ratios may become worse
     *     by this factor
     */
    Trend verdict(double threshold, double machine) {
        if (before.values().size() == 1 || after.values().size() == 1) {
            return Trend.ONCE;
        }
        final double forgiven = before.unit().equals("x") ? 1 : Math.max(1, machine);
        final Optional<Boolean> less = lessIsBetter();
        final boolean up = isUp(threshold, less.orElse(false) ? forgiven : 1);
        final boolean down = isDown(threshold, less.orElse(true) ? 1 : forgiven);
        if (!up && !down) {
            return Trend.SAME;
        }
        return less.map(costs -> costs == up ? Trend.WORSE : Trend.BETTER).orElse(Trend.CHANGED);
    }

    private boolean isUp(double threshold, double forgiven) {
        return after.min() > before.max() * forgiven && ratio() > (1 + threshold) * forgiven;
    }

    private boolean isDown(double threshold, double forgiven) {
        return after.max() < before.min() / forgiven && ratio() < 1 / ((1 + threshold) * forgiven);
    }

    /**
     * Derives from the unit whether smaller values are better. For costs, less is better; their unit begins with a unit of time
     * or memory, for example "us per lookup". For rates ("events/s", "per second", "a minute"), more is better. For a ratio,
     * which has the unit "x", a word in its name tells whether it is a ratio of costs or of rates. For all other figures the
     * answer is empty.
     */
    private Optional<Boolean> lessIsBetter() {
        if (before.unit().matches(".*(/s| a second|per second| a minute)")) {
            return Optional.of(false);
        }
        if (before.unit().equals("x")) {
            return Stream.of(before.name().toLowerCase(Locale.ROOT).split("[^a-z]+"))
                    .filter(word -> RATIOS_OF_COSTS.contains(word) || RATIOS_OF_RATES.contains(word))
                    .findFirst()
                    .map(RATIOS_OF_COSTS::contains);
        }
        return Optional.of(true).filter(costs -> COSTS.contains(before.unit().split(" ")[0]));
    }
}
