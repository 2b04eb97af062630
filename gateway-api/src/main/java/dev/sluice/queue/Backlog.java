package dev.sluice.queue;

import java.util.Optional;
import net.openhft.chronicle.queue.impl.RollingChronicleQueue;

/**
 * How far a pair of queues is, at one moment. Takes up to some hundred microseconds, whatever the size of the queues.
 *
 * @param lastWritten the index of the last request, if there is one
 * @param lastAnswered the request answered last, if there is one
 * @param waiting the requests that have no result
 */
public record Backlog(Optional<Long> lastWritten, Optional<LastAnswered> lastAnswered, long waiting) {

    /** Looks at the queues as they are now. */
    static Backlog of(RollingChronicleQueue input, Optional<LastAnswered> answered) {
        final long first = input.firstIndex();
        final long last = input.lastIndex();
        if (last < first || first == Long.MAX_VALUE) {
            return new Backlog(Optional.empty(), answered, 0);
        }
        final long from = answered.map(LastAnswered::requestIndex).orElse(first - 1);
        final long waiting = from >= last ? 0 : input.countExcerpts(from + 1, last + 1);
        return new Backlog(Optional.of(last), answered, waiting);
    }
}
