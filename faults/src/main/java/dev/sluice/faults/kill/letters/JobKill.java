package dev.sluice.faults.kill.letters;

import dev.sluice.faults.kill.FaultPoints;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * Who is to be killed, and when.
 *
 * @param victim who
 * @param moment what is waited for
 * @param nanos how long to wait
 * @param items how many more letters may be handled until then; behind that many a fault point is not waited for
 * @param jobPoint the fault point at which the job is to stop, as {@code name:nth}; empty for none
 * @param gatewayPoint the same of the gateway
 */
record JobKill(Victim victim, Moment moment, long nanos, long items, String jobPoint, String gatewayPoint) {

    /** Who. */
    enum Victim {
        JOB("of the job"),
        GATEWAY("of the gateway"),
        BOTH("of both");

        private final String text;

        Victim(String text) {
            this.text = text;
        }

        boolean isJob() {
            return this != GATEWAY;
        }

        boolean isGateway() {
            return this != JOB;
        }

        @Override
        public String toString() {
            return text;
        }
    }

    /** What the kill comes upon. */
    enum Moment {
        TIME("at random"),
        ITEMS("at a number of letters"),
        POINT("at a fault point"),
        /** What was waited for did not happen: the gateway is killed with everything answered. */
        END("behind the end of a run");

        private final String text;

        Moment(String text) {
            this.text = text;
        }

        @Override
        public String toString() {
            return text;
        }
    }

    /** Who is started now, and so can be told where to stop. */
    record Starting(boolean job, boolean gateway) {}

    /** A fault point of a job, and how often it may be reached. */
    private record JobPoint(String name, int most) {}

    private static final String ENDED = "run-marked-ended";
    private static final List<JobPoint> JOB_POINTS = List.of(
            new JobPoint("run-placed", 1),
            new JobPoint("sink-forced", 20),
            new JobPoint("mark-written", 20),
            new JobPoint("document-open", 600),
            new JobPoint("file-rolled", 1),
            new JobPoint(ENDED, 1));

    private static final long LONGEST_NANOS = TimeUnit.MILLISECONDS.toNanos(1_500);

    /** One in any way, over that many contracts. */
    static JobKill any(SplittableRandom random, Starting starting, int contracts) {
        final int draw = random.nextInt(100);
        final Victim victim = draw < 45 ? Victim.JOB : draw < 70 ? Victim.GATEWAY : Victim.BOTH;
        final int way = random.nextInt(100);
        if (way < 25) {
            return new JobKill(victim, Moment.TIME, random.nextLong(LONGEST_NANOS), 0, "", "");
        }
        final boolean jobStops = victim.isJob() && starting.job();
        final boolean gatewayStops = victim.isGateway() && starting.gateway();
        if (way < 65 || !jobStops && !gatewayStops) {
            final long items = (long) Math.exp(random.nextDouble() * Math.log(contracts / 2.0));
            return new JobKill(victim, Moment.ITEMS, 0, items, "", "");
        }
        return jobStops && (!gatewayStops || random.nextBoolean())
                ? atJobPoint(victim, JOB_POINTS.get(random.nextInt(JOB_POINTS.size())), random, contracts)
                : atGatewayPoint(victim, FaultPoints.names(), random, contracts);
    }

    private static JobKill atJobPoint(Victim victim, JobPoint point, SplittableRandom random, int contracts) {
        return new JobKill(
                victim, Moment.POINT, 0, contracts / 2, FaultPoints.nth(point.name(), point.most(), random), "");
    }

    private static JobKill atGatewayPoint(Victim victim, List<String> points, SplittableRandom random, int contracts) {
        final String point = points.get(random.nextInt(points.size()));
        return new JobKill(victim, Moment.POINT, 0, contracts / 2, "", FaultPoints.nth(point, random));
    }

    /** Whether its fault point may not be reached at all. */
    boolean mayMiss() {
        return !jobPoint.startsWith(ENDED);
    }

    /** The fault point's name, with whose it is, or empty. */
    String pointName() {
        return jobPoint.isEmpty() ? gatewayPoint.replaceAll(":.*", "") : "job's " + jobPoint.replaceAll(":.*", "");
    }
}
