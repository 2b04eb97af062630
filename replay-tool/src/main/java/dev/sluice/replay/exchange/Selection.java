package dev.sluice.replay.exchange;

import dev.sluice.api.Failure;
import dev.sluice.api.FailureKind;
import dev.sluice.api.Position;
import dev.sluice.service.exchange.Exchange;
import dev.sluice.service.exchange.Exchanges;
import dev.sluice.transport.Lane;
import java.util.Comparator;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Which requests are meant.
 *
 * @param from the index to begin with; empty for the first there is
 * @param after tells requests after the last one
 * @param choice which ones of those in between
 */
public record Selection(OptionalLong from, Predicate<Exchange> after, Choice choice) {

    /** The order of positions. */
    public static final Comparator<Position> ORDER =
            Comparator.comparingInt(Position::cycle).thenComparingLong(Position::sequence);

    /**
     * Which exchanges are meant; an empty set means all.
     *
     * @param names lookups, statements and endpoints
     * @param keys the first argument as text
     * @param outcomes the words of {@link ResultParts}, and {@link ResultParts#WAITING}
     * @param failures classes of failure
     */
    public record Choice(Set<String> names, Set<String> keys, Set<String> outcomes, Set<FailureKind> failures) {

        public Choice {
            names = Set.copyOf(names);
            keys = Set.copyOf(keys);
            outcomes = Set.copyOf(outcomes);
            failures = Set.copyOf(failures);
        }

        /** Whether all are meant. */
        public boolean takesAll() {
            return names.isEmpty() && keys.isEmpty() && outcomes.isEmpty() && failures.isEmpty();
        }

        /** Whether that exchange is. */
        public boolean takes(Exchange exchange) {
            return (names.isEmpty() || names.contains(exchange.name()))
                    && (keys.isEmpty() || keys.contains(exchange.key()))
                    && (outcomes.isEmpty() || outcomes.contains(exchange.outcome()))
                    && (failures.isEmpty()
                            || exchange.failure()
                                    .map(Failure::kind)
                                    .filter(failures::contains)
                                    .isPresent());
        }
    }

    /** All requests from an index on. */
    public static Selection from(OptionalLong index) {
        return new Selection(index, exchange -> false, new Choice(Set.of(), Set.of(), Set.of(), Set.of()));
    }

    /** Ends with that index at the latest: what is written meanwhile is left out. */
    public Selection upTo(Lane lane, long last) {
        return new Selection(from, after.or(exchange -> lane.inputIndex(exchange.position()) > last), choice);
    }

    /**
     * Reads from the first to the last, whether chosen or not: each request with its result, if there is one.
     *
     * @throws dev.sluice.api.QueueException if a queue cannot be read further
     */
    public void each(Lane lane, Consumer<Exchange> each) {
        try (Exchanges exchanges = Exchanges.open(lane, from)) {
            Optional<Exchange> next = exchanges.next();
            while (next.isPresent() && !after.test(next.get())) {
                each.accept(next.get());
                next = exchanges.next();
            }
        }
    }
}
