package dev.sluice.transport;

import java.util.Optional;

/**
 * The place that a named writer, reader or run has noted of itself. To look at it opens and locks nothing.
 *
 * @param index of the last request that it wrote, or of the last result that it needs no more; 0 before the first one
 * @param sequence the number of that request among its own, or the running number of that result
 * @param pid the process that has it open, if one does, by the numbers of its own container
 */
public record NamedPlace(Role role, String name, long index, long sequence, Optional<Long> pid) {

    /** The kinds of those that have a name. */
    public enum Role {
        /** It writes requests. */
        WRITER,
        /** It reads results. */
        READER,
        /** An unfinished run of a job, which needs the results after its last mark. */
        RUN
    }
}
