package dev.sluice.internal.queue;

import dev.sluice.internal.queue.state.ExclusiveFile;
import dev.sluice.internal.queue.state.StateFile;
import dev.sluice.transport.Holder;
import dev.sluice.transport.NamedPlace;
import dev.sluice.transport.NamedPlace.Role;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Reads the positions that named writers, readers and runs have stored beside the queues. */
final class NamedPlaces {

    private NamedPlaces() {}

    static List<NamedPlace> of(Path input, Path output) {
        final List<NamedPlace> places = new ArrayList<>();
        for (final Role role : Role.values()) {
            final Path queue = role == Role.WRITER ? input : output;
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
