package dev.sluice.perf.compare;

import dev.sluice.perf.report.Measurement;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A figure then and now.
 *
 * @param before its repetitions in the old report
 * @param after those in the new one
 */
record FigureChange(Measurement before, Measurement after) {

    private static final Set<String> COSTS = Set.of("ns", "us", "ms", "s", "bytes", "KB", "MB", "CPU");
    private static final Set<String> RATIOS_OF_COSTS = Set.of("time", "cost", "cpu", "heap");
    private static final Set<String> RATIOS_OF_RATES = Set.of("throughput", "rate", "times");

    /** The verdict on a figure. */
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

    /** The new median to the old one. */
    double ratio() {
        return after.median() / before.median();
    }

    /**
     * A change counts when no repetition of the one report reaches any of the other, and the medians are further apart than
     * the threshold. With five repetitions each that happens by chance once in 126 times, with three once in ten.
     *
     * @param threshold such as 0.1 for 10 %
     * @param machine how much slower the machine was in the new report: by that, too, absolute figures may be worse
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
     * By the unit: of costs (the unit begins with one of time or memory, such as "us per lookup") less is better, of rates
     * ("events/s", "per second", "a minute") more; of others nothing is known. A ratio, unit "x", says by a word of its
     * name what it is a ratio of.
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
