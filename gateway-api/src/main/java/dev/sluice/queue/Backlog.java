package dev.sluice.queue;

import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;

/**
 * How far a pair of queues is, at one moment. Takes up to some hundred microseconds, whatever the size of the queues.
 *
 * @param lastWritten the index of the last request, if there is one
 * @param lastAnswered the request answered last, if there is one
 * @param waiting the requests that have no result
 */
public record Backlog(Optional<Long> lastWritten, Optional<LastAnswered> lastAnswered, long waiting) {

    /** Looks at the queues as they are now. */
    static Backlog of(SingleChronicleQueue input, Path directory, Optional<LastAnswered> answered) {
        final RollFiles files = new RollFiles(input, directory);
        final OptionalLong first = files.firstIndex();
        final OptionalLong last = files.lastIndex();
        if (first.isEmpty() || last.isEmpty()) {
            return new Backlog(Optional.empty(), answered, 0);
        }
        final long from = answered.map(LastAnswered::requestIndex).orElse(first.getAsLong() - 1) + 1;
        final long behind = last.getAsLong() + 1;
        files.verify(input.rollCycle().toCycle(from));
        final long waiting =
                from >= behind ? 0 : ChronicleErrors.translate(directory, () -> input.countExcerpts(from, behind));
        return new Backlog(Optional.of(last.getAsLong()), answered, waiting);
    }
}
