package dev.sluice.service.control;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;

/**
 * What the gateway says of what is wanted of it.
 *
 * @param id of what is wanted
 * @param state how far it is with that
 * @param gateway its name
 * @param pid its process, by the numbers of its own container
 * @param at when it says so, as ISO 8601 has it
 */
public record Done(String id, State state, String gateway, long pid, String at) {

    /** How far it is. */
    public enum State {
        /** It is followed, and requests may still be in hand. */
        @JsonProperty("begun")
        BEGUN,
        /** It is done, and no request is in hand: of a drain, none that waited is left. */
        @JsonProperty("done")
        DONE,
        /** It was there before this gateway: a drain is that of the process that served the lane then. */
        @JsonProperty("passed")
        PASSED
    }

    public Done {
        if (id == null || state == null) {
            throw new IllegalArgumentException("id or state is missing");
        }
    }

    /** Something that this process says now. */
    public static Done now(Wanted wanted, State state, String gateway) {
        return new Done(
                wanted.id(),
                state,
                gateway,
                ProcessHandle.current().pid(),
                OffsetDateTime.now().truncatedTo(ChronoUnit.SECONDS).toString());
    }

    /** Whether it is done. */
    @JsonIgnore
    public boolean isDone() {
        return state == State.DONE;
    }
}
