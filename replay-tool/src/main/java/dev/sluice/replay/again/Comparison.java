package dev.sluice.replay.again;

import dev.sluice.api.QueueException;
import dev.sluice.internal.queue.scan.Recording;
import dev.sluice.replay.exchange.Exchange;
import dev.sluice.replay.exchange.ResultParts;
import dev.sluice.replay.exchange.Selection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * Goes through two recordings of results that answer the same requests, side by side, in constant memory: the second repeats the
 * first, both repeat a third, or both have the same input. One thread.
 */
public final class Comparison {

    /**
     * One side of a comparison.
     *
     * @param place what it is, for messages
     * @param replayOf what it repeats, if it is a replay
     */
    public record Side(Path place, Recording recording, Optional<ReplayedFrom> replayOf) {

        /** What is there: queues, which may be a replay's, or a file. */
        public static Side of(Path place, Recording recording) {
            return new Side(place, recording, Files.isDirectory(place) ? ReplayedFrom.read(place) : Optional.empty());
        }

        /** The input that holds the originals of its requests. */
        private UUID original() {
            return replayOf.map(ReplayedFrom::input).orElse(recording.inputId());
        }

        private boolean isUnfinished() {
            return replayOf.filter(from -> !from.finished()).isPresent();
        }

        private Keyed read(OptionalLong from) {
            return new Keyed(recording, from, replayOf.isPresent());
        }
    }

    private final Side first;
    private final Side second;
    private final ResultMatch match;

    /** @throws QueueException if they have no requests in common */
    public Comparison(Side first, Side second, ResultMatch match) {
        final boolean repeatsFirst = second.replayOf()
                .filter(from -> from.input().equals(first.recording().inputId()))
                .isPresent();
        this.first = repeatsFirst ? new Side(first.place(), first.recording(), Optional.empty()) : first;
        this.second = second;
        this.match = match;
        if (!this.first.original().equals(second.original())) {
            throw new QueueException(second.place() + " is no replay of " + first.place()
                    + ", and does not answer the same input: nothing tells which of their requests belong together");
        }
    }

    /** Whether a replay that is compared was ended early, or runs still: then what it did not ask proves nothing. */
    public boolean isUnfinished() {
        return first.isUnfinished() || second.isUnfinished();
    }

    /**
     * Compares.
     *
     * @param selection which requests of the first side are meant
     * @param matched is told of each
     * @param progress is told how many requests of the first side were read
     */
    public void run(Selection selection, Consumer<Matched> matched, LongConsumer progress) {
        long read = 0;
        try (Keyed one = first.read(selection.from());
                Keyed other = second.read(OptionalLong.empty())) {
            boolean more = other.next();
            while (one.next() && !selection.after().test(one.exchange())) {
                while (more && Selection.ORDER.compare(other.key(), one.key()) < 0) {
                    more = other.next();
                }
                if (selection.choice().takes(one.exchange())) {
                    final boolean found = more && other.key().equals(one.key());
                    matched.accept(matched(one, found ? Optional.of(other.exchange()) : Optional.empty()));
                }
                progress.accept(++read);
            }
        }
    }

    private Matched matched(Keyed one, Optional<Exchange> other) {
        final Optional<ResultParts> a = parts(one.exchange());
        final Optional<ResultParts> b = other.flatMap(Comparison::parts);
        final Matched.State state;
        List<Matched.Difference> differences = List.of();
        if (other.isEmpty()) {
            state = Matched.State.NOT_ASKED;
        } else if (a.isEmpty() && b.isEmpty()) {
            state = Matched.State.UNANSWERED;
        } else if (a.isEmpty() || b.isEmpty()) {
            state = Matched.State.MISSING;
            differences = List.of(new Matched.Difference("outcome", kind(a), kind(b)));
        } else {
            differences = match.compare(a.get(), b.get());
            state = differences.isEmpty() ? Matched.State.EQUAL : Matched.State.DIFFERENT;
        }
        return new Matched(one.key(), one.exchange(), other, state, differences);
    }

    private static Optional<ResultParts> parts(Exchange exchange) {
        return exchange.answer().map(answer -> ResultParts.of(answer.frame()));
    }

    private static String kind(Optional<ResultParts> parts) {
        return parts.map(ResultParts::kind).orElse(ResultParts.WAITING);
    }
}
