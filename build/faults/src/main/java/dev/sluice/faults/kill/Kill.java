package dev.sluice.faults.kill;

import java.util.SplittableRandom;

/**
 * The plan of a kill.
 *
 * @param victim the processes to kill
 * @param moment the event to wait for
 * @param delayNanos the delay after the event, or after the start
 * @param count the number of new files, begun calls or handled letters to wait for
 * @param jobPoint the fault point at which the job stops, as {@code name:nth}; empty for none
 * @param gatewayPoint the fault point at which the gateway stops, in the same form
 */
public record Kill(Victim victim, Moment moment, long delayNanos, long count, String jobPoint, String gatewayPoint) {

    /** The processes to kill. */
    public enum Victim {
        WRITER("the writer"),
        JOB("the job"),
        GATEWAY("the gateway"),
        BOTH("the job and the gateway"),
        EMBEDDED("the job with its gateway embedded");

        private final String text;

        Victim(String text) {
            this.text = text;
        }

        public boolean isJob() {
            return this == JOB || this == BOTH || this == EMBEDDED;
        }

        public boolean isGateway() {
            return this == GATEWAY || this == BOTH;
        }

        @Override
        public String toString() {
            return text;
        }
    }

    /** The state of a process at the moment of its kill. */
    public enum Moment {
        RANDOM("at random"),
        START("during start"),
        POINT("at a fault point"),
        OUTPUT_FILE("making an output file"),
        INPUT_FILE("at a new input file"),
        REST_CALL("while the service is asked"),
        LETTERS("at a number of letters"),
        /** The planned moment did not come, and the gateway is killed without it. */
        MISSED("fault point not reached"),
        /** The run of a job ended before the planned moment, so that the gateway is killed when everything is answered. */
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

    /** Returns a kill that waits for no fault point. */
    public static Kill of(Victim victim, Moment moment, long delayNanos, long count) {
        return new Kill(victim, moment, delayNanos, count, "", "");
    }

    /** Returns a kill at a fault point of the gateway. */
    public static Kill atGatewayPoint(Victim victim, String point, long count, SplittableRandom random) {
        return new Kill(victim, Moment.POINT, 0, count, "", FaultPoints.nth(point, random));
    }

    /** Returns the fault point at which the job's process stops, which may be the gateway's if it is embedded. */
    public String pointOfJob() {
        return victim == Victim.EMBEDDED && jobPoint.isEmpty() ? gatewayPoint : jobPoint;
    }

    /**
     * Returns the name of the fault point; a fault point of the job has the prefix {@code job's}. Empty if there is no fault
     * point.
     */
    public String pointName() {
        return jobPoint.isEmpty() ? gatewayPoint.replaceAll(":.*", "") : "job's " + jobPoint.replaceAll(":.*", "");
    }
}
