package dev.sluice.internal.queue;

import dev.sluice.internal.queue.state.ExclusiveFile;
import dev.sluice.internal.queue.state.StateFile;
import dev.sluice.transport.Holder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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

    /** The named writers, readers and unfinished runs of a pair, open or not. */
    public static List<NamedPlace> of(QueuePair pair) {
        final List<NamedPlace> places = new ArrayList<>();
        for (final Role role : Role.values()) {
            final Path queue = (role == Role.WRITER
                            ? pair.input().directory()
                            : pair.output().directory())
                    .path();
            final String prefix = role.name().toLowerCase(Locale.ROOT);
            StateFile.lookAll(queue, prefix)
                    .forEach((name, state) -> places.add(new NamedPlace(
                            role,
                            name,
                            state[StateFile.LAST_INDEX],
                            state[StateFile.LAST_SEQUENCE],
                            ExclusiveFile.look(StateFile.path(queue, prefix, name))
                                    .filter(Holder::live)
                                    .map(Holder::pid))));
        }
        return places;
    }
}
