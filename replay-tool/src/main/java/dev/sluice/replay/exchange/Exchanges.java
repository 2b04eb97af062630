package dev.sluice.replay.exchange;

import dev.sluice.queue.QueuePair;
import dev.sluice.queue.RequestScan;
import dev.sluice.queue.ResultScan;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Reads requests in their order, each with its result, in constant memory. What is damaged is left out here; {@code verify}
 * says it. One thread.
 */
public final class Exchanges implements AutoCloseable {

    private final QueuePair pair;
    private final RequestScan requests;
    private final ResultScan results;
    private final boolean behindAll;
    private boolean held;
    private boolean hasResult;

    private Exchanges(QueuePair pair, RequestScan requests, ResultScan results, boolean behindAll) {
        this.pair = pair;
        this.behindAll = behindAll;
        this.requests = requests;
        this.results = results;
    }

    /** From the first request there is, or from the first one at or behind that index. */
    public static Exchanges open(QueuePair pair, OptionalLong index) {
        final OptionalLong from = index.isEmpty() ? index : pair.firstRequestFrom(index.getAsLong());
        final RequestScan requests = from.isEmpty() ? pair.scanRequests() : pair.scanRequests(from.getAsLong());
        boolean opened = false;
        try {
            final ResultScan results = from.isEmpty() ? pair.scanResults() : pair.scanResults(from.getAsLong());
            opened = true;
            return new Exchanges(pair, requests, results, index.isPresent() && from.isEmpty());
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
     * @throws dev.sluice.queue.QueueException if a queue cannot be read further
     */
    public Optional<Exchange> next() {
        return next(false);
    }

    /** The same, but one that waits comes only when it has its result: until then there is none. */
    public Optional<Exchange> nextAnswered() {
        return next(true);
    }

    private Optional<Exchange> next(boolean answeredOnly) {
        if (!held && (behindAll || !requests.next())) {
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
        return Optional.of(new Exchange(
                pair.inputPosition(index),
                requests.unreadable().isEmpty() ? Optional.of(requests.frame()) : Optional.empty(),
                requests.unreadable(),
                requests.writtenNanos(),
                answered ? Optional.of(answer()) : Optional.empty()));
    }

    private Exchange.Answer answer() {
        return new Exchange.Answer(
                pair.outputPosition(results.index()),
                results.frame(),
                results.requestReadNanos(),
                results.writtenNanos());
    }

    @Override
    public void close() {
        try (requests;
                results) {
            // closes both
        }
    }
}
