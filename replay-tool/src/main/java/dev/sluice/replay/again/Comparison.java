package dev.sluice.replay.again;

import dev.sluice.api.Position;
import dev.sluice.api.QueueException;
import dev.sluice.replay.exchange.Selection;
import dev.sluice.service.exchange.Exchange;
import dev.sluice.service.exchange.Lineage;
import dev.sluice.service.exchange.ResultParts;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * Compares two recordings that have results for the same requests, side by side, in constant memory. Either the second recording
 * is a replay of the first, or both are replays of a third, or both have the same input. For one thread.
 */
public final class Comparison {

    /**
     * The requests of one recording in their order, each with the position of its original. In a replay, the original is the
     * recorded request that a request repeats; otherwise, it is the request itself. For one thread.
     */
    private static final class Keyed {

        private final Recorded recorded;
        private final boolean replayed;
        private Optional<Exchange> exchange = Optional.empty();
        private Optional<Position> key = Optional.empty();

        Keyed(Recorded recorded, boolean replayed) {
            this.recorded = recorded;
            this.replayed = replayed;
        }

        /** Goes to the next request whose original comes after the previous original; returns false if there is none. */
        boolean next() {
            final Optional<Position> before = key;
            do {
                exchange = recorded.next().get();
                key = exchange.flatMap(this::original);
            } while (exchange.isPresent() && (key.isEmpty() || !isAfter(before)));
            return exchange.isPresent();
        }

        /**
         * Whether the original comes after the previous original. If a request of a replay was redriven, its copy names the same
         * original again. Only the first result counts.
         */
        private boolean isAfter(Optional<Position> before) {
            return before.isEmpty() || Selection.ORDER.compare(key.orElseThrow(), before.get()) > 0;
        }

        private Optional<Position> original(Exchange next) {
            if (!replayed) {
                return Optional.of(next.position());
            }
            try {
                return next.request()
                        .map(request -> request.headers().get(Lineage.REPLAY_OF))
                        .map(Position::parse);
            } catch (final IllegalArgumentException e) {
                return Optional.empty(); // the header was not written by a replay
            }
        }

        Exchange exchange() {
            return exchange.orElseThrow();
        }

        Position key() {
            return key.orElseThrow();
        }
    }

    private final Recorded first;
    private final Recorded second;
    private final boolean repeatsFirst;
    private final ResultMatch match;

    /**
     * Creates a comparison, which reads both recordings once, from their current positions on.
     *
     * @throws QueueException if the recordings have no requests in common
     */
    public Comparison(Recorded first, Recorded second, ResultMatch match) {
        this.first = first;
        this.second = second;
        this.repeatsFirst = second.replayOf()
                .filter(from -> from.input().equals(first.input()))
                .isPresent();
        this.match = match;
        if (!repeatsFirst && !original(first).equals(original(second))) {
            throw new QueueException(second.place() + " is no replay of " + first.place()
                    + ", and does not answer the same input: their requests cannot be matched");
        }
    }

    /** Returns the id of the input that holds the originals of a recording's requests. */
    private static UUID original(Recorded recorded) {
        return recorded.replayOf().map(ReplayedFrom::input).orElse(recorded.input());
    }

    /** Whether a compared replay was stopped early or is still running, so that the requests missing in it prove nothing. */
    public boolean isUnfinished() {
        return !repeatsFirst && isUnfinished(first) || isUnfinished(second);
    }

    private static boolean isUnfinished(Recorded recorded) {
        return recorded.replayOf().filter(from -> !from.finished()).isPresent();
    }

    /**
     * Compares the two sides.
     *
     * @param selection the end of the first side, and the filter for its requests
     * @param matched receives each selected request with both results
     * @param progress receives the number of requests of the first side read so far
     */
    public void run(Selection selection, Consumer<Matched> matched, LongConsumer progress) {
        long read = 0;
        final Keyed one = new Keyed(first, !repeatsFirst && first.replayOf().isPresent());
        final Keyed other = new Keyed(second, second.replayOf().isPresent());
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

    private Matched matched(Keyed one, Optional<Exchange> other) {
        final Optional<ResultParts> a = one.exchange().parts();
        final Optional<ResultParts> b = other.flatMap(Exchange::parts);
        final Matched.State state;
        List<Matched.Difference> differences = List.of();
        if (other.isEmpty()) {
            state = Matched.State.NOT_ASKED;
        } else if (a.isEmpty() && b.isEmpty()) {
            state = Matched.State.UNANSWERED;
        } else if (a.isEmpty() || b.isEmpty()) {
            state = Matched.State.MISSING;
            differences = List.of(new Matched.Difference(
                    "outcome", one.exchange().outcome(), other.get().outcome()));
        } else {
            differences = match.compare(a.get(), b.get());
            state = differences.isEmpty() ? Matched.State.EQUAL : Matched.State.DIFFERENT;
        }
        return new Matched(one.key(), one.exchange(), other, state, differences);
    }
}
