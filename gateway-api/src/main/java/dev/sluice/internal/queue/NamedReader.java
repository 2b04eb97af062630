package dev.sluice.internal.queue;

import dev.sluice.api.QueueException;
import dev.sluice.internal.queue.state.StateFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A named reader of results, or an unfinished run of a job, open or not, and what it needs to go on.
 *
 * @param result the index of the result after which it goes on; 0 for the first one
 * @param request the request of that result, -1 when none is known: then it needs everything
 * @param needs why files from there on are kept, for the log
 */
public record NamedReader(long result, long request, String needs) {

    private static final List<String> ROLES = List.of(ResultLog.READER, RunPlace.ROLE);

    /** All there are. */
    public static List<NamedReader> of(ResultLog output) {
        final List<NamedReader> readers = new ArrayList<>();
        for (final String role : ROLES) {
            StateFile.lookAll(output.directory().path(), role)
                    .forEach((name, state) -> readers.add(at(output, role, name, state[StateFile.LAST_INDEX])));
        }
        return readers;
    }

    private static NamedReader at(ResultLog output, String role, String name, long index) {
        final Path directory = output.directory().path();
        final String whose = "the " + role + " '" + name + "'";
        final String remedy = role.equals(RunPlace.ROLE)
                ? "; if it will not be continued: sluice jobs --give-up " + name
                : "; if it will not come back, delete " + directory.getFileName() + "/"
                        + StateFile.path(directory, role, name).getFileName();
        if (index == 0) {
            return new NamedReader(
                    0, -1, "is waited for by " + whose + ", which has not read the first result" + remedy);
        }
        try {
            return new NamedReader(
                    index, output.requestAt(index), "is followed by results that " + whose + " has not read" + remedy);
        } catch (final QueueException e) {
            return new NamedReader(0, -1, "is kept for " + whose + ", which cannot go on: " + e.getMessage() + remedy);
        }
    }

    /** Brings what they have noted to disk: a power cut must not send one back to what is deleted then. */
    public static void sync(Path output) {
        ROLES.forEach(role -> StateFile.syncAll(output, role));
    }
}
