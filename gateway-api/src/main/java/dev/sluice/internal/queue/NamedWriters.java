package dev.sluice.internal.queue;

import dev.sluice.api.QueueLockedException;
import dev.sluice.internal.queue.document.Cursor;
import dev.sluice.internal.queue.document.Documents;
import dev.sluice.internal.queue.document.QueueDirectory;
import dev.sluice.internal.queue.files.Positions;
import dev.sluice.internal.queue.files.RollFiles.DeletedFilesException;
import dev.sluice.internal.queue.state.StateFile;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.internal.wire.WireFormatException;
import dev.sluice.internal.wire.WireFormatException.NewerFormatException;
import dev.sluice.transport.UnreadableQueueException.NewerMessageException;
import dev.sluice.transport.WriterSequences;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;
import net.openhft.chronicle.wire.DocumentContext;

/**
 * Finds the last request of each named writer of an input queue. The writer continues its numbers after this request. A writer
 * stores its position after each write. A kill can leave the stored position one request behind, and a power cut can leave it
 * several requests behind. Therefore the queue is searched for the last request. The stored position is used only if the writer's
 * requests have been deleted.
 */
record NamedWriters(SingleChronicleQueue queue, QueueDirectory directory) {

    static final String ROLE = "writer";

    private record Found(long index, long sequence) {}

    /** Returns the number of the writer's last request; 0 if the writer has written no request. */
    long lastSequence(StateFile state) {
        final long writer = state.get(InputWriter.STATE_WRITER);
        Optional<Found> last = last(
                writer,
                Cursor.at(queue, directory.path(), state.get(StateFile.LAST_INDEX))
                        .fromWhatIsLeft());
        if (last.isEmpty()) {
            last = last(writer, start().fromWhatIsLeft());
        }
        // If no request is found, all requests were answered and deleted, so the stored number is right.
        return last.map(Found::sequence).orElse(state.get(StateFile.LAST_SEQUENCE));
    }

    private Optional<Found> last(long writer, Cursor from) {
        try {
            return Optional.ofNullable(
                    last(Set.of(writer), from, Long.MAX_VALUE, () -> false).get(writer));
        } catch (final DeletedFilesException e) {
            return last(writer, start().fromWhatIsLeft()); // retention deleted a file during the search
        }
    }

    private Cursor start() {
        return Cursor.fromStart(queue, directory.path());
    }

    /**
     * Finds, in one pass, the last request of each of the given writers before an index. Ignores a request whose number is not
     * its writer's next number. Stops early when {@code ended} returns true. Closes the cursor.
     */
    private Map<Long, Found> last(Set<Long> writers, Cursor from, long before, BooleanSupplier ended) {
        final Map<Long, Found> last = new HashMap<>();
        final Documents document = new Documents(directory.blockSize());
        final WriterSequences sequences = new WriterSequences(false);
        try (from) {
            while (!ended.getAsBoolean()) {
                try (DocumentContext context = from.read()) {
                    if (!context.isPresent() || context.index() >= before) {
                        return last;
                    }
                    document.read(context.wire().bytes());
                    if (writers.contains(document.writer())) {
                        final RequestFrame frame = document.request();
                        if (sequences.before(frame)) {
                            last.put(frame.writer(), new Found(context.index(), frame.sequence()));
                        }
                    }
                } catch (final NewerFormatException e) {
                    throw new NewerMessageException(Positions.of(from.index(), queue.rollCycle()), "input", e);
                } catch (final WireFormatException e) {
                    sequences.unreadable(); // a request of an unknown writer, which the gateway answers as failed
                }
            }
        }
        return last;
    }

    /**
     * Corrects each stored position before an index to the position of the writer's last request before this index, and forces
     * the stored positions to disk. Then the requests before the index can be deleted. Once a writer's requests are deleted, only
     * the stored position says where the writer continues.
     *
     * @param ended returns true if the search may stop, because the requests will not be deleted after all
     * @return why the requests before the index cannot be deleted; empty if they can
     */
    Optional<String> settle(long before, BooleanSupplier ended) {
        final Map<Long, String> idle = idle(before);
        Optional<String> obstacle = Optional.empty();
        if (!idle.isEmpty()) {
            for (final Map.Entry<Long, Found> last :
                    last(idle.keySet(), start(), before, ended).entrySet()) {
                final String name = idle.get(last.getKey());
                if (!settled(name, last.getValue())) {
                    obstacle = Optional.of(
                            "holds the last request of writer '" + name + "', whose position is not stored");
                }
            }
        }
        StateFile.syncAll(directory.path(), ROLE);
        return obstacle;
    }

    /** Returns the ids and names of the writers whose stored position is before an index. */
    private Map<Long, String> idle(long before) {
        final Map<Long, String> idle = new HashMap<>();
        StateFile.lookAll(directory.path(), ROLE).forEach((name, state) -> {
            if (state[StateFile.LAST_INDEX] < before) {
                idle.put(state[InputWriter.STATE_WRITER], name);
            }
        });
        return idle;
    }

    private boolean settled(String name, Found last) {
        final Path input = directory.path();
        if (isNoted(name, last)) {
            return true;
        }
        try (StateFile state = StateFile.open(input, ROLE, name, InputWriter::newState)) {
            state.set(StateFile.LAST_INDEX, last.index);
            state.set(StateFile.LAST_SEQUENCE, last.sequence);
            return true;
        } catch (final QueueLockedException e) {
            return isNoted(name, last); // the writer is open, so it stores its position itself
        }
    }

    private boolean isNoted(String name, Found last) {
        final Optional<long[]> state = StateFile.look(directory.path(), ROLE, name);
        return state.isEmpty() || state.get()[StateFile.LAST_SEQUENCE] >= last.sequence;
    }
}
