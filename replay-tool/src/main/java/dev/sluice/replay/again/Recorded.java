package dev.sluice.replay.again;

import dev.sluice.replay.exchange.ExchangeFile;
import dev.sluice.service.exchange.Exchange;
import dev.sluice.service.exchange.Exchanges;
import dev.sluice.transport.Lane;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Recorded requests with their results, one after another: of queues, or of a file. One thread.
 *
 * @param place for messages
 * @param input the id of the input that they are in
 * @param replayOf the queues that they repeat, if they are a replay's
 * @param count about how many there are; 0 if that is not known
 * @param next the next one, in their order; empty if there is none now
 * @param closing closes what they are read from
 */
public record Recorded(
        String place,
        UUID input,
        Optional<ReplayedFrom> replayOf,
        long count,
        Supplier<Optional<Exchange>> next,
        Runnable closing)
        implements AutoCloseable {

    /** Those of queues, which are closed with it: from an index on, or all. */
    public static Recorded of(String place, Lane lane, OptionalLong from) {
        final Optional<ReplayedFrom> replayOf = ReplayedFrom.read(lane);
        final long count = lane.requestCount();
        final Exchanges exchanges = Exchanges.open(lane, from);
        return new Recorded(place, lane.inputId(), replayOf, count, exchanges::next, () -> {
            try (lane;
                    exchanges) {
                // closes both
            }
        });
    }

    /** Those of a file, which is closed with it: all but those before. It does not say what a replay repeats. */
    public static Recorded of(String place, ExchangeFile file, Predicate<Exchange> before) {
        return new Recorded(place, file.input(), Optional.empty(), 0, () -> next(file, before), file::close);
    }

    private static Optional<Exchange> next(ExchangeFile file, Predicate<Exchange> before) {
        Optional<Exchange> next = file.next();
        while (next.filter(before).isPresent()) {
            next = file.next();
        }
        return next;
    }

    @Override
    public void close() {
        closing.run();
    }
}
