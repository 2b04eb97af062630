package dev.sluice.service.exchange;

import dev.sluice.transport.Recording;
import dev.sluice.transport.Recording.RecordedRequests;
import dev.sluice.transport.Recording.RecordedResults;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Reads requests in their order, each with its result, in constant memory. What is damaged is left out here; {@code verify}
 * says it. One thread.
 */
public final class Exchanges implements AutoCloseable {

    /**
     * Both sides of a recording, to be read side by side.
     *
     * @param afterAll whether it begins after the last request, so that there is nothing to read
     */
    public record Sides(Recording recording, RecordedRequests requests, RecordedResults results, boolean afterAll)
            implements AutoCloseable {

        /** From the first request there is, or from the first one at that index or after it. */
        public static Sides open(Recording recording, OptionalLong index) {
            final OptionalLong from = index.isEmpty() ? index : recording.firstRequestFrom(index.getAsLong());
            final RecordedRequests requests =
                    from.isEmpty() ? recording.scanRequests() : recording.scanRequests(from.getAsLong());
            boolean opened = false;
            try {
                final RecordedResults results =
                        from.isEmpty() ? recording.scanResults() : recording.scanResults(from.getAsLong());
                opened = true;
                return new Sides(recording, requests, results, index.isPresent() && from.isEmpty());
            } finally {
                if (!opened) {
                    requests.close();
                }
            }
        }

        /** The request, with the result if it is that request's. */
        public Exchange exchange(boolean answered) {
            return Exchange.of(recording, requests, answered ? Optional.of(results) : Optional.empty());
        }

        @Override
        public void close() {
            try (requests;
                    results) {
                // closes both
            }
        }
    }

    private final Sides sides;
    private boolean held;
    private boolean hasResult;

    private Exchanges(Sides sides) {
        this.sides = sides;
    }

    /** From the first request there is, or from the first one at that index or after it. */
    public static Exchanges open(Recording recording, OptionalLong index) {
        return new Exchanges(Sides.open(recording, index));
    }

    /**
     * The next request with its result; empty if there is no further request now. One that has no result yet comes without,
     * and not again.
     *
     * @throws dev.sluice.api.QueueException if a queue cannot be read further
     */
    public Optional<Exchange> next() {
        return next(false);
    }

    /** The next request with its result; a request that waits is given only when its result is there. */
    public Optional<Exchange> nextAnswered() {
        return next(true);
    }

    private Optional<Exchange> next(boolean answeredOnly) {
        if (!held && (sides.afterAll() || !sides.requests().next())) {
            return Optional.empty();
        }
        held = true;
        final long index = sides.requests().index();
        final RecordedResults results = sides.results();
        boolean more = true;
        while (more && (!hasResult || results.frame().request().index() < index)) {
            more = results.next();
            hasResult = more && results.unreadable().isEmpty();
        }
        if (answeredOnly && !hasResult) {
            return Optional.empty();
        }
        held = false;
        return Optional.of(sides.exchange(hasResult && results.frame().request().index() == index));
    }

    @Override
    public void close() {
        sides.close();
    }
}
