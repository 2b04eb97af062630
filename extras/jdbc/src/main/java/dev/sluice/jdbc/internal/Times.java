package dev.sluice.jdbc.internal;

import java.sql.Date;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.Calendar;
import org.jspecify.annotations.Nullable;

/** Between the times of {@code java.time}, which cross the queues, and those of {@code java.sql}, which hang on a time zone. */
final class Times {

    private static final int NANOS_OF_MILLI = 1_000_000;

    private Times() {}

    static ZoneId zone(@Nullable Calendar calendar) {
        return calendar == null
                ? ZoneId.systemDefault()
                : calendar.getTimeZone().toZoneId();
    }

    /** The local time in the calendar's zone. */
    static LocalDateTime dateTime(java.util.Date value, @Nullable Calendar calendar) {
        if (calendar == null && value instanceof Timestamp timestamp) {
            return timestamp.toLocalDateTime();
        }
        if (calendar == null && value instanceof Date date) {
            return date.toLocalDate().atStartOfDay();
        }
        final Instant instant = Instant.ofEpochMilli(value.getTime());
        final LocalDateTime millis = LocalDateTime.ofInstant(instant, zone(calendar));
        return value instanceof Timestamp timestamp ? millis.withNano(timestamp.getNanos()) : millis;
    }

    static Timestamp timestamp(LocalDateTime value, @Nullable Calendar calendar) {
        return calendar == null
                ? Timestamp.valueOf(value)
                : Timestamp.from(value.atZone(zone(calendar)).toInstant());
    }

    static Date date(LocalDateTime value, @Nullable Calendar calendar) {
        final LocalDateTime day = value.toLocalDate().atStartOfDay();
        return calendar == null
                ? Date.valueOf(day.toLocalDate())
                : new Date(timestamp(day, calendar).getTime());
    }

    /** To the millisecond: as much as a {@link Time} holds. */
    static Time time(LocalTime value, @Nullable Calendar calendar) {
        final LocalDateTime first = value.withNano(value.getNano() / NANOS_OF_MILLI * NANOS_OF_MILLI)
                .atDate(java.time.LocalDate.EPOCH);
        return new Time(timestamp(first, calendar).getTime());
    }
}
