package dev.sluice.service.jdbc.dialect;

import dev.sluice.api.ValueType;
import dev.sluice.internal.wire.Encoder;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.Temporal;
import java.util.Locale;

/**
 * Dates and times as text in the standard's form, for drivers that do not know java.time: their own classes move what a
 * change of the clock leaves out.
 */
public final class TemporalText {

    /** As far as the value has these. */
    private static final DateTimeFormatter FORM =
            DateTimeFormatter.ofPattern("uuuu-MM-dd[ HH:mm:ss.nnnnnnnnn][xxx]", Locale.ROOT);

    private TemporalText() {}

    public static String of(Temporal value) {
        return value instanceof LocalTime time ? time.format(DateTimeFormatter.ISO_LOCAL_TIME) : FORM.format(value);
    }

    /** The value of a column that is not null. */
    static Temporal parse(ValueType type, String text) throws SQLException {
        final String iso = text.trim().replace(' ', 'T');
        try {
            return switch (type) {
                case DATE -> LocalDate.parse(iso);
                case TIME -> LocalTime.parse(iso);
                case TIMESTAMP -> LocalDateTime.parse(iso);
                case INSTANT -> OffsetDateTime.parse(iso);
                default -> throw new IllegalArgumentException(type + " is no date or time");
            };
        } catch (final DateTimeException e) {
            throw new UnreadableValueException("a date or time in another form than the standard's");
        }
    }

    /** Reads dates and times from text, and everything else as its driver gives it. */
    static ColumnReader reader(ResultSetMetaData columns, int column) throws SQLException {
        return switch (columns.getColumnType(column)) {
            case Types.DATE -> (row, at, out) -> read(row.getString(at), ValueType.DATE, out);
            case Types.TIME -> (row, at, out) -> read(row.getString(at), ValueType.TIME, out);
            case Types.TIMESTAMP -> (row, at, out) -> read(row.getString(at), ValueType.TIMESTAMP, out);
            default -> ColumnReader.of(columns, column);
        };
    }

    private static void read(String text, ValueType type, Encoder out) throws SQLException {
        if (text == null) {
            out.nullValue();
            return;
        }
        final Temporal value = parse(type, text);
        if (value instanceof LocalDate date) {
            out.value(date);
        } else if (value instanceof LocalTime time) {
            out.value(time);
        } else {
            out.value((LocalDateTime) value);
        }
    }
}
