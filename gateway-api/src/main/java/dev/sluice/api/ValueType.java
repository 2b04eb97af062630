package dev.sluice.api;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;

/**
 * The types of the values on the queues. A value has the same type when it is read as when it was written. Each type has a code
 * on the wire; the meaning of a code never changes.
 */
public enum ValueType {
    NULL(0),
    BOOLEAN(1),
    /** A {@code Long}, 64 bits; {@code Byte}, {@code Short} and {@code Integer} are converted to it. */
    LONG(2),
    /** A {@code Double}, 64 bits; {@code Float} is converted to it. */
    DOUBLE(3),
    /** {@link BigDecimal} with its scale; {@link BigInteger} is converted to it. */
    DECIMAL(4),
    TEXT(5),
    BYTES(6),
    /** {@link LocalDate}. */
    DATE(7),
    /** {@link LocalTime}, to the nanosecond. */
    TIME(8),
    /** {@link LocalDateTime}, to the nanosecond, without a time zone. */
    TIMESTAMP(9),
    /** {@link Instant}, to the nanosecond. */
    INSTANT(10),
    UUID(11),
    /** {@code double[]}. */
    DOUBLES(12),
    /** {@link OtherValue}, only in results. */
    OTHER(13);

    private static final ValueType[] BY_CODE = values();

    private final int code;

    ValueType(int code) {
        this.code = code;
    }

    /** Returns the number of this type on the wire. */
    public int code() {
        return code;
    }

    /**
     * Returns the type with that number on the wire.
     *
     * @throws IllegalArgumentException if no type has that number
     */
    public static ValueType ofCode(int code) {
        if (code < 0 || code >= BY_CODE.length) {
            throw new IllegalArgumentException(
                    "a value has the type number " + code + ", which this release of Sluice does not know");
        }
        return BY_CODE[code];
    }

    /** Returns the list of the Java types that an argument may have, for messages. */
    public static String allowed() {
        return "null, Boolean, Long (Integer, Short, Byte), Double (Float), BigDecimal (BigInteger), String, byte[], LocalDate,"
                + " LocalTime, LocalDateTime, Instant, UUID, double[]";
    }
}
