package dev.sluice.replay.act;

import dev.sluice.replay.exchange.Choice;
import dev.sluice.replay.exchange.Exchange;
import java.util.OptionalLong;
import java.util.function.Predicate;

/**
 * Which failed requests an operator means.
 *
 * @param from the index to begin with; empty for the first there is
 * @param behind tells those behind the last one
 * @param again also those whose redrive failed
 * @param uncertain also events that may have been taken
 */
public record Wanted(Choice choice, OptionalLong from, Predicate<Exchange> behind, boolean again, boolean uncertain) {}
