package dev.sluice.replay.elsewhere;

import dev.sluice.queue.QueuePair;
import dev.sluice.replay.exchange.Choice;
import dev.sluice.replay.exchange.Exchange;
import java.util.OptionalLong;
import java.util.function.Predicate;

/**
 * Which recorded requests are asked again.
 *
 * @param queues where they were recorded; only read
 * @param from the index to begin with; empty for the first there is
 * @param behind tells those behind the last one
 * @param updates whether updates and events are asked, too
 */
public record Recorded(
        QueuePair queues, Choice choice, OptionalLong from, Predicate<Exchange> behind, boolean updates) {}
