package dev.sluice.service.rest.answer;

import dev.sluice.service.core.Outcome;
import java.util.OptionalLong;

/** The answer of a response to one item. */
public sealed interface ItemAnswer {

    /** The item's outcome: found, not found, replied, or a failure that is its own. */
    record Answered(Outcome outcome) implements ItemAnswer {}

    /** The response has nothing of it, though it should. */
    record Missing() implements ItemAnswer {}

    /** The service wants it asked again later. */
    record Again(String reason, OptionalLong pauseNanos) implements ItemAnswer {}

    /** The service failed on it: perhaps its own fault, perhaps the service's. */
    record InDoubt(String reason, String code) implements ItemAnswer {}

    /**
     * A good response says of it what does not fit the configuration. A lookup is asked again; an event may have been taken.
     *
     * @param reason what does not fit, and what may mend it
     */
    record Misfit(String reason) implements ItemAnswer {}
}
