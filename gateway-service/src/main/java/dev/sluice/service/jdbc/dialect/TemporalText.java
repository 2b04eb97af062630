package dev.sluice.service.jdbc.dialect;

import dev.sluice.api.ValueType;
import java.sql.ResultSet;
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
            throw new ColumnReader.UnreadableValueException("a date or time in another form than the standard's");
        }
    }

    /** Reads dates and times from text, and everything else as its driver gives it. */
    static ColumnReader reader(ResultSetMetaData columns, int column) throws SQLException {
        return switch (columns.getColumnType(column)) {
            case Types.DATE -> reader((out, text) -> out.value((LocalDate) parse(ValueType.DATE, text)));
            case Types.TIME -> reader((out, text) -> out.value((LocalTime) parse(ValueType.TIME, text)));
            case Types.TIMESTAMP -> reader((out, text) -> out.value((LocalDateTime) parse(ValueType.TIMESTAMP, text)));
            default -> ColumnReader.of(columns, column);
        };
    }

    private static ColumnReader reader(ColumnReader.Writer<String> writer) {
        return ColumnReader.objects(ResultSet::getString, writer);
    }
}
