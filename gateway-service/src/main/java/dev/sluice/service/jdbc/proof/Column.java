package dev.sluice.service.jdbc.proof;

import dev.sluice.api.ValueType;
import dev.sluice.service.jdbc.dialect.Query;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

/**
 * A column, as the catalog has it. What speaks against something is in words, which are empty, and NULL in the catalog, if
 * nothing does.
 *
 * @param noKey why different arguments may be equal to one value of it
 * @param cuts why a value may be stored as another one
 * @param changes why an update of another column may change it
 */
record Column(String name, Kind kind, String noKey, String cuts, String changes) {

    /** Reads a column from a row, from its column {@code first} on. */
    static Column read(ResultSet row, int first) throws SQLException {
        return new Column(
                row.getString(first),
                Kind.valueOf(row.getString(first + 1).strip()),
                Query.text(row, first + 2).strip(),
                Query.text(row, first + 3).strip(),
                Query.text(row, first + 4).strip());
    }

    /** A kind of values: those of one kind can be compared without a failure. */
    enum Kind {
        NUMBER(ValueType.LONG),
        TEXT(ValueType.TEXT),
        UUID(ValueType.UUID),
        DATE(ValueType.DATE),
        TIMESTAMP(ValueType.NULL),
        BOOLEAN(ValueType.NULL),
        /** Any other, which is compared with none. */
        OTHER(ValueType.NULL),
        /** One that is compared with each: the database finds no failure, or finds it before it looks at rows. */
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

        /** The type of arguments that are equal as values of this kind if, and only if, they are equal bytes. */
        Optional<ValueType> key() {
            return key == ValueType.NULL ? Optional.empty() : Optional.of(key);
        }
    }
}
