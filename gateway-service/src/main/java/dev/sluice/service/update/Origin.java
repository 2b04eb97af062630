package dev.sluice.service.update;

import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * Where a gateway's requests come from, and how far they were answered when it started.
 *
 * @param gateway the gateway's name
 * @param holder tells this run of it from every other, for operators to read
 * @param queue the id of the input queue
 * @param lastRequest the index of the last request on the input, or {@link CheckpointTable#NONE}
 * @param answered the index of the request that was answered last, or {@link CheckpointTable#NONE}
 * @param accepted what an operator said that checkpoints may be
 * @param positions an index as it is printed
 * @param lost up to which index updates were run whose results were lost with an output in whose place another one was put,
 *     by the name of their database: what has no outcome any more among them is not run again
 * @param commits notes how far checkpoints have got
 * @param succession how the lane goes from one gateway to the next, where a former one may not know yet that it has none
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
     * The lane is one that a former gateway may still work for after its successor has claimed it. Both may wait; any thread.
     *
     * @param lastRequestNow the index of the last request on the input now, or {@link CheckpointTable#NONE}: a former gateway may have
     *     asked it
     * @param last whether nobody has claimed the lane after this gateway; throws if that cannot be found out now
     */
    public record Succession(LongSupplier lastRequestNow, BooleanSupplier last) {}

    /** Whether any gateway can have asked that request until now. */
    boolean mayHaveBeenAsked(long index) throws GivenBackException {
        return index <= lastRequest || ask(its -> index <= its.lastRequestNow().getAsLong(), false);
    }

    /** Whether nobody has claimed the lane after this gateway. */
    boolean isLast() throws GivenBackException {
        return ask(its -> its.last().getAsBoolean(), true);
    }

    private boolean ask(Predicate<Succession> question, boolean alone) throws GivenBackException {
        try {
            return succession.map(question::test).orElse(alone);
        } catch (final RuntimeException e) {
            throw GivenBackException.outage("it is not known who has the lane: " + e, e);
        }
    }

    /** The index of the last request that another gateway can have asked as long as the checkpoint is not claimed. */
    long lastBeforeClaim() {
        return succession.isPresent() ? Long.MAX_VALUE : lastRequest;
    }

    /** Up to which index updates of that database were run before, whether their outcomes are kept or not. */
    long lost(String database) {
        return lost.getOrDefault(database, CheckpointTable.NONE);
    }

    /** An index of the input as text. */
    String position(long index) {
        return index == CheckpointTable.NONE ? "nothing" : positions.apply(index);
    }
}
