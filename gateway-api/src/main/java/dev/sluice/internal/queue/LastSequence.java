package dev.sluice.internal.queue;

import dev.sluice.internal.queue.document.Cursor;
import dev.sluice.internal.queue.files.DeletedFilesException;
import dev.sluice.internal.queue.state.StateFile;
import java.util.Optional;
import java.util.Set;

/**
 * Finds where a named writer goes on. Its state is noted behind each write, so a kill can leave it one request behind,
 * a power cut more: the queue itself decides, read from the noted place on.
 */
final class LastSequence {

    private LastSequence() {}

    /** The number of the writer's last request, 0 when there is none. */
    static long find(InputQueue input, StateFile state) {
        final long writer = state.get(RequestWriter.STATE_WRITER);
        Optional<LastRequests.Found> last = find(
                input,
                writer,
                input.at(state.get(RequestWriter.STATE_LAST_INDEX)).fromWhatIsLeft());
        if (last.isEmpty()) {
            last = find(input, writer, input.start().fromWhatIsLeft());
        }
        // Nothing found: its requests were answered and their files deleted.
        return last.map(LastRequests.Found::sequence).orElse(state.get(RequestWriter.STATE_LAST_SEQUENCE));
    }

    private static Optional<LastRequests.Found> find(InputQueue input, long writer, Cursor from) {
        final LastRequests search = new LastRequests(Set.of(writer), input);
        try {
            search.scan(from, Long.MAX_VALUE, () -> false);
            return search.of(writer);
        } catch (final DeletedFilesException e) {
            return find(input, writer, input.start().fromWhatIsLeft()); // files are being deleted just now
        }
    }
}
