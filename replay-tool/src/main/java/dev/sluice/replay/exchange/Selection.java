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
 * Selects requests.
 *
 * @param from the index of the start; empty for the first existing request
 * @param after true for requests after the end
 * @param choice the filter for the requests between start and end
 */
public record Selection(OptionalLong from, Predicate<Exchange> after, Choice choice) {

    /** The order of positions. */
    public static final Comparator<Position> ORDER =
            Comparator.comparingInt(Position::cycle).thenComparingLong(Position::sequence);

    /**
     * A filter for exchanges. An empty set does not restrict anything.
     *
     * @param names names of lookups, statements and endpoints
     * @param keys arguments as text, of which a request has at least one
     * @param outcomes outcomes in the words of {@link dev.sluice.service.exchange.ResultParts}, or
     *     {@link dev.sluice.service.exchange.ResultParts#WAITING}
     * @param failures classes of failure
     */
    public record Choice(Set<String> names, Set<String> keys, Set<String> outcomes, Set<FailureKind> failures) {

        public Choice {
            names = Set.copyOf(names);
            keys = Set.copyOf(keys);
            outcomes = Set.copyOf(outcomes);
            failures = Set.copyOf(failures);
        }

        /** Whether the filter accepts all exchanges. */
        public boolean takesAll() {
            return names.isEmpty() && keys.isEmpty() && outcomes.isEmpty() && failures.isEmpty();
        }

        /** Whether the filter accepts an exchange. */
        public boolean takes(Exchange exchange) {
            return takesName(exchange)
                    && takesKey(exchange)
                    && (outcomes.isEmpty() || outcomes.contains(exchange.outcome()))
                    && takesFailure(exchange);
        }

        /** Whether the names accept an exchange. */
        public boolean takesName(Exchange exchange) {
            return names.isEmpty() || names.contains(exchange.name());
        }

        /** Whether the keys accept an exchange. */
        public boolean takesKey(Exchange exchange) {
            return keys.isEmpty() || exchange.hasArgument(keys);
        }

        /** Whether the classes of failure accept an exchange. */
        public boolean takesFailure(Exchange exchange) {
            return failures.isEmpty()
                    || exchange.failure()
                            .map(Failure::kind)
                            .filter(failures::contains)
                            .isPresent();
        }
    }

    /** Returns the selection of all requests from an index on. */
    public static Selection from(OptionalLong index) {
        return new Selection(index, exchange -> false, new Choice(Set.of(), Set.of(), Set.of(), Set.of()));
    }

    /** Returns this selection cut off after an index, so that requests that are written later are left out. */
    public Selection upTo(Lane lane, long last) {
        return new Selection(from, after.or(exchange -> lane.inputIndex(exchange.position()) > last), choice);
    }

    /**
     * Reads all requests from start to end, each with its result if it has one. Does not apply the filter.
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
