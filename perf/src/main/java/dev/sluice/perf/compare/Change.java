package dev.sluice.perf.compare;

import dev.sluice.perf.report.Better;
import dev.sluice.perf.report.Measurement;

/**
 * A figure then and now.
 *
 * @param experiment whose it is
 * @param before its repetitions in the old report
 * @param after those in the new one
 */
record Change(String experiment, Measurement before, Measurement after) {

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
        return switch (Better.of(before)) {
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
}
