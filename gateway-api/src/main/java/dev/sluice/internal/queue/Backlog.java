package dev.sluice.internal.queue;

import dev.sluice.api.QueueException;
import dev.sluice.internal.queue.document.LastAnswered;
import dev.sluice.internal.queue.files.ChronicleErrors;
import dev.sluice.internal.queue.files.RollFiles;
import dev.sluice.internal.queue.files.RollLog;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;

/**
 * How far a pair of queues is, at one moment. Takes up to some hundred microseconds, whatever the size of the queues.
 *
 * @param lastWritten the index of the last request, if there is one
 * @param lastAnswered the request answered last, if there is one
 * @param waiting the requests that have no result
 */
public record Backlog(Optional<Long> lastWritten, Optional<LastAnswered> lastAnswered, long waiting) {

    /** Looks at the queues as they are now; again, if what it was looking at is deleted meanwhile because nobody needs it. */
    static Backlog of(SingleChronicleQueue input, Path directory, Supplier<Optional<LastAnswered>> lastAnswered) {
        while (true) {
            final Optional<LastAnswered> answered = lastAnswered.get();
            try {
                return of(input, directory, answered);
            } catch (final QueueException e) {
                final boolean isDeleted = answered.isPresent()
                        && input.rollCycle().toCycle(answered.get().requestIndex())
                                <= RollLog.read(directory).deletedTo();
                if (!isDeleted) {
                    throw e; // the file of the request answered last is never deleted
                }
            }
        }
    }

    private static Backlog of(SingleChronicleQueue input, Path directory, Optional<LastAnswered> answered) {
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
