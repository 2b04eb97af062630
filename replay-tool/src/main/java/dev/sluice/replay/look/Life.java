package dev.sluice.replay.look;

import dev.sluice.api.Position;
import dev.sluice.replay.exchange.Exchange;
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

    /** Whether it has no result though it does not wait any more: later ones have theirs. */
    public boolean isLost() {
        return exchange.answer().isEmpty() && waiting.isEmpty();
    }
}
