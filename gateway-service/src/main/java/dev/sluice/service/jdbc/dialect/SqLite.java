package dev.sluice.service.jdbc.dialect;

import dev.sluice.api.OtherValue;
import dev.sluice.internal.wire.Encoder;
import dev.sluice.service.jdbc.sql.SqlSyntax;
import dev.sluice.service.jdbc.sql.SqlText;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.util.Map;
import java.util.Optional;

/**
 * SQLite, asked one at a time: a column has no type, each value has its own, so nothing says before it runs whether a
 * chunk answers as its items would. It is in this process; a chunk would save no round trip.
 */
final class SqLite extends Dialect {

    SqLite() {
        super(new Traits("SQLite", SqlSyntax.STANDARD, Map.of(), "BLOB", false, false, false));
    }

    /** By value: what the driver says of a column is that of the row it is on. */
    @Override
    public ColumnReader reader(ResultSetMetaData columns, int column) {
        return ColumnReader.objects(ResultSet::getObject, SqLite::write);
    }

    /** None: each value is read by its own type. */
    @Override
    public String typeOf(ResultSet rows, ResultSetMetaData columns, int column) {
        return "";
    }

    private static void write(Encoder out, Object value) {
        if (value instanceof Long || value instanceof Integer) {
            out.value(((Number) value).longValue());
        } else if (value instanceof Double number) {
            out.value((double) number);
        } else if (value instanceof byte[] bytes) {
            out.value(bytes);
        } else if (value instanceof String text) {
            out.value(text);
        } else {
            out.value(new OtherValue("sqlite", value.toString()));
        }
    }

    @Override
    public Optional<String> alone(SqlText query) {
        return Optional.of("SQLite's columns have no types");
    }

    @Override
    public String asked() {
        return "one at a time: its columns have no types";
    }
}
