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
 * Recorded requests with their results, read one by one from queues or from a file. For one thread.
 *
 * @param place the queues or the file, for messages
 * @param input the id of the input that holds the requests
 * @param replayOf the queues that were replayed, if this is a replay
 * @param count the approximate number of requests; 0 if it is not known
 * @param next returns the next request in order; empty if there is none at the moment
 * @param closing closes the queues or the file
 */
public record Recorded(
        String place,
        UUID input,
        Optional<ReplayedFrom> replayOf,
        long count,
        Supplier<Optional<Exchange>> next,
        Runnable closing)
        implements AutoCloseable {

    /** Returns all requests of queues, or those from an index on. Closing the recording closes the lane. */
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

    /**
     * Returns the requests of a file, except those for which {@code before} is true. Closing the recording closes the file. A
     * file does not say which queues were replayed.
     */
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
