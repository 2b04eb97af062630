package dev.sluice.service.jdbc.proof;

import dev.sluice.api.ValueType;
import java.util.Optional;

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
