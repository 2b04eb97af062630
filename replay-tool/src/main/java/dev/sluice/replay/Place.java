package dev.sluice.replay;

import dev.sluice.api.Position;
import dev.sluice.transport.Lane;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.Optional;
import picocli.CommandLine.TypeConversionException;

/**
 * A place in an input that an operator gives on the command line: a position or a time.
 *
 * @param position empty if the place is a time
 * @param nanos the time in nanoseconds since 1970; 0 if the place is a position
 */
record Place(Optional<Position> position, long nanos) {

    private static final long NANOS = 1_000_000_000L;

    /**
     * Returns the index of the first request at or after this place; {@code Long.MAX_VALUE} if the place is a time, and no
     * request was written then or later.
     */
    long index(Lane lane) {
        return position.map(lane::inputIndex)
                .orElseGet(() -> lane.firstRequestSince(nanos).orElse(Long.MAX_VALUE));
    }

    /** Reads a position or a time. */
    static Place parse(String text) {
        try {
            return text.contains("-") ? at(time(text)) : new Place(Optional.of(Position.parse(text)), 0);
        } catch (final IllegalArgumentException | DateTimeException e) {
            throw new TypeConversionException("'" + text
                    + "' is no place: write a position, such as 20412:17, or a time, such as 2026-11-22T03:00:00Z");
        }
    }

    private static Instant time(String text) {
        if (!text.contains("T")) {
            return LocalDate.parse(text).atStartOfDay(ZoneId.systemDefault()).toInstant();
        }
        final boolean hasZone = text.endsWith("Z") || text.matches(".*T.*[+-].*");
        return hasZone
                ? OffsetDateTime.parse(text).toInstant()
                : LocalDateTime.parse(text).atZone(ZoneId.systemDefault()).toInstant();
    }

    private static Place at(Instant time) {
        final long last = Long.MAX_VALUE / NANOS - 1; // in the year 2262
        return new Place(Optional.empty(), Math.max(0, Math.min(last, time.getEpochSecond())) * NANOS + time.getNano());
    }
}
