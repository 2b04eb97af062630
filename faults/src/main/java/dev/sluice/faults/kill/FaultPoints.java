package dev.sluice.faults.kill;

import java.util.List;
import java.util.SplittableRandom;

/** The fault points of the gateway, by the names that {@link dev.sluice.internal.fault.FaultPoint#reached} is called with. */
public enum FaultPoints {
    START_LOCKED("start-locked", 1),
    START_OPENED("start-opened", 1),
    RECOVERY_CLAIMED("recovery-claimed", 2),
    REQUESTS_READ("requests-read", 100),
    UPDATE_BEFORE_COMMIT("update-before-commit", 100),
    UPDATE_AFTER_COMMIT("update-after-commit", 100),
    DOCUMENT_OPEN("document-open", 2000),
    FILE_ROLLED("file-rolled", 2),
    RESULT_WRITTEN("result-written", 2000),
    RESULTS_UNFLUSHED("results-unflushed", 100),
    RESULTS_FLUSHED("results-flushed", 100);

    /** For a point that is not in the list. */
    private static final int MOST = 100;

    private final String point;
    private final int most;

    FaultPoints(String point, int most) {
        this.point = point;
        this.most = most;
    }

    /** All their names. */
    public static List<String> names() {
        return List.of(values()).stream().map(point -> point.point).toList();
    }

    /** One of the gateway's with how many times it is reached, as {@code name:nth}. */
    public static String nth(String name, SplittableRandom random) {
        return name.contains(":") ? name : nth(name, most(name), random);
    }

    /** One with how many times it is reached, at most so often: small numbers as often as large ones. */
    public static String nth(String name, int most, SplittableRandom random) {
        return name + ":" + (int) Math.exp(random.nextDouble() * Math.log(most + 1));
    }

    private static int most(String name) {
        for (final FaultPoints known : values()) {
            if (known.point.equals(name)) {
                return known.most;
            }
        }
        return MOST;
    }
}
