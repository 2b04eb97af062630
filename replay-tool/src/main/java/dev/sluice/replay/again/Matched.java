package dev.sluice.replay.again;

import dev.sluice.api.Position;
import dev.sluice.service.exchange.Exchange;
import dev.sluice.service.exchange.Values;
import java.util.List;
import java.util.Optional;

/**
 * A request, as both sides answered it.
 *
 * @param original its position in what both sides repeat
 * @param first as it is on the first side
 * @param second as it is on the second side; empty if it was not asked there
 * @param state what came of the comparison
 * @param differences the fields, if both have a result and these differ
 */
public record Matched(
        Position original, Exchange first, Optional<Exchange> second, State state, List<Difference> differences) {

    /**
     * One field that differs.
     *
     * @param field a column, or {@code outcome}, {@code failure}, {@code count}, {@code rows} (how many), {@code row} (one that
     *     only one side has), {@code order}
     * @param first what the first side has, as text
     * @param second what the second side has
     */
    public record Difference(String field, String first, String second) {

        /** The text for a value or row that is not there. */
        static final String NONE = "(none)";
    }

    /** The outcome of a comparison. */
    public enum State {
        EQUAL,
        DIFFERENT,
        /** One side has a result, the other has the request only. */
        MISSING,
        /** Neither has a result. */
        UNANSWERED,
        /** The second side was not asked: a replay left it out. */
        NOT_ASKED
    }

    /** The name and arguments. */
    String key() {
        return first.request()
                .map(request -> request.arguments().values())
                .map(values -> values.size() == 1
                        ? Values.text(values.get(0))
                        : values.stream().map(Values::text).toList().toString())
                .orElse("");
    }
}
