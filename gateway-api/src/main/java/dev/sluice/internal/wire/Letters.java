package dev.sluice.internal.wire;

import dev.sluice.api.OtherValue;
import dev.sluice.api.ValueType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.UUID;

/** The letters that stand for the types in a message's trailer. */
public final class Letters {

    static final byte NULL = 'N';

    /**
     * The greatest length of a decimal. The length is limited because the time to parse a decimal grows with the square of the
     * number of its digits. The longest decimal of PostgreSQL is shorter.
     */
    static final int LONGEST_DECIMAL = 150_000;

    /** The letters, indexed by the code of the type. */
    private static final String LETTERS = "NBLFDSXYTWIUVO";

    private Letters() {}

    static byte of(ValueType type) {
        return (byte) LETTERS.charAt(type.code());
    }

    /** @throws WireFormatException if no type has that letter */
    static ValueType type(byte letter) {
        final int code = LETTERS.indexOf(letter);
        if (code < 0) {
            throw new WireFormatException("unknown type '" + Frames.shown(Character.toString(letter & 0xFF)) + "'");
        }
        return ValueType.ofCode(code);
    }

    /** Returns the wire type of a value; {@code null} if the value has none. */
    public static ValueType typeOf(Object value) {
        if (value instanceof Long) {
            return ValueType.LONG;
        } else if (value instanceof String) {
            return ValueType.TEXT;
        } else if (value == null) {
            return ValueType.NULL;
        } else if (value instanceof Integer || value instanceof Short || value instanceof Byte) {
            return ValueType.LONG;
        } else if (value instanceof Double || value instanceof Float) {
            return ValueType.DOUBLE;
        } else if (value instanceof BigDecimal || value instanceof BigInteger) {
            return ValueType.DECIMAL;
        } else if (value instanceof Boolean) {
            return ValueType.BOOLEAN;
        } else if (value instanceof byte[]) {
            return ValueType.BYTES;
        } else if (value instanceof double[]) {
            return ValueType.DOUBLES;
        } else if (value instanceof UUID) {
            return ValueType.UUID;
        } else if (value instanceof LocalDate) {
            return ValueType.DATE;
        } else if (value instanceof LocalDateTime) {
            return ValueType.TIMESTAMP;
        } else if (value instanceof Instant) {
            return ValueType.INSTANT;
        } else if (value instanceof LocalTime) {
            return ValueType.TIME;
        }
        return value instanceof OtherValue ? ValueType.OTHER : null;
    }
}
