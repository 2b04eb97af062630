package dev.sluice.replay.repair;

import dev.sluice.internal.queue.OutputPlace;
import dev.sluice.internal.queue.state.GatewayLock.CheckpointFile;
import dev.sluice.internal.queue.state.StateFile;
import dev.sluice.transport.UnreadableQueueException.CorruptQueueException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A state file beside a queue, as far as the file can be read. It belongs to a named writer, to a reader, to a run of a job, to
 * the gateway, or to a checkpoint.
 *
 * @param role {@code writer}, {@code reader}, {@code run}, {@code gateway} or {@code checkpoint}
 * @param name the owner's name; for a checkpoint's note, its meaning
 * @param index the index of the owner's last message; 0 before the first
 * @param sequence the running number of that message
 * @param fault the reason why the file cannot be read; empty if the file is readable
 */
record DamagedState(Path path, String role, String name, long index, long sequence, Optional<String> fault) {

    static final String CHECKPOINT = "checkpoint";

    private static final List<String> ROLES = List.of("writer", "reader", OutputPlace.ROLE, "gateway");

    /** Returns the state files beside a queue. */
    static List<DamagedState> of(Path queue) {
        final List<DamagedState> states = new ArrayList<>();
        for (final String role : ROLES) {
            for (final String name : StateFile.names(queue, role)) {
                add(states, StateFile.path(queue, role, name), role, name, () -> StateFile.look(queue, role, name));
            }
        }
        for (final CheckpointFile note : CheckpointFile.of(queue)) {
            add(states, note.path(), CHECKPOINT, note.meaning(), note::look);
        }
        return states;
    }

    private static void add(
            List<DamagedState> states, Path path, String role, String name, Supplier<Optional<long[]>> look) {
        try {
            look.get()
                    .ifPresent(numbers -> states.add(new DamagedState(
                            path,
                            role,
                            name,
                            numbers[StateFile.LAST_INDEX],
                            numbers[StateFile.LAST_SEQUENCE],
                            Optional.empty())));
        } catch (final CorruptQueueException e) {
            states.add(new DamagedState(path, role, name, 0, 0, Optional.of("its size or its first number is wrong")));
        }
    }

    /** Whether the state is a place in the output, of a reader or a run. */
    boolean isPlace() {
        return fault.isEmpty() && (role.equals("reader") || role.equals(OutputPlace.ROLE));
    }
}
