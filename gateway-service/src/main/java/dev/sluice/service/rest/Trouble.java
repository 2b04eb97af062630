package dev.sluice.service.rest;

import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether it is one operation that its service does not answer, or the service: if others are answered meanwhile, it is the
 * operation, whose declaration is wrong, say, and it is held alone. Belongs to the service thread.
 */
final class Trouble {

    private static final Logger LOG = LoggerFactory.getLogger(Trouble.class);

    private final String operation;
    private final Answers service;
    private final LongSupplier clockNanos;
    private long own;
    private boolean begun;
    private long others;
    private boolean said;
    private long sinceNanos;

    /** How many questions a service has answered, of all operations. */
    static final class Answers {

        private long count;
        private long countWhenAway = -1;

        /** The service is away: what it answered before tells nothing of now. */
        void away() {
            countWhenAway = count;
        }
    }

    /**
     * @param operation as the log names it
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

    /** A question was not answered as it should be. */
    void met() {
        if (!begun) {
            begun = true;
            others = service.count - own;
            sinceNanos = clockNanos.getAsLong();
        }
    }

    /** Since when the operation is not answered, while it is not. */
    long sinceNanos() {
        return sinceNanos;
    }

    /** Whether others were answered since it was met; said once. */
    boolean ofThisAlone(String reason) {
        met();
        final boolean alone = service.count - own > others && service.count > service.countWhenAway;
        if (alone && !said) {
            said = true;
            LOG.warn(
                    "{} is not answered as its declaration says, while others of the service are: {}. Its requests are held"
                            + " until that is mended",
                    operation,
                    reason);
        }
        return alone;
    }

    /** Whether the service was away, and has answered nothing since. */
    boolean isAway() {
        return service.count == service.countWhenAway;
    }

    /** Notes that the whole service is away. */
    void ofTheService() {
        service.away();
    }
}
