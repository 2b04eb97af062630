package dev.sluice.transport;

import java.util.Optional;

/**
 * The recorded position of a named writer, a named reader or a run. Reading recorded positions opens and locks nothing.
 *
 * @param role whether the name is that of a writer, a reader or a run
 * @param index for a writer the index of its last request; for a reader or run the index of the last result that the reader or
 *     run no longer needs; 0 if there is no such request or result
 * @param sequence for a writer the number of that last request among the writer's requests; for a reader or run the number of
 *     that last result
 * @param pid the id, within its own container, of the process that has the writer, reader or run open, if there is one
 */
public record NamedPlace(Role role, String name, long index, long sequence, Optional<Long> pid) {

    /** The kind of object that a name belongs to. */
    public enum Role {
        /** A writer of requests. */
        WRITER,
        /** A reader of results. */
        READER,
        /** An unfinished run of a job, which needs the results after its last mark. */
        RUN
    }
}
