package dev.sluice.faults.kill.letters;

import dev.sluice.faults.kill.BrokenPromises;
import dev.sluice.faults.kill.BrokenPromises.Kind;
import dev.sluice.faults.kill.Child;
import dev.sluice.faults.kill.letters.JobKill.Moment;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Waits for the moment of a kill. One thread. */
final class JobTrigger {

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(120);
    private static final long PAUSE_NANOS = 200_000;

    private final JobProcess job;
    private final Child gateway;
    private final BrokenPromises findings;
    private final long startNanos = System.nanoTime();
    private final long handledBefore;

    /**
     * Begins to wait.
     *
     * @param handledBefore how many letters of the run are known to be handled
     */
    JobTrigger(JobProcess job, Child gateway, long handledBefore, BrokenPromises findings) {
        this.job = job;
        this.gateway = gateway;
        this.handledBefore = handledBefore;
        this.findings = findings;
    }

    /** Waits; for the job's end alone when there is no kill. Empty when the job ended, or something was found. */
    Optional<Moment> await(Optional<JobKill> kill) throws IOException {
        JobProcess.Said said = job.said();
        long saidNanos = System.nanoTime();
        while (job.child().isAlive() && !findings.any()) {
            final Optional<Moment> due = kill.flatMap(this::due);
            if (due.isPresent()) {
                return due;
            }
            if (!gateway.isAlive()) {
                findings.add(Kind.DIED, gateway.described());
            }
            final long now = System.nanoTime();
            if (!said.equals(job.said())) {
                said = job.said();
                saidNanos = now;
            } else if (now - saidNanos > PATIENCE_NANOS) {
                findings.add(
                        Kind.STUCK,
                        "no letter was handled in 120 s behind " + said.handled() + ": "
                                + job.child().described() + "\n" + gateway.described());
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        return Optional.empty();
    }

    private Optional<Moment> due(JobKill kill) {
        final boolean late = job.said().handled() - handledBefore >= kill.items();
        return switch (kill.moment()) {
            case TIME -> System.nanoTime() - startNanos < kill.nanos() ? Optional.empty() : Optional.of(Moment.TIME);
            case POINT ->
                job.child().isAtFaultPoint() || gateway.isAtFaultPoint()
                        ? Optional.of(Moment.POINT)
                        : late && kill.mayMiss() ? Optional.of(Moment.ITEMS) : Optional.empty();
            case ITEMS -> late ? Optional.of(Moment.ITEMS) : Optional.empty();
            case END -> Optional.empty();
        };
    }
}
