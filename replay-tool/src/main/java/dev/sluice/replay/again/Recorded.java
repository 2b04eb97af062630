package dev.sluice.replay.again;

import dev.sluice.internal.queue.scan.Recording;
import dev.sluice.replay.exchange.Choice;
import dev.sluice.replay.exchange.Exchange;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.function.Predicate;

/**
 * Which recorded requests are asked again.
 *
 * @param recording where they stand; only read
 * @param place what that is, to be noted beside the new queues
 * @param from the index to begin with; empty for the first there is
 * @param last the index to end with, so that what is written meanwhile is left out
 * @param behind tells those behind the last one
 * @param updates whether updates and events are asked, too
 */
public record Recorded(
        Recording recording,
        Path place,
        Choice choice,
        OptionalLong from,
        long last,
        Predicate<Exchange> behind,
        boolean updates) {}
