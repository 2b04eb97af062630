package dev.sluice.service.core.order;

import java.util.Objects;

/**
 * Something that an operator has ordered, and that holds until it is taken back.
 *
 * @param subject a name, or a request's position as {@code cycle:sequence}; empty where the order is about all requests
 * @param who as whoever ordered it said
 * @param since when, as ISO 8601 has it
 * @param reason may be empty
 */
public record Order(Kind kind, String subject, String who, String since, String reason) {

    /** The kind of an order. */
    public enum Kind {
        /** No request is read. */
        PAUSE,
        /** Nothing is read from the first request for a name on. */
        HOLD,
        /** One request is answered as failed instead of being asked. */
        QUARANTINE
    }

    public Order {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(subject, "subject");
        Objects.requireNonNull(who, "who");
        Objects.requireNonNull(since, "since");
        Objects.requireNonNull(reason, "reason");
    }

    /** Whether it takes the place of another one. */
    boolean replaces(Order other) {
        return kind == other.kind && subject.equals(other.subject);
    }

    /** Since when, by whom and why. */
    public String by() {
        return "since " + since + " by " + who + (reason.isEmpty() ? "" : " (" + reason + ")");
    }

    /** In words, with the command that takes it back. */
    public String words() {
        return switch (kind) {
            case PAUSE -> "paused " + by() + ": no requests are read; sluice ctl resume";
            case HOLD ->
                "'" + subject + "' is held " + by() + ": the first request for it is not read, nor is any after it;"
                        + " sluice ctl unhold " + subject;
            case QUARANTINE ->
                "request " + subject + " is quarantined " + by() + ": it is answered as failed and not asked;"
                        + " sluice ctl release " + subject;
        };
    }
}
