package dev.sluice.faults.kill.bank;

import dev.sluice.faults.kill.FaultPoints;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * When a gateway is to be killed.
 *
 * @param kind what is waited for
 * @param delayNanos how long after that, or how long after the start
 * @param point the fault point, as {@code name:nth}; empty for none
 * @param count how many files are to appear, or calls of the service to begin
 */
record Kill(Kind kind, long delayNanos, String point, int count) {

    /** What the kill comes upon. */
    enum Kind {
        RANDOM("at random"),
        START("during start"),
        POINT("at a fault point"),
        OUTPUT_FILE("making an output file"),
        INPUT_FILE("at a new input file"),
        REST_CALL("while the service is asked"),
        /** What was waited for did not happen; it is killed all the same. */
        MISSED("fault point not reached");

        private final String text;

        Kind(String text) {
            this.text = text;
        }

        @Override
        public String toString() {
            return text;
        }
    }

    private static final long LONGEST_RUN_NANOS = TimeUnit.MILLISECONDS.toNanos(600);
    private static final int MOST_CALLS = 20;
    private static final long LONGEST_FILE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    /**
     * One in any way.
     *
     * @param startNanos how long a start takes, as far as known
     */
    static Kill any(SplittableRandom random, long startNanos) {
        final int draw = random.nextInt(100);
        if (draw < 14) {
            return new Kill(Kind.RANDOM, random.nextLong(LONGEST_RUN_NANOS), "", 0);
        } else if (draw < 30) {
            return new Kill(Kind.START, (long) (random.nextDouble() * startNanos), "", 0);
        } else if (draw < 66) {
            return atOneOf(FaultPoints.names(), random);
        } else if (draw < 76) {
            return new Kill(Kind.REST_CALL, 0, "", 1 + random.nextInt(MOST_CALLS));
        }
        final Kind kind = draw < 91 ? Kind.OUTPUT_FILE : Kind.INPUT_FILE;
        return new Kill(kind, random.nextLong(LONGEST_FILE_NANOS), "", 1 + random.nextInt(2));
    }

    /** One at one of these fault points. */
    static Kill atOneOf(List<String> points, SplittableRandom random) {
        return new Kill(Kind.POINT, 0, FaultPoints.nth(points.get(random.nextInt(points.size())), random), 0);
    }

    /** The fault point's name, or empty. */
    String pointName() {
        return point.replaceAll(":.*", "");
    }
}
