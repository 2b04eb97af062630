package dev.sluice.service.control;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;

/**
 * The gateway's answer to a control command.
 *
 * @param id the id of the command
 * @param state how far the gateway has carried out the command
 * @param gateway the gateway's name
 * @param pid the gateway's process id within its own container
 * @param at the time of the answer, in ISO 8601
 */
public record Done(String id, State state, String gateway, long pid, String at) {

    /** How far the gateway has carried out a command. */
    public enum State {
        /** The gateway obeys the command, but requests may still be in progress. */
        @JsonProperty("begun")
        BEGUN,
        /** The command is carried out, and no request is in progress. For a drain, all requests that waited are answered. */
        @JsonProperty("done")
        DONE,
        /** The command is a drain that was meant for the process that served the lane before this gateway. */
        @JsonProperty("passed")
        PASSED
    }

    public Done {
        if (id == null || state == null) {
            throw new IllegalArgumentException("id or state is missing");
        }
    }

    /** Returns an answer of this process with the present time. */
    public static Done now(Wanted wanted, State state, String gateway) {
        return new Done(
                wanted.id(),
                state,
                gateway,
                ProcessHandle.current().pid(),
                OffsetDateTime.now().truncatedTo(ChronoUnit.SECONDS).toString());
    }

    /** Whether the command is carried out. */
    @JsonIgnore
    public boolean isDone() {
        return state == State.DONE;
    }
}
