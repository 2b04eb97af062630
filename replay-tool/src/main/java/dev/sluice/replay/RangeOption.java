package dev.sluice.replay;

import dev.sluice.api.Position;
import dev.sluice.internal.queue.scan.Recording;
import dev.sluice.replay.exchange.Exchange;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** From where to where a command reads. */
final class RangeOption {

    private static final Comparator<Position> ORDER =
            Comparator.comparingInt(Position::cycle).thenComparingLong(Position::sequence);

    @Option(
            names = "--from",
            paramLabel = "PLACE",
            converter = Place.Converter.class,
            description = "Begin with this request, or with the first that was written at this time or later.")
    private Optional<Place> from = Optional.empty();

    @Option(
            names = "--to",
            paramLabel = "PLACE",
            converter = Place.Converter.class,
            description = "End with this request, or before the first that was written at this time or later.")
    private Optional<Place> to = Optional.empty();

    /** Where to begin; empty for the first there is. */
    OptionalLong from(Recording recording) {
        if (from.isEmpty()) {
            return OptionalLong.empty();
        }
        final Place place = from.get();
        if (place.position().isPresent()) {
            return OptionalLong.of(recording.inputIndex(place.position().get()));
        }
        final OptionalLong since = recording.firstRequestSince(place.nanos());
        return since.isPresent() ? since : OptionalLong.of(Long.MAX_VALUE);
    }

    /** Both ends as they were given; empty where none was. */
    List<String> texts() {
        return Stream.of(from, to)
                .map(place -> place.map(Place::text).orElse(""))
                .toList();
    }

    /** Whether it goes to the end. */
    boolean isOpen() {
        return to.isEmpty();
    }

    /** Whether that one is behind the end. */
    boolean isBehind(Exchange exchange) {
        return to.filter(place -> place.position()
                        .map(end -> ORDER.compare(exchange.position(), end) > 0)
                        .orElse(exchange.writtenNanos() >= place.nanos()))
                .isPresent();
    }
}
