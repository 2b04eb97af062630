package dev.sluice.service.rest.template;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.sluice.api.ValueType;
import dev.sluice.internal.wire.Arguments;
import dev.sluice.service.config.RestConfig.Payload;
import java.util.EnumSet;
import java.util.OptionalInt;
import java.util.Set;

/**
 * What arguments a contract takes.
 *
 * @param count how many; empty: one or more
 * @param json whether the only one, if it is a text, is a JSON document
 */
public record ArgumentCheck(OptionalInt count, boolean json) {

    /** A text from a queue is whole: half a character has no encoding there. */
    private static final Set<ValueType> ALWAYS =
            EnumSet.of(ValueType.BOOLEAN, ValueType.LONG, ValueType.DECIMAL, ValueType.TEXT);

    /** That of an endpoint. */
    public static ArgumentCheck payload(Payload payload) {
        return new ArgumentCheck(OptionalInt.of(1), payload == Payload.JSON);
    }

    public void check(Arguments arguments) throws UnaskableException {
        final int given = arguments.count();
        if (count.isPresent() && given != count.getAsInt() || given == 0) {
            final int wanted = count.orElse(1);
            throw new UnaskableException("it takes " + (count.isPresent() ? "" : "at least ") + wanted + " argument"
                    + (wanted == 1 ? "" : "s") + ", not " + given);
        }
        if (json && arguments.type(0) == ValueType.TEXT) {
            checkJson((String) arguments.values().get(0));
        }
    }

    /** Whether it is one argument of a type of which every value can be written as JSON, within a text too. */
    public static boolean always(Arguments arguments) {
        return arguments.count() == 1 && ALWAYS.contains(arguments.type(0));
    }

    private static void checkJson(String payload) throws UnaskableException {
        try {
            Json.check(payload);
        } catch (final JsonProcessingException e) {
            throw new UnaskableException("the payload is not JSON: " + Json.problem(e)
                    + "; for plain texts the endpoint's payload is declared as text");
        } catch (final NumberFormatException e) {
            throw new UnaskableException("the payload is not JSON: a number without meaning stands in it");
        }
    }
}
