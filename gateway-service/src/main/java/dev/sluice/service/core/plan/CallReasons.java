package dev.sluice.service.core.plan;

import dev.sluice.service.core.GatewayCounts;
import dev.sluice.service.core.MaskedLog;
import dev.sluice.service.core.Operation;
import dev.sluice.service.core.OperationCounts;
import dev.sluice.service.core.OperationCounts.Reason;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;

/**
 * Counts why calls are begun. Warns once for a pair of operations if conflicts between the two keep calls small, and if a change
 * of the configuration may help. Belongs to the service thread.
 */
public final class CallReasons {

    private static final Logger LOG = MaskedLog.of(CallReasons.class);

    /** The warning is logged when an operation has conflicted this many times with another operation. */
    private static final long OFTEN = 1_000;

    /** Calls are small if they have fewer requests than this on average. */
    private static final long SMALL = 8;

    private final String gateway;
    private final GatewayCounts counts;
    /** The pairs of names for which a warning was logged. */
    private final Set<Set<String>> said = new HashSet<>();

    /** @param gateway the gateway's name, for messages */
    public CallReasons(String gateway, GatewayCounts counts) {
        this.gateway = gateway;
        this.counts = counts;
    }

    /** Counts a call that is begun for a request of an operation. */
    void begun(Operation operation, Reason why) {
        counts.of(operation).begun(why);
    }

    /**
     * Counts a call that is begun because of a conflict.
     *
     * @param other the operation of the earlier request
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
                    "{}: calls of '{}' stay small ({} requests in {} calls), because conflicts with '{}' are detected"
                            + " by table and not by row. Run 'sluice explain' for both to see why, and how to change"
                            + " that",
                    gateway,
                    its.name(),
                    its.requests(),
                    its.begun(),
                    before.name());
        }
    }
}
