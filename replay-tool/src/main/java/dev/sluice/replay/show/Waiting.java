package dev.sluice.replay.show;

import dev.sluice.replay.exchange.Exchange;
import dev.sluice.service.pending.Decision;
import java.util.Optional;

/**
 * How a request waits that has no result yet.
 *
 * @param before how many wait before it
 * @param first the first one that waits, perhaps itself
 * @param decision by which the next gateway answers it as failed
 */
public record Waiting(long before, Exchange first, Optional<Decision> decision) {}
