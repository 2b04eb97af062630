package dev.sluice.replay.again;

import dev.sluice.api.Position;
import dev.sluice.api.QueueException;
import dev.sluice.replay.exchange.Choice;
import dev.sluice.replay.exchange.Exchange;
import dev.sluice.replay.exchange.ResultParts;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.Predicate;

/**
 * Goes through two recordings of results that answer the same requests, side by side, in constant memory: the second repeats the
 * first, both repeat a third, or both have the same input. One thread.
 */
public final class Comparison {

    private final Compared first;
    private final Compared second;
    private final ResultMatch match;

    /** @throws QueueException if they have no requests in common */
    public Comparison(Compared first, Compared second, Rules rules) {
        final boolean repeatsFirst = second.replayOf()
                .filter(from -> from.input().equals(first.recording().inputId()))
                .isPresent();
        this.first = repeatsFirst ? first.asRecorded() : first;
        this.second = second;
        this.match = new ResultMatch(rules);
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
     * @param from the index on the first side to begin with
     * @param behind tells those behind the last one
     * @param choice which are meant, by what the first side has
     * @param matched is told of each
     * @param progress is told how many requests of the first side were read
     */
    public void run(
            OptionalLong from,
            Predicate<Exchange> behind,
            Choice choice,
            Consumer<Matched> matched,
            LongConsumer progress) {
        long read = 0;
        try (Keyed one = new Keyed(first.recording(), from, first.replayOf().isPresent());
                Keyed other = new Keyed(
                        second.recording(),
                        OptionalLong.empty(),
                        second.replayOf().isPresent())) {
            boolean more = other.next();
            while (one.next() && !behind.test(one.exchange())) {
                while (more && Keyed.ORDER.compare(other.key(), one.key()) < 0) {
                    more = other.next();
                }
                if (choice.takes(one.exchange())) {
                    final boolean found = more && other.key().equals(one.key());
                    matched.accept(matched(
                            one.key(), one.exchange(), found ? Optional.of(other.exchange()) : Optional.empty()));
                }
                progress.accept(++read);
            }
        }
    }

    private Matched matched(Position original, Exchange one, Optional<Exchange> other) {
        if (other.isEmpty()) {
            return new Matched(original, one, other, Matched.State.NOT_ASKED, List.of());
        }
        final Optional<ResultParts> a = parts(one);
        final Optional<ResultParts> b = other.flatMap(Comparison::parts);
        if (a.isEmpty() && b.isEmpty()) {
            return new Matched(original, one, other, Matched.State.UNANSWERED, List.of());
        }
        if (a.isEmpty() || b.isEmpty()) {
            final Difference missing = new Difference(
                    "outcome",
                    a.map(ResultParts::kind).orElse(ResultParts.WAITING),
                    b.map(ResultParts::kind).orElse(ResultParts.WAITING));
            return new Matched(original, one, other, Matched.State.MISSING, List.of(missing));
        }
        final List<Difference> differences = match.compare(a.get(), b.get());
        return new Matched(
                original,
                one,
                other,
                differences.isEmpty() ? Matched.State.EQUAL : Matched.State.DIFFERENT,
                differences);
    }

    private static Optional<ResultParts> parts(Exchange exchange) {
        return exchange.answer().map(answer -> ResultParts.of(answer.frame()));
    }
}
