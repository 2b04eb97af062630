package dev.sluice.jdbc.internal;

import java.sql.Date;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.SignStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.util.Calendar;
import java.util.GregorianCalendar;
import java.util.TimeZone;
import org.jspecify.annotations.Nullable;

/**
 * Converts between the types of {@code java.time}, which requests and results contain, and the types of {@code java.sql}. The
 * types of {@code java.sql} depend on a time zone, and use the Julian calendar for days before 1582-10-15. A conversion keeps
 * year, month, day and time of day.
 */
final class Times {

    private static final int NANOS_OF_MILLI = 1_000_000;
    private static final int NANO_DIGITS = 9;
    private static final TimeZone UTC = TimeZone.getTimeZone("UTC");
    private static final DateTimeFormatter DAY = new DateTimeFormatterBuilder()
            .appendValue(ChronoField.YEAR_OF_ERA, 4, 10, SignStyle.NORMAL)
            .appendPattern("-MM-dd")
            .toFormatter();
    private static final DateTimeFormatter TIME_OF_DAY = new DateTimeFormatterBuilder()
            .appendPattern("HH:mm:ss")
            .appendFraction(ChronoField.NANO_OF_SECOND, 0, NANO_DIGITS, true)
            .toFormatter();
    private static final DateTimeFormatter OFFSET =
            new DateTimeFormatterBuilder().appendOffset("+HH:mm:ss", "+00").toFormatter();

    private Times() {}

    /** Whether the calendar's time zone has the same rules as the JVM's. */
    static boolean isDefault(@Nullable Calendar calendar) {
        return timeZone(calendar).hasSameRules(TimeZone.getDefault());
    }

    private static TimeZone timeZone(@Nullable Calendar calendar) {
        return calendar == null ? TimeZone.getDefault() : calendar.getTimeZone();
    }

    /** Returns the local time in the calendar's time zone. */
    static LocalDateTime dateTime(java.util.Date value, @Nullable Calendar calendar) {
        return dateTime(value, timeZone(calendar));
    }

    /** Returns the local time in the calendar's time zone, even if {@code java.time} does not know that zone. */
    static LocalDateTime dateTime(Instant value, @Nullable Calendar calendar) {
        return calendar == null
                ? LocalDateTime.ofInstant(value, ZoneId.systemDefault())
                : dateTime(timestamp(value), calendar);
    }

    private static LocalDateTime dateTime(java.util.Date value, TimeZone zone) {
        final GregorianCalendar fields = new GregorianCalendar(zone);
        fields.setTimeInMillis(value.getTime());
        final int year = fields.get(Calendar.YEAR);
        return LocalDateTime.of(
                fields.get(Calendar.ERA) == GregorianCalendar.BC ? 1 - year : year,
                fields.get(Calendar.MONTH) + 1,
                fields.get(Calendar.DAY_OF_MONTH),
                fields.get(Calendar.HOUR_OF_DAY),
                fields.get(Calendar.MINUTE),
                fields.get(Calendar.SECOND),
                value instanceof Timestamp timestamp
                        ? timestamp.getNanos()
                        : fields.get(Calendar.MILLISECOND) * NANOS_OF_MILLI);
    }

    static Timestamp timestamp(LocalDateTime value, @Nullable Calendar calendar) {
        return timestamp(value, timeZone(calendar));
    }

    private static Timestamp timestamp(LocalDateTime value, TimeZone zone) {
        final GregorianCalendar fields = new GregorianCalendar(zone);
        fields.clear();
        fields.set(Calendar.ERA, value.getYear() > 0 ? GregorianCalendar.AD : GregorianCalendar.BC);
        fields.set(
                value.get(ChronoField.YEAR_OF_ERA),
                value.getMonthValue() - 1,
                value.getDayOfMonth(),
                value.getHour(),
                value.getMinute(),
                value.getSecond());
        final Timestamp timestamp = new Timestamp(fields.getTimeInMillis());
        timestamp.setNanos(value.getNano());
        return timestamp;
    }

    /**
     * Converts an instant so that its year, month and day in UTC are kept. From 1582-10-15 on, the result is that of {@link
     * Timestamp#from}.
     */
    static Timestamp timestamp(Instant value) {
        return timestamp(LocalDateTime.ofInstant(value, ZoneOffset.UTC), UTC);
    }

    static Instant instant(java.util.Date value) {
        return dateTime(value, UTC).toInstant(ZoneOffset.UTC);
    }

    static Date date(LocalDateTime value, @Nullable Calendar calendar) {
        return new Date(timestamp(value.toLocalDate().atStartOfDay(), calendar).getTime());
    }

    /** Converts a time of day, with milliseconds only, because a {@link Time} has no smaller unit. */
    static Time time(LocalTime value, @Nullable Calendar calendar) {
        return new Time(timestamp(value.atDate(LocalDate.EPOCH), calendar).getTime());
    }

    /** Formats a date, a time or both as PostgreSQL does. An instant is shown in the JVM's time zone. */
    static String text(TemporalAccessor value) {
        final TemporalAccessor shown =
                value instanceof Instant instant ? instant.atZone(ZoneId.systemDefault()) : value;
        final boolean day = shown.isSupported(ChronoField.YEAR);
        final boolean time = shown.isSupported(ChronoField.NANO_OF_DAY);
        return (day ? DAY.format(shown) : "")
                + (day && time ? " " : "")
                + (time ? TIME_OF_DAY.format(shown) : "")
                + (shown.isSupported(ChronoField.OFFSET_SECONDS) ? OFFSET.format(shown) : "")
                + (day && shown.get(ChronoField.YEAR) <= 0 ? " BC" : "");
    }
}
