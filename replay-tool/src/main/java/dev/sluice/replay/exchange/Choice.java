package dev.sluice.replay.exchange;

import dev.sluice.api.FailureKind;
import java.util.Set;

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

    /** Whether that one is. */
    public boolean takes(Exchange exchange) {
        return (names.isEmpty() || names.contains(exchange.name()))
                && (keys.isEmpty() || keys.contains(key(exchange)))
                && (outcomes.isEmpty() || outcomes.contains(outcome(exchange)))
                && (failures.isEmpty() || hasFailed(exchange));
    }

    private boolean hasFailed(Exchange exchange) {
        return exchange.answer()
                .flatMap(answer -> ResultParts.of(answer.frame()).failure())
                .filter(failure -> failures.contains(failure.kind()))
                .isPresent();
    }

    private static String key(Exchange exchange) {
        return exchange.request()
                .map(request -> request.arguments().values())
                .filter(values -> !values.isEmpty())
                .map(values -> String.valueOf(values.get(0)))
                .orElse("");
    }

    private static String outcome(Exchange exchange) {
        return exchange.answer()
                .map(answer -> ResultParts.of(answer.frame()).kind())
                .orElse(ResultParts.WAITING);
    }
}
