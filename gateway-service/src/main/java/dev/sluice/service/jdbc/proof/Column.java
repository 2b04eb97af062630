package dev.sluice.service.jdbc.proof;

import dev.sluice.api.ValueType;
import dev.sluice.service.jdbc.dialect.Query;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

/**
 * A column, as the catalog describes it. Each of the three reasons is a phrase for a message. It is empty if there is no reason;
 * the catalog's queries return NULL then.
 *
 * @param noKey the reason why different arguments may equal the same stored value
 * @param cuts the reason why the database may store a value other than the given one
 * @param changes the reason why an update of another column may change this column
 */
record Column(String name, Kind kind, String noKey, String cuts, String changes) {

    /** Reads a column from five fields of a row, starting with the field number {@code first}. */
    static Column read(ResultSet row, int first) throws SQLException {
        return new Column(
                row.getString(first),
                Kind.valueOf(row.getString(first + 1).strip()),
                Query.text(row, first + 2).strip(),
                Query.text(row, first + 3).strip(),
                Query.text(row, first + 4).strip());
    }

    /** A kind of values. Comparing two values of the same kind never fails. */
    enum Kind {
        NUMBER(ValueType.LONG),
        TEXT(ValueType.TEXT),
        UUID(ValueType.UUID),
        DATE(ValueType.DATE),
        TIMESTAMP(ValueType.NULL),
        BOOLEAN(ValueType.NULL),
        /** Any other kind: a comparison with such a value may fail. */
        OTHER(ValueType.NULL),
        /** A kind that is comparable with every kind: a comparison never fails, or fails before the database reads any row. */
        ANY(ValueType.NULL);

        private final ValueType key;

        Kind(ValueType key) {
            this.key = key;
        }

        static Kind of(ValueType type) {
            return switch (type) {
                case LONG, DOUBLE, DECIMAL -> NUMBER;
                case TEXT -> TEXT;
                case UUID -> UUID;
                case DATE -> DATE;
                case TIMESTAMP -> TIMESTAMP;
                case BOOLEAN -> BOOLEAN;
                case NULL -> ANY;
                default -> OTHER;
            };
        }

        boolean comparesWith(Kind other) {
            return this == ANY || other == ANY || this == other && this != OTHER;
        }

        /**
         * Returns the argument type whose values are equal in a column of this kind if, and only if, their bytes are equal; empty
         * if there is none.
         */
        Optional<ValueType> key() {
            return key == ValueType.NULL ? Optional.empty() : Optional.of(key);
        }
    }
}
