package dev.sluice.service.control;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.sluice.internal.text.SafeText;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.UUID;

/**
 * What somebody wants of a lane's gateway. {@code docs/how-to/control.md} promises its form as JSON.
 *
 * @param id tells it from all others
 * @param act what is wanted
 * @param by who, as whoever wants it says
 * @param since when, as ISO 8601 has it, with its offset
 * @param reason may be empty
 */
public record Wanted(String id, @JsonProperty("want") Act act, String by, String since, String reason) {

    private static final int LONGEST = 1_000;

    /** What can be wanted. */
    public enum Act {
        /** No further request is read. */
        @JsonProperty("pause")
        PAUSE,
        /** Requests are read as ever. */
        @JsonProperty("resume")
        RESUME,
        /** What waits now is answered, and then the process ends. */
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

    /** Something wanted from now on. */
    public static Wanted now(Act act, String by, String reason) {
        return new Wanted(
                UUID.randomUUID().toString(),
                act,
                by,
                OffsetDateTime.now().truncatedTo(ChronoUnit.SECONDS).toString(),
                reason);
    }

    /** Since when, by whom and why. */
    public String origin() {
        return "since " + since + " by " + SafeText.of(by) + (reason.isEmpty() ? "" : " (" + SafeText.of(reason) + ")");
    }

    /** In words, with the command that takes it back. */
    public String words() {
        return switch (act) {
            case PAUSE -> "paused " + origin() + ": no requests are read; sluice ctl resume";
            case RESUME -> "resumed " + origin();
            case DRAIN -> "draining " + origin() + ": it stops when what waited then is answered; sluice ctl resume";
        };
    }
}
