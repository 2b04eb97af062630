package dev.sluice.perf.burst;

import dev.sluice.perf.report.Measurement;
import dev.sluice.perf.report.Plot;

/** Times as rates. */
final class Rates {

    private static final double MICROS = 1e6;

    private Rates() {}

    /** How many a second, where each took so many microseconds. */
    static Plot.Point point(double x, Measurement micros) {
        return new Plot.Point(x, MICROS / micros.median(), MICROS / micros.max(), MICROS / micros.min());
    }
}
