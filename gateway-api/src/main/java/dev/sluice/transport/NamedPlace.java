package dev.sluice.transport;

import java.util.Optional;

/**
 * The recorded place of a named writer, reader or run. Obtaining a place opens and locks nothing.
 *
 * @param role whether the name is that of a writer, a reader or a run
 * @param index for a writer the index of its last request, for a reader or run the index of the last result that it no longer
 *     needs; 0 before the first
 * @param sequence for a writer the number of that request among its requests, for a reader or run the number of that result
 * @param pid the id, within its own container, of the process that has the writer, reader or run open, if there is one
 */
public record NamedPlace(Role role, String name, long index, long sequence, Optional<Long> pid) {

    /** What a name belongs to. */
    public enum Role {
        /** A writer of requests. */
        WRITER,
        /** A reader of results. */
        READER,
        /** An unfinished run of a job, which needs the results after its last mark. */
        RUN
    }
}
