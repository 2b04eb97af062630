package dev.sluice.service.exchange;

import dev.sluice.transport.Lane;
import dev.sluice.transport.RecordedRequests;
import dev.sluice.transport.RecordedResults;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Reads requests in their order, each with its result, in constant memory. Damaged results are left out; {@code verify} reports
 * them. Confined to one thread.
 */
public final class Exchanges implements AutoCloseable {

    private final Lane lane;
    private final RecordedRequests requests;
    private final RecordedResults results;
    private final boolean afterAll;
    private boolean held;
    private boolean hasResult;

    /** @param afterAll whether reading begins after the last request, so that there is nothing to read */
    private Exchanges(Lane lane, RecordedRequests requests, RecordedResults results, boolean afterAll) {
        this.lane = lane;
        this.requests = requests;
        this.results = results;
        this.afterAll = afterAll;
    }

    /**
     * Opens a reader that begins at the first request at or after the index; without an index, at the first request of the input.
     */
    public static Exchanges open(Lane lane, OptionalLong index) {
        final OptionalLong from = index.isEmpty() ? index : lane.firstRequestFrom(index.getAsLong());
        final RecordedRequests requests = from.isEmpty() ? lane.scanRequests() : lane.scanRequests(from.getAsLong());
        try {
            final RecordedResults results = from.isEmpty() ? lane.scanResults() : lane.scanResults(from.getAsLong());
            return new Exchanges(lane, requests, results, index.isPresent() && from.isEmpty());
        } catch (final RuntimeException e) {
            requests.close();
            throw e;
        }
    }

    /**
     * Returns the next request with its result; empty if there is no further request at the moment. A request without a result is
     * returned once, and not again when its result is written.
     *
     * @throws dev.sluice.api.QueueException if a queue cannot be read any further
     */
    public Optional<Exchange> next() {
        return next(false);
    }

    /** Returns the next request with its result; empty until the output has a readable result of this request or a later one. */
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

    /** Returns the size of the frame of the request that was returned last. */
    public int requestBytes() {
        return requests.eventBytes();
    }

    /** Returns the size of the frame of the result that was returned last. */
    public int resultBytes() {
        return results.eventBytes();
    }

    @Override
    public void close() {
        try (requests;
                results) {
            // try closes both, even if one of them throws an exception
        }
    }
}
