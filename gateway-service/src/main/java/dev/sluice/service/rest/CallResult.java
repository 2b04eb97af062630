package dev.sluice.service.rest;

import dev.sluice.api.FailureKind;
import dev.sluice.service.rest.answer.ItemAnswer;
import java.util.List;
import java.util.OptionalLong;

/** What a service's answer to one HTTP request means for the items of that request. Immutable. */
sealed interface CallResult {

    /** Returns the reason why the items have no usable answers, for messages; empty for {@link Answered} and {@link Fault}. */
    default String reason() {
        return "";
    }

    /** The service answered. There is one answer for each item, in the order of the items. */
    record Answered(List<ItemAnswer> answers) implements CallResult {}

    /**
     * The service is unavailable, or does not behave as the configuration says; no item is to blame.
     *
     * @param reached whether the service responded at all; if it did, perhaps only this operation is configured wrongly
     */
    record Away(String reason, boolean reached) implements CallResult {}

    /** The service wants fewer calls. */
    record Throttled(String reason, OptionalLong pauseNanos) implements CallResult {}

    /** The request was too large; smaller requests may succeed. */
    record TooMuch(String reason, String code) implements CallResult {}

    /** The service refuses the request because of one of its items. */
    record Refused(String reason, String code) implements CallResult {}

    /**
     * The service failed, or its answer cannot be trusted. The cause may be one of the items or the service itself.
     *
     * @param kind the kind of the item's failure, if an item is the cause
     * @param code the status, or empty
     * @param misfit whether the service is available, but its response does not fit the configuration
     */
    record Doubt(FailureKind kind, String reason, String code, boolean misfit) implements CallResult {

        Doubt(FailureKind kind, String reason, String code) {
            this(kind, reason, code, false);
        }

        /** Whether the service may have accepted the events of the request. The gateway sends these events again in any case. */
        boolean perhapsTaken() {
            return kind == FailureKind.DOUBTFUL || kind == FailureKind.TIMEOUT;
        }
    }

    /** An error after which the gateway itself cannot continue. */
    record Fault(Throwable cause) implements CallResult {}
}
