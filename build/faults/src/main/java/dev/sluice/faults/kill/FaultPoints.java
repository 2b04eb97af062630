package dev.sluice.faults.kill;

import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * The fault points of the gateway, which are places in its code where it can be stopped and killed. The gateway passes their
 * names to {@link dev.sluice.internal.fault.FaultPoint#reached}.
 */
public final class FaultPoints {

    /** For each fault point, the maximum number of times that a gateway reaches it before it is killed there. */
    private static final Map<String, Integer> MOST = new TreeMap<>(Map.ofEntries(
            Map.entry("start-locked", 1),
            Map.entry("start-opened", 1),
            Map.entry("recovery-claimed", 2),
            Map.entry("requests-read", 100),
            Map.entry("update-before-commit", 100),
            Map.entry("update-after-commit", 100),
            Map.entry("document-open", 2000),
            Map.entry("file-rolled", 2),
            Map.entry("result-written", 2000),
            Map.entry("results-unflushed", 100),
            Map.entry("results-flushed", 100)));

    private static final int MOST_ELSEWHERE = 100;

    private FaultPoints() {}

    public static List<String> names() {
        return List.copyOf(MOST.keySet());
    }

    /**
     * Returns a fault point of the gateway as {@code name:nth}: the gateway stops when it reaches the point for the nth time. The
     * count is random.
     */
    public static String nth(String name, SplittableRandom random) {
        return name.contains(":") ? name : nth(name, MOST.getOrDefault(name, MOST_ELSEWHERE), random);
    }

    /** Returns a fault point with a random count up to {@code most}, drawn so that small counts are as likely as large counts. */
    public static String nth(String name, int most, SplittableRandom random) {
        return name + ":" + (int) Math.exp(random.nextDouble() * Math.log(most + 1));
    }
}
