package dev.sluice.service.rest;

import dev.sluice.service.core.MaskedLog;
import java.util.function.LongSupplier;
import org.slf4j.Logger;

/**
 * Finds out whether a single operation or the whole service has a problem. If the service has answered other operations since the
 * problem of this operation began, only this operation has a problem, for example a wrong declaration. Then only the requests of
 * this operation are held. Belongs to the service thread.
 */
final class Trouble {

    private static final Logger LOG = MaskedLog.of(Trouble.class);

    private final String operation;
    private final Answers service;
    private final LongSupplier clockNanos;
    private long own;
    private boolean begun;
    private long others;
    private boolean said;
    private long sinceNanos;

    /** Counts the questions that a service has answered for all its operations. */
    static final class Answers {

        private long count;
        private long countWhenAway = -1;

        /** Called when the service becomes unavailable. Earlier answers no longer show that it is available. */
        void away() {
            countWhenAway = count;
        }
    }

    /**
     * @param operation the operation's name in the log
     * @param clockNanos {@link System#nanoTime()}
     */
    Trouble(String operation, Answers service, LongSupplier clockNanos) {
        this.operation = operation;
        this.service = service;
        this.clockNanos = clockNanos;
    }

    void answered() {
        own++;
        service.count++;
        if (begun) {
            begun = false;
            if (said) {
                said = false;
                LOG.warn("{} is answered again", operation);
            }
        }
    }

    /** Called when a question was not answered properly. */
    void met() {
        if (!begun) {
            begun = true;
            others = service.count - own;
            sinceNanos = clockNanos.getAsLong();
        }
    }

    /** Returns when the service stopped answering this operation; only valid while it does not answer the operation. */
    long sinceNanos() {
        return sinceNanos;
    }

    /** Whether other operations were answered since the problem began; if so, logs it once. */
    boolean ofThisAlone(String reason) {
        met();
        final boolean alone = service.count - own > others && service.count > service.countWhenAway;
        if (alone && !said) {
            said = true;
            LOG.warn(
                    "{} does not get the answers that its declaration describes: {}. The service answers other"
                            + " operations, so only requests of this one are held until the cause is fixed",
                    operation,
                    reason);
        }
        return alone;
    }

    /** Whether the service was unavailable and has not answered anything since. */
    boolean isAway() {
        return service.count == service.countWhenAway;
    }

    /** Notes that the whole service is unavailable. */
    void ofTheService() {
        service.away();
    }
}
