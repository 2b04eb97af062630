package dev.sluice.service.rest.answer;

import dev.sluice.service.core.Outcome;
import java.util.OptionalLong;

/** The answer to one item in a response. */
public sealed interface ItemAnswer {

    /** The item's outcome: found, not found, replied, or a failure of the item itself. */
    record Answered(Outcome outcome) implements ItemAnswer {}

    /** The response does not contain the item, although it should. */
    record Missing() implements ItemAnswer {}

    /** The service wants the item to be sent again later. */
    record Again(String reason, OptionalLong pauseNanos) implements ItemAnswer {}

    /** The service failed on the item; either the item or the service may be at fault. */
    record InDoubt(String reason, String code) implements ItemAnswer {}

    /**
     * The response has a good status, but its part for this item does not fit the configuration. A lookup is sent again; an event
     * is not, because it may have been accepted.
     *
     * @param reason a message that says what does not fit and how to correct it
     */
    record Misfit(String reason) implements ItemAnswer {}
}
