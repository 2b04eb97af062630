package dev.sluice.perf.compare;

import dev.sluice.perf.report.Measurement;
import java.util.Locale;
import java.util.Set;

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

    /** What became of a figure. */
    enum Verdict {
        WORSE("slower, or costs more"),
        BETTER("better"),
        CHANGED("changed"),
        SAME("within noise"),
        ONCE("measured once: no spread to judge by");

        private final String text;

        Verdict(String text) {
            this.text = text;
        }

        String text() {
            return text;
        }

        boolean told() {
            return this == WORSE || this == BETTER || this == CHANGED;
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
    Verdict verdict(double threshold, double machine) {
        if (before.values().size() == 1 || after.values().size() == 1) {
            return Verdict.ONCE;
        }
        final double forgiven = before.unit().equals("x") ? 1 : Math.max(1, machine);
        final boolean up = after.min() > before.max() && ratio() > 1 + threshold;
        final boolean down = after.max() < before.min() && ratio() < 1 / (1 + threshold);
        return switch (better()) {
            case LESS ->
                up && after.min() > before.max() * forgiven && ratio() > (1 + threshold) * forgiven
                        ? Verdict.WORSE
                        : down ? Verdict.BETTER : Verdict.SAME;
            case MORE ->
                down && after.max() < before.min() / forgiven && ratio() < 1 / ((1 + threshold) * forgiven)
                        ? Verdict.WORSE
                        : up ? Verdict.BETTER : Verdict.SAME;
            case UNKNOWN -> up || down ? Verdict.CHANGED : Verdict.SAME;
        };
    }

    /** Which values of a figure are the better ones. */
    private enum Better {
        LESS,
        MORE,
        /** Neither: the figure says how something went. */
        UNKNOWN
    }

    /**
     * By the unit: of costs (the unit begins with one of time or memory, such as "us per lookup") less is better, of rates
     * ("events/s", "per second", "a minute") more. A ratio, unit "x", says by a word of its name what it is a ratio of.
     */
    private Better better() {
        if (before.unit().matches(".*(/s| a second|per second| a minute)")) {
            return Better.MORE;
        }
        if (before.unit().equals("x")) {
            for (final String word : before.name().toLowerCase(Locale.ROOT).split("[^a-z]+")) {
                if (RATIOS_OF_COSTS.contains(word)) {
                    return Better.LESS;
                }
                if (RATIOS_OF_RATES.contains(word)) {
                    return Better.MORE;
                }
            }
        }
        return COSTS.contains(before.unit().split(" ")[0]) ? Better.LESS : Better.UNKNOWN;
    }
}
