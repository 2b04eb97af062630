package dev.sluice.perf.report;

import java.util.Locale;
import java.util.Set;

/** Which values of a measurement are the better ones. */
public enum Better {
    LESS,
    MORE,
    /** Neither: it says how something went. */
    UNKNOWN;

    private static final Set<String> COSTS = Set.of("ns", "us", "ms", "s", "bytes", "KB", "MB", "CPU");
    private static final Set<String> RATIOS_OF_COSTS = Set.of("time", "cost", "cpu", "heap");
    private static final Set<String> RATIOS_OF_RATES = Set.of("throughput", "rate", "times");

    /**
     * By its unit: of costs (the unit begins with one of time or memory, such as "us per lookup") less is better, of rates
     * ("events/s", "per second", "a minute") more. A ratio, unit "x", says by a word of its name what it is a ratio of.
     */
    public static Better of(Measurement measured) {
        final String unit = measured.unit();
        if (unit.endsWith("/s")
                || unit.endsWith(" a second")
                || unit.endsWith("per second")
                || unit.endsWith(" a minute")) {
            return MORE;
        }
        if (unit.equals("x")) {
            return ofRatio(measured.name());
        }
        return COSTS.contains(unit.split(" ")[0]) ? LESS : UNKNOWN;
    }

    private static Better ofRatio(String name) {
        for (final String word : name.toLowerCase(Locale.ROOT).split("[^a-z]+")) {
            if (RATIOS_OF_COSTS.contains(word)) {
                return LESS;
            }
            if (RATIOS_OF_RATES.contains(word)) {
                return MORE;
            }
        }
        return UNKNOWN;
    }
}
