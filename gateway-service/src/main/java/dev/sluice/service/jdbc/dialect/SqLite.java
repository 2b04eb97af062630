package dev.sluice.service.jdbc.dialect;

import dev.sluice.api.OtherValue;
import dev.sluice.api.ValueType;
import dev.sluice.internal.wire.Encoder;
import dev.sluice.service.jdbc.sql.SqlSyntax;
import dev.sluice.service.jdbc.sql.SqlText;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.Optional;

/**
 * SQLite, asked one at a time: a column has no type, each value has its own, so nothing says before it runs whether a
 * chunk answers as its items would. It is in this process; a chunk would save no round trip.
 */
final class SqLite implements Dialect {

    private final Volatility volatility = new BuiltInVolatility();

    @Override
    public String name() {
        return "SQLite";
    }

    @Override
    public SqlSyntax syntax() {
        return SqlSyntax.STANDARD;
    }

    @Override
    public int maxParameters() {
        return 32_766;
    }

    @Override
    public boolean bindsDecimalsByScale() {
        return false;
    }

    @Override
    public String sqlType(ParameterType type) {
        throw new UnsupportedOperationException("SQLite's statements are asked as they are, without casts");
    }

    @Override
    public String elementType(ValueType type) {
        return "DOUBLE";
    }

    @Override
    public String bytesColumn() {
        return "BLOB";
    }

    @Override
    public boolean unionKeepsPadding() {
        return false;
    }

    @Override
    public int jdbcType(ValueType type) {
        return JdbcTypes.of(type);
    }

    /** By value: what the driver says of a column is that of the row it is on. */
    @Override
    public ColumnReader reader(ResultSetMetaData columns, int column) {
        return SqLite::read;
    }

    /** Likewise; each value is read by its own. */
    @Override
    public String typeOf(ResultSet rows, ResultSetMetaData columns, int column) {
        return "";
    }

    private static void read(ResultSet row, int column, Encoder out) throws SQLException {
        final Object value = row.getObject(column);
        if (value == null) {
            out.nullValue();
        } else if (value instanceof Long || value instanceof Integer) {
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
    public ReadForms readForms(SqlText query, Signature signature) {
        return ReadForms.bare(query);
    }

    @Override
    public String asked() {
        return "one at a time: its columns have no types";
    }

    @Override
    public Volatility volatility() {
        return volatility;
    }
}
