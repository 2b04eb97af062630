package dev.sluice.replay.exchange;

import dev.sluice.internal.queue.scan.RecordedRequests;
import dev.sluice.internal.queue.scan.RecordedResults;
import dev.sluice.internal.queue.scan.Recording;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Reads requests in their order, each with its result, in constant memory. What is damaged is left out here; {@code verify}
 * says it. One thread.
 */
public final class Exchanges implements AutoCloseable {

    private final Recording recording;
    private final RecordedRequests requests;
    private final RecordedResults results;
    private final boolean behindAll;
    private boolean held;
    private boolean hasResult;

    private Exchanges(Recording recording, RecordedRequests requests, RecordedResults results, boolean behindAll) {
        this.recording = recording;
        this.behindAll = behindAll;
        this.requests = requests;
        this.results = results;
    }

    /** From the first request there is, or from the first one at or behind that index. */
    public static Exchanges open(Recording recording, OptionalLong index) {
        final OptionalLong from = index.isEmpty() ? index : recording.firstRequestFrom(index.getAsLong());
        final RecordedRequests requests =
                from.isEmpty() ? recording.scanRequests() : recording.scanRequests(from.getAsLong());
        boolean opened = false;
        try {
            final RecordedResults results =
                    from.isEmpty() ? recording.scanResults() : recording.scanResults(from.getAsLong());
            opened = true;
            return new Exchanges(recording, requests, results, index.isPresent() && from.isEmpty());
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
        return Optional.of(Exchange.of(recording, requests, answered ? Optional.of(results) : Optional.empty()));
    }

    @Override
    public void close() {
        try (requests;
                results) {
            // closes both
        }
    }
}
