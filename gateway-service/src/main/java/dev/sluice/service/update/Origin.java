package dev.sluice.service.update;

import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * The input queue from which a gateway reads, and the last request that was answered when the gateway started.
 *
 * @param gateway the gateway's name
 * @param holder a string that tells operators which process of the gateway this is
 * @param queue the id of the input queue
 * @param lastRequest the index of the last request on the input, or {@link CheckpointTable#NONE}
 * @param answered the index of the request that was answered last, or {@link CheckpointTable#NONE}
 * @param accepted deviations of checkpoints that an operator has accepted
 * @param positions converts an index to its printed form
 * @param lost for each database (by name) that ran updates before an output was lost and replaced by a new one: the index up to
 *     which updates were run before the loss. An update up to this index is not run again, even if its outcome is not stored any
 *     more
 * @param commits for each checkpoint, the note of its last commit
 * @param succession present if another gateway can claim the lane (the pair of queues) before this gateway knows of that claim
 */
public record Origin(
        String gateway,
        String holder,
        UUID queue,
        long lastRequest,
        long answered,
        Accepted accepted,
        LongFunction<String> positions,
        Map<String, Long> lost,
        CommitNotes commits,
        Optional<Succession> succession) {

    /**
     * The state of a lane that another gateway can claim while the former gateway still works on it. Both functions may block,
     * and any thread may call them.
     *
     * @param lastRequestNow the current index of the last request on the input, or {@link CheckpointTable#NONE}; a former
     *     gateway may have executed the requests up to this index
     * @param last whether this gateway's claim of the lane is still the latest; throws if this cannot be found out now
     */
    public record Succession(LongSupplier lastRequestNow, BooleanSupplier last) {}

    /** Whether any gateway, this one included, can have executed the request with this index by now. */
    boolean mayHaveBeenAsked(long index) throws GivenBackException {
        return index <= lastRequest || ask(its -> index <= its.lastRequestNow().getAsLong(), false);
    }

    /** Whether this gateway's claim of the lane is still the latest. */
    boolean isLast() throws GivenBackException {
        return ask(its -> its.last().getAsBoolean(), true);
    }

    private boolean ask(Predicate<Succession> question, boolean alone) throws GivenBackException {
        try {
            return succession.map(question::test).orElse(alone);
        } catch (final RuntimeException e) {
            throw GivenBackException.outage("it is not known which gateway has the lane: " + e, e);
        }
    }

    /** Returns the index of the last request that another gateway can have executed before this one claims the checkpoint. */
    long lastBeforeClaim() {
        return succession.isPresent() ? Long.MAX_VALUE : lastRequest;
    }

    /** Returns the index up to which updates of this database were run before, even if their outcomes are not stored any more. */
    long lost(String database) {
        return lost.getOrDefault(database, CheckpointTable.NONE);
    }

    /** Returns an index of the input as text for messages. */
    String position(long index) {
        return index == CheckpointTable.NONE ? "nothing" : positions.apply(index);
    }
}
