package dev.sluice.faults.kill;

import java.util.SplittableRandom;

/**
 * Who is to be killed, and when.
 *
 * @param victim who
 * @param moment what is waited for
 * @param delayNanos how long after that, or how long after the start
 * @param count how many files are to appear, calls to begin, or letters to be handled
 * @param jobPoint the fault point at which the job is to stop, as {@code name:nth}; empty for none
 * @param gatewayPoint the fault point at which the gateway is to stop, in the same form
 */
public record Kill(Victim victim, Moment moment, long delayNanos, long count, String jobPoint, String gatewayPoint) {

    /** Who is killed. */
    public enum Victim {
        WRITER("the writer"),
        JOB("the job"),
        GATEWAY("the gateway"),
        BOTH("the job and the gateway");

        private final String text;

        Victim(String text) {
            this.text = text;
        }

        public boolean isJob() {
            return this == JOB || this == BOTH;
        }

        public boolean isGateway() {
            return this == GATEWAY || this == BOTH;
        }

        @Override
        public String toString() {
            return text;
        }
    }

    /** The work of a process at the moment of its kill. */
    public enum Moment {
        RANDOM("at random"),
        START("during start"),
        POINT("at a fault point"),
        OUTPUT_FILE("making an output file"),
        INPUT_FILE("at a new input file"),
        REST_CALL("while the service is asked"),
        LETTERS("at a number of letters"),
        /** The planned moment did not come; the gateway is killed all the same. */
        MISSED("fault point not reached"),
        /** The run of a job ended before; the gateway is killed with everything answered. */
        END("after the end of a run");

        private final String text;

        Moment(String text) {
            this.text = text;
        }

        @Override
        public String toString() {
            return text;
        }
    }

    /** A kill that waits for no fault point. */
    public static Kill of(Victim victim, Moment moment, long delayNanos, long count) {
        return new Kill(victim, moment, delayNanos, count, "", "");
    }

    /** A kill at a fault point of the gateway. */
    public static Kill atGatewayPoint(Victim victim, String point, long count, SplittableRandom random) {
        return new Kill(victim, Moment.POINT, 0, count, "", FaultPoints.nth(point, random));
    }

    /** Returns the fault point's name, with whose it is, or an empty text. */
    public String pointName() {
        return jobPoint.isEmpty() ? gatewayPoint.replaceAll(":.*", "") : "job's " + jobPoint.replaceAll(":.*", "");
    }
}
