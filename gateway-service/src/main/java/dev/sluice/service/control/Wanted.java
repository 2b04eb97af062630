package dev.sluice.service.control;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.sluice.internal.text.SafeText;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.UUID;

/**
 * A command of an operator for a lane's gateway. {@code docs/how-to/operate.md} specifies its JSON format.
 *
 * @param id the unique id of the command
 * @param act the action
 * @param by the operator's name, as given by the operator
 * @param since the time of the command, in ISO 8601 with an offset
 * @param reason the reason; may be empty
 */
public record Wanted(String id, @JsonProperty("want") Act act, String by, String since, String reason) {

    private static final int LONGEST = 1_000;

    /** The actions. */
    public enum Act {
        /** Stops reading requests. */
        @JsonProperty("pause")
        PAUSE,
        /** Reads requests as usual. */
        @JsonProperty("resume")
        RESUME,
        /** Answers the requests that wait now, and then ends the process. */
        @JsonProperty("drain")
        DRAIN
    }

    public Wanted {
        reason = Objects.requireNonNullElse(reason, "");
        check("id", id);
        check("want", act);
        check("by", by);
        check("since", since);
        check("reason", reason);
        try {
            OffsetDateTime.parse(since);
        } catch (final DateTimeException e) {
            throw new IllegalArgumentException("since is no time such as 2026-11-28T03:12:00Z: " + SafeText.of(since));
        }
    }

    private static void check(String name, Object value) {
        if (value == null) {
            throw new IllegalArgumentException(name + " is missing");
        } else if (value.toString().length() > LONGEST) {
            throw new IllegalArgumentException(name + " has more than " + LONGEST + " characters");
        }
    }

    /** Returns a command with a new id and the present time. */
    public static Wanted now(Act act, String by, String reason) {
        return new Wanted(
                UUID.randomUUID().toString(),
                act,
                by,
                OffsetDateTime.now().truncatedTo(ChronoUnit.SECONDS).toString(),
                reason);
    }

    /** Returns a text with the time, the operator and the reason. */
    public String origin() {
        return "since " + since + " by " + SafeText.of(by) + (reason.isEmpty() ? "" : " (" + SafeText.of(reason) + ")");
    }

    /** Returns a text that says what the command does, and which command ends it. */
    public String words() {
        return switch (act) {
            case PAUSE -> "paused " + origin() + ": no requests are read until sluice ctl resume";
            case RESUME -> "resumed " + origin();
            case DRAIN ->
                "draining " + origin() + ": the gateway stops when all requests that waited at that time are answered,"
                        + " unless sluice ctl resume comes first";
        };
    }
}
