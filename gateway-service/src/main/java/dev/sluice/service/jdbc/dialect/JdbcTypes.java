package dev.sluice.service.jdbc.dialect;

import dev.sluice.api.ValueType;
import java.sql.Types;

/** The codes that the drivers agree on. */
final class JdbcTypes {

    private JdbcTypes() {}

    static int of(ValueType type) {
        return switch (type) {
            case NULL -> Types.NULL;
            case BOOLEAN -> Types.BOOLEAN;
            case LONG -> Types.BIGINT;
            case DOUBLE -> Types.DOUBLE;
            case DECIMAL -> Types.NUMERIC;
            case TEXT, OTHER -> Types.VARCHAR;
            case BYTES -> Types.VARBINARY;
            case DATE -> Types.DATE;
            case TIME -> Types.TIME;
            case TIMESTAMP -> Types.TIMESTAMP;
            case INSTANT -> Types.TIMESTAMP_WITH_TIMEZONE;
            case UUID -> Types.BINARY;
            case DOUBLES -> Types.ARRAY;
        };
    }
}
