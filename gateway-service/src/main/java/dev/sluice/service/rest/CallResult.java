package dev.sluice.service.rest;

import dev.sluice.api.FailureKind;
import dev.sluice.service.rest.answer.ItemAnswer;
import java.util.List;
import java.util.OptionalLong;

/** The meaning of a service's answer to one HTTP request for the items that it asked. Immutable. */
sealed interface CallResult {

    /** Why it did not answer, for people. */
    default String reason() {
        return "";
    }

    /** The service answered: an answer for each item, in their order. */
    record Answered(List<ItemAnswer> answers) implements CallResult {}

    /**
     * The service is not there, or not as configured: no item's fault.
     *
     * @param reached whether it answered, so that only this operation may be wrong
     */
    record Away(String reason, boolean reached) implements CallResult {}

    /** The service wants fewer calls. */
    record Throttled(String reason, OptionalLong pauseNanos) implements CallResult {}

    /** The request was too large; smaller ones may not be. */
    record TooMuch(String reason, String code) implements CallResult {}

    /** The service refuses the request: because of one of its items. */
    record Refused(String reason, String code) implements CallResult {}

    /**
     * The service failed, or its answer cannot be believed: because of one of the items, or of none.
     *
     * @param kind of the item's failure, should it be that
     * @param code the status, or empty
     * @param misfit whether the service is there, and its response does not fit the configuration
     */
    record Doubt(FailureKind kind, String reason, String code, boolean misfit) implements CallResult {

        Doubt(FailureKind kind, String reason, String code) {
            this(kind, reason, code, false);
        }

        /** Whether an event may have been taken, though it is asked again. */
        boolean perhapsTaken() {
            return kind == FailureKind.DOUBTFUL || kind == FailureKind.TIMEOUT;
        }
    }

    /** The gateway cannot go on. */
    record Fault(Throwable cause) implements CallResult {}
}
