package dev.sluice.internal.queue;

import dev.sluice.api.QueueException;
import dev.sluice.internal.queue.state.StateFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A named reader of results, or an unfinished run of a job, open or not, and what it needs to go on.
 *
 * @param result the index of the result that it goes on behind; 0 for the first one
 * @param request the request of that result, -1 when none is known: then it needs everything
 * @param needs why files from there on are kept, for the log
 */
public record NamedReader(long result, long request, String needs) {

    private static final String ROLE = "reader";
    private static final List<String> ROLES = List.of(ROLE, RunPlace.ROLE);

    /** All there are. */
    public static List<NamedReader> of(OutputQueue output) {
        final Path directory = output.directory().path();
        final List<NamedReader> readers = new ArrayList<>();
        for (final String role : ROLES) {
            for (final String name : StateFile.names(directory, role)) {
                StateFile.look(directory, role, name)
                        .ifPresent(state -> readers.add(at(output, role, name, state[ResultReader.STATE_LAST_INDEX])));
            }
        }
        return readers;
    }

    private static NamedReader at(OutputQueue output, String role, String name, long index) {
        final Path directory = output.directory().path();
        final String remedy = role.equals(RunPlace.ROLE)
                ? "; if it will not be continued: sluice jobs --give-up " + name
                : "; if it will not come back, delete " + directory.getFileName() + "/"
                        + StateFile.path(directory, role, name).getFileName();
        if (index == 0) {
            return new NamedReader(
                    0,
                    -1,
                    "is waited for by the " + role + " '" + name + "', which has not read the first result" + remedy);
        }
        try {
            final String unread = "is followed by results that the " + role + " '" + name + "' has not read";
            return new NamedReader(index, output.requestAt(index), unread + remedy);
        } catch (final QueueException e) {
            return new NamedReader(
                    0,
                    -1,
                    "is kept for the " + role + " '" + name + "', which cannot go on: " + e.getMessage() + remedy);
        }
    }

    /** Brings what they have noted to disk: a power cut must not send one back to what is deleted then. */
    public static void sync(Path output) {
        ROLES.forEach(role -> StateFile.names(output, role).forEach(name -> StateFile.sync(output, role, name)));
    }
}
