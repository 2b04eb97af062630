package dev.sluice.replay.look;

import dev.sluice.replay.exchange.Exchange;
import dev.sluice.service.pending.Decisions.Decision;
import dev.sluice.service.pending.Unwell;
import java.util.List;
import java.util.Optional;

/**
 * How a request waits that has no result yet.
 *
 * @param before how many wait before it
 * @param first the first one that waits, perhaps itself
 * @param decision by which the next gateway answers it as failed
 * @param unwell the backends that its gateway finds not as they should be
 */
public record Waiting(long before, Exchange first, Optional<Decision> decision, List<Unwell.Backend> unwell) {}
