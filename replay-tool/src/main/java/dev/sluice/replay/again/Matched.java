package dev.sluice.replay.again;

import dev.sluice.api.Position;
import dev.sluice.service.exchange.Exchange;
import dev.sluice.service.exchange.Values;
import java.util.List;
import java.util.Optional;

/**
 * A request with its results on both sides.
 *
 * @param original the position of the original request
 * @param first the request and result on the first side
 * @param second the request and result on the second side; empty if the request was not sent there
 * @param state the outcome of the comparison
 * @param differences the differing fields, if both sides have a result and the results differ
 */
public record Matched(
        Position original, Exchange first, Optional<Exchange> second, State state, List<Difference> differences) {

    /**
     * One field that differs.
     *
     * @param field a column, or {@code outcome}, {@code failure}, {@code count}, {@code rows} (their number), {@code row} (a row
     *     that only one side has), {@code order}
     * @param first the value of the first side, as text
     * @param second the value of the second side, as text
     */
    public record Difference(String field, String first, String second) {

        /** The text for a value or row that does not exist. */
        static final String NONE = "(none)";
    }

    /** The outcome of a comparison. */
    public enum State {
        EQUAL,
        DIFFERENT,
        /** Both sides have the request, but only one has a result. */
        MISSING,
        /** Neither side has a result. */
        UNANSWERED,
        /** The second side does not have the request: a replay left it out. */
        NOT_ASKED
    }

    /** Returns the argument as text, or several arguments as a list; empty if the request cannot be read. */
    String key() {
        return first.request()
                .map(request -> request.arguments().values())
                .map(values -> values.size() == 1
                        ? Values.text(values.get(0))
                        : values.stream().map(Values::text).toList().toString())
                .orElse("");
    }
}
