package dev.sluice.service.core.plan;

import dev.sluice.service.core.GatewayCounts;
import dev.sluice.service.core.Operation;
import dev.sluice.service.core.OperationCounts;
import dev.sluice.service.core.OperationCounts.Reason;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts why calls are begun, and says once of two operations that calls stay small for a reason that the configuration may
 * mend. Belongs to the service thread.
 */
public final class CallReasons {

    private static final Logger LOG = LoggerFactory.getLogger(CallReasons.class);

    /** So often an operation must have met another one before something is said. */
    private static final long OFTEN = 1_000;

    /** Calls of more requests on average are not small. */
    private static final long SMALL = 8;

    private final String gateway;
    private final GatewayCounts counts;
    /** The pairs of names of which it was said. */
    private final Set<Set<String>> said = new HashSet<>();

    /** @param gateway its name, for messages */
    public CallReasons(String gateway, GatewayCounts counts) {
        this.gateway = gateway;
        this.counts = counts;
    }

    /** A call is begun for a request of an operation. */
    void begun(Operation operation, Reason why) {
        counts.of(operation).begun(why);
    }

    /**
     * A call is begun because of a conflict.
     *
     * @param other what comes before
     */
    void begun(Operation operation, Reason why, Operation other) {
        final OperationCounts its = counts.of(operation);
        final OperationCounts before = counts.of(other);
        its.begun(why);
        if (its.meets(before) == OFTEN
                && why == Reason.TABLE
                && its.requests() < SMALL * its.begun()
                && said.add(new TreeSet<>(List.of(its.name(), before.name())))) {
            LOG.warn(
                    "{}: calls of '{}' stay small, {} requests in {}: it keeps its order with '{}' by table, not by row;"
                            + " 'sluice explain' of both says why, and what mends it",
                    gateway,
                    its.name(),
                    its.requests(),
                    its.begun(),
                    before.name());
        }
    }
}
