package dev.sluice.service.update;

import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * The queues that a gateway's requests come from, and the last request that was answered when the gateway started.
 *
 * @param gateway the gateway's name
 * @param holder a text that identifies this process of the gateway, for operators to read
 * @param queue the id of the input queue
 * @param lastRequest the index of the last request on the input, or {@link CheckpointTable#NONE}
 * @param answered the index of the request that was answered last, or {@link CheckpointTable#NONE}
 * @param accepted deviations of checkpoints that an operator has accepted
 * @param positions converts an index to the form in which it is printed
 * @param lost for each database, by its name, the index up to which updates were run before the output was lost and replaced
 *     by a new one; an update up to this index is not run again, even if its outcome is not stored any more
 * @param commits the notes of the last commit of each checkpoint
 * @param succession present if the lane can pass from one gateway to another before the former one knows of it
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
     * The state of a lane on which a former gateway may still work after its successor has claimed the lane. Both functions
     * may block, and any thread may call them.
     *
     * @param lastRequestNow the current index of the last request on the input, or {@link CheckpointTable#NONE}; a former
     *     gateway may have executed requests up to it
     * @param last whether no other gateway has claimed the lane after this one; throws if that cannot be found out now
     */
    public record Succession(LongSupplier lastRequestNow, BooleanSupplier last) {}

    /** Whether a gateway, this one or another, can have executed the request with this index by now. */
    boolean mayHaveBeenAsked(long index) throws GivenBackException {
        return index <= lastRequest || ask(its -> index <= its.lastRequestNow().getAsLong(), false);
    }

    /** Whether no other gateway has claimed the lane after this one. */
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

    /** Returns the last request that another gateway can have executed, as long as this one has not claimed the checkpoint. */
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
