package dev.sluice.perf.events;

import java.util.List;

/**
 * How much.
 *
 * @param ways that are measured; the gateway and a pool at least
 * @param fullMillis how long each sends at full speed
 * @param perSecond the document's rate
 * @param rateMillis how long a gateway sends at that rate
 * @param otherRateMillis how long the others do
 * @param loads events a second of the curves
 * @param loadMillis how long each sends at each of those
 * @param limits batch limits of the curves, beside the one of everything else
 * @param curveRepetitions how often a point of the curves is measured
 * @param warmUpMillis how long each has sent before it is measured; a gateway three times as long, since two processes
 *     have more to compile
 */
record EventsSizes(
        List<Way> ways,
        long fullMillis,
        int perSecond,
        long rateMillis,
        long otherRateMillis,
        List<Integer> loads,
        long loadMillis,
        List<Integer> limits,
        int curveRepetitions,
        long warmUpMillis) {

    EventsSizes {
        if (perSecond < 1 || fullMillis < 1 || rateMillis < 1) {
            throw new IllegalArgumentException(
                    perSecond + " events a second for " + rateMillis + " ms: 1 is the least of each");
        }
        if (!ways.contains(Way.GATEWAY) || ways.stream().noneMatch(Way::pool)) {
            throw new IllegalArgumentException("The ways " + ways + " are without the gateway, or without a pool");
        }
        ways = List.copyOf(ways);
        loads = loads.stream().sorted().toList();
        limits = limits.stream().sorted().toList();
    }

    /** Those of them that are measured. */
    List<Way> among(List<Way> some) {
        return some.stream().filter(ways::contains).toList();
    }
}
