package dev.sluice.service.jdbc.connect;

import dev.sluice.api.ValueType;
import dev.sluice.service.jdbc.dialect.Query;
import dev.sluice.service.jdbc.sql.SqlText;
import java.sql.Connection;
import java.sql.ParameterMetaData;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Queries the types of a statement's arguments from the database when they are not declared. */
public final class ParameterTypes {

    private ParameterTypes() {}

    /** Queries the types; empty if the database does not know all of them, or the driver does not report them. */
    public static Optional<List<ValueType>> of(Connection connection, SqlText text) {
        try {
            return Query.look(() -> asked(connection, text));
        } catch (final SQLException e) {
            return Optional.empty(); // the same error is reported when the statement is prepared
        }
    }

    private static Optional<List<ValueType>> asked(Connection connection, SqlText text) throws SQLException {
        final List<ValueType> types = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(text.sql())) {
            final ParameterMetaData parameters = statement.getParameterMetaData();
            for (int i = 1; i <= text.parameters(); i++) {
                final ValueType type =
                        type(parameters.getParameterType(i), String.valueOf(parameters.getParameterTypeName(i)));
                if (type == ValueType.OTHER) {
                    return Optional.empty();
                }
                types.add(type);
            }
            return Optional.of(types);
        }
    }

    private static ValueType type(int code, String name) {
        return switch (code) {
            case Types.BOOLEAN, Types.BIT -> ValueType.BOOLEAN;
            case Types.TINYINT, Types.SMALLINT, Types.INTEGER, Types.BIGINT -> ValueType.LONG;
            case Types.REAL, Types.FLOAT, Types.DOUBLE -> ValueType.DOUBLE;
            case Types.NUMERIC, Types.DECIMAL -> ValueType.DECIMAL;
            case Types.CHAR, Types.VARCHAR, Types.LONGVARCHAR, Types.NCHAR, Types.NVARCHAR, Types.CLOB ->
                ValueType.TEXT;
            case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB -> ValueType.BYTES;
            case Types.DATE -> ValueType.DATE;
            case Types.TIME -> ValueType.TIME;
            case Types.TIMESTAMP_WITH_TIMEZONE -> ValueType.INSTANT;
            case Types.TIMESTAMP -> name.equals("timestamptz") ? ValueType.INSTANT : ValueType.TIMESTAMP;
            default -> name.equalsIgnoreCase("uuid") ? ValueType.UUID : ValueType.OTHER;
        };
    }
}
