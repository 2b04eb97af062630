package dev.sluice.internal.queue;

import dev.sluice.api.QueueLockedException;
import dev.sluice.internal.queue.state.StateFile;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * What named writers have noted of themselves. One whose requests are deleted goes on by that alone, and a kill may have
 * left it one request behind, a power cut more: so it is put right while the requests can still be read.
 */
public final class NamedWriters {

    private static final String ROLE = "writer";

    private NamedWriters() {}

    /**
     * Puts right what is noted, and brings it to disk, so that requests before that index can go. Reads them if a writer
     * has none behind.
     *
     * @param ended whether to give up, and nothing is deleted any more
     * @return why they cannot go, if so
     */
    public static Optional<String> settle(InputQueue queue, long before, BooleanSupplier ended) {
        final Path input = queue.path();
        final Map<Long, String> idle = idle(input, before);
        final LastRequests requests = new LastRequests(idle.keySet(), queue);
        if (!idle.isEmpty()) {
            requests.scan(queue.start(), before, ended);
        }
        Optional<String> obstacle = Optional.empty();
        for (final Map.Entry<Long, String> writer : idle.entrySet()) {
            final Optional<LastRequests.Found> last = requests.of(writer.getKey());
            if (last.isPresent() && !settled(input, writer.getValue(), last.get())) {
                obstacle = Optional.of(
                        "holds the last request of the writer '" + writer.getValue() + "', which has not noted it");
            }
        }
        StateFile.names(input, ROLE).forEach(name -> StateFile.sync(input, ROLE, name));
        return obstacle;
    }

    /** The ids and names of those that noted no request from that index on. */
    private static Map<Long, String> idle(Path input, long before) {
        final Map<Long, String> idle = new HashMap<>();
        for (final String name : StateFile.names(input, ROLE)) {
            StateFile.look(input, ROLE, name)
                    .filter(state -> state[RequestWriter.STATE_LAST_INDEX] < before)
                    .ifPresent(state -> idle.put(state[RequestWriter.STATE_WRITER], name));
        }
        return idle;
    }

    private static boolean settled(Path input, String name, LastRequests.Found last) {
        if (isNoted(input, name, last)) {
            return true;
        }
        try (StateFile state = StateFile.open(input, ROLE, name, RequestWriter::newState)) {
            state.set(RequestWriter.STATE_LAST_INDEX, last.index());
            state.set(RequestWriter.STATE_LAST_SEQUENCE, last.sequence());
            return true;
        } catch (final QueueLockedException e) {
            return isNoted(input, name, last); // it is open, so it notes it itself
        }
    }

    private static boolean isNoted(Path input, String name, LastRequests.Found last) {
        final Optional<long[]> state = StateFile.look(input, ROLE, name);
        return state.isEmpty() || state.get()[RequestWriter.STATE_LAST_SEQUENCE] >= last.sequence();
    }
}
