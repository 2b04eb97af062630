package dev.sluice.kafka;

import dev.sluice.transport.NamedPlace;
import dev.sluice.transport.NamedPlace.Role;
import dev.sluice.transport.RunPlace.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads the positions that named writers, readers and runs of a lane have stored. */
final class NamedPlaces {

    private NamedPlaces() {}

    static List<NamedPlace> of(LaneLogs logs) {
        final Control control = logs.control();
        control.flush();
        final List<NamedPlace> places = new ArrayList<>();
        for (final String name : control.names(KafkaWriter.KIND)) {
            control.get(KafkaWriter.KIND, name)
                    .map(KafkaWriter.Noted::parse)
                    .ifPresent(noted -> places.add(place(
                            logs, Role.WRITER, KafkaWriter.KIND, name, new Place(noted.from() - 1, noted.written()))));
        }
        for (final String name : control.names(KafkaResultReader.KIND)) {
            control.get(KafkaResultReader.KIND, name)
                    .map(KafkaResultReader::parse)
                    .ifPresent(read -> places.add(place(logs, Role.READER, KafkaResultReader.KIND, name, read)));
        }
        final RunKeys runs = new RunKeys(logs, RunKeys.PLACE);
        for (final String name : runs.runs()) {
            runs.read(name)
                    .map(KafkaRun.Noted::parse)
                    .ifPresent(noted -> places.add(place(logs, Role.RUN, RunKeys.PLACE, name, noted.place())));
        }
        return places;
    }

    private static NamedPlace place(LaneLogs logs, Role role, String kind, String name, Place place) {
        return new NamedPlace(
                role,
                name,
                place.sequence() == 0 ? 0 : place.index(),
                place.sequence(),
                OpenNames.isOpen(logs.inputId(), kind, name)
                        ? Optional.of(ProcessHandle.current().pid())
                        : Optional.empty());
    }
}
