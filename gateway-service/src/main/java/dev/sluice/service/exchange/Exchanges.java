package dev.sluice.service.exchange;

import dev.sluice.transport.Lane;
import dev.sluice.transport.RecordedRequests;
import dev.sluice.transport.RecordedResults;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Reads requests in their order, each with its result, in constant memory. What is damaged is left out here; {@code verify}
 * says it. One thread.
 */
public final class Exchanges implements AutoCloseable {

    private final Lane lane;
    private final RecordedRequests requests;
    private final RecordedResults results;
    private final boolean afterAll;
    private boolean held;
    private boolean hasResult;

    /** @param afterAll whether it begins after the last request, so that there is nothing to read */
    private Exchanges(Lane lane, RecordedRequests requests, RecordedResults results, boolean afterAll) {
        this.lane = lane;
        this.requests = requests;
        this.results = results;
        this.afterAll = afterAll;
    }

    /** From the first request there is, or from the first one at that index or after it. */
    public static Exchanges open(Lane lane, OptionalLong index) {
        final OptionalLong from = index.isEmpty() ? index : lane.firstRequestFrom(index.getAsLong());
        final RecordedRequests requests = from.isEmpty() ? lane.scanRequests() : lane.scanRequests(from.getAsLong());
        boolean opened = false;
        try {
            final RecordedResults results = from.isEmpty() ? lane.scanResults() : lane.scanResults(from.getAsLong());
            opened = true;
            return new Exchanges(lane, requests, results, index.isPresent() && from.isEmpty());
        } finally {
            if (!opened) {
                requests.close();
            }
        }
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
        if (!held && (afterAll || !requests.next())) {
            return Optional.empty();
        }
        held = true;
        final long index = requests.index();
        boolean more = true;
        while (more && (!hasResult || results.frame().request().index() < index)) {
            more = results.next();
            hasResult = more && results.unreadable().isEmpty();
        }
        if (answeredOnly && !hasResult) {
            return Optional.empty();
        }
        held = false;
        final boolean answered = hasResult && results.frame().request().index() == index;
        return Optional.of(Exchange.of(lane, requests, answered ? Optional.of(results) : Optional.empty()));
    }

    @Override
    public void close() {
        try (requests;
                results) {
            // closes both
        }
    }
}
