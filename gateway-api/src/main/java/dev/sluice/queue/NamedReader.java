package dev.sluice.queue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A named reader of results, open or not, and what it needs to go on.
 *
 * @param result the index of the result that it goes on behind; 0 for the first one
 * @param request the request of that result, -1 when none is known: then it needs everything
 * @param needs why files from there on are kept, for the log
 */
record NamedReader(long result, long request, String needs) {

    private static final String ROLE = "reader";

    /** All there are. */
    static List<NamedReader> of(OutputQueue output) {
        final Path directory = output.directory().path();
        final List<NamedReader> readers = new ArrayList<>();
        for (final String name : StateFile.names(directory, ROLE)) {
            StateFile.look(directory, ROLE, name)
                    .ifPresent(state -> readers.add(at(output, name, state[ResultReader.STATE_LAST_INDEX])));
        }
        return readers;
    }

    private static NamedReader at(OutputQueue output, String name, long index) {
        final Path directory = output.directory().path();
        final String remedy = "; if it will not come back, delete " + directory.getFileName() + "/"
                + StateFile.path(directory, ROLE, name).getFileName();
        if (index == 0) {
            return new NamedReader(
                    0, -1, "is waited for by the reader '" + name + "', which has not read the first result" + remedy);
        }
        try {
            final String unread = "is followed by results that the reader '" + name + "' has not read";
            return new NamedReader(index, output.requestAt(index), unread + remedy);
        } catch (final QueueException e) {
            return new NamedReader(
                    0, -1, "is kept for the reader '" + name + "', which cannot go on: " + e.getMessage() + remedy);
        }
    }

    /** Brings what they have noted to disk: a power cut must not send one back to what is deleted then. */
    static void sync(Path output) {
        StateFile.names(output, ROLE).forEach(name -> StateFile.sync(output, ROLE, name));
    }
}
