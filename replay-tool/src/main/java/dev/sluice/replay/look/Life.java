package dev.sluice.replay.look;

import dev.sluice.api.Position;
import dev.sluice.replay.exchange.Exchange;
import dev.sluice.service.pending.Decisions.Decision;
import dev.sluice.service.pending.Unwell;
import java.util.List;
import java.util.Optional;

/**
 * What is known of one request, from both queues.
 *
 * @param exchange the request and its result
 * @param requestBytes of the request's frame
 * @param resultBytes of the result's frame; 0 if there is none
 * @param read those that the gateway read in one go with it, itself included
 * @param call those that one call answered with it, itself included
 * @param waiting how it waits; empty if it does not
 * @param redriveOf the request that it is written again for, by a redrive
 */
public record Life(
        Exchange exchange,
        int requestBytes,
        int resultBytes,
        Optional<Together> read,
        Optional<Together> call,
        Optional<Waiting> waiting,
        Optional<Position> redriveOf) {

    /**
     * Requests that had something together.
     *
     * @param count how many
     * @param first the first of them
     * @param last the last of them; there may be others between that are none
     * @param all whether these are all: it is not looked for others without an end
     */
    public record Together(long count, Position first, Position last, boolean all) {}

    /**
     * How a request waits that has no result yet.
     *
     * @param before how many wait before it
     * @param first the first one that waits, perhaps itself
     * @param decision by which the next gateway answers it as failed
     * @param unwell the backends that its gateway finds not as they should be
     */
    public record Waiting(long before, Exchange first, Optional<Decision> decision, List<Unwell.Backend> unwell) {}

    /** Whether it has no result though it does not wait any more: later ones have theirs. */
    public boolean isLost() {
        return exchange.answer().isEmpty() && waiting.isEmpty();
    }
}
