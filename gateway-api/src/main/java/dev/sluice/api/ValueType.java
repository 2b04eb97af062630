package dev.sluice.api;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;

/**
 * The types that cross the queues. A value comes back with the type it was sent with. The code is what is on the
 * wire and never changes its meaning.
 */
public enum ValueType {
    NULL(0),
    BOOLEAN(1),
    /** 64 bits; also takes {@code Byte}, {@code Short} and {@code Integer}. */
    LONG(2),
    /** 64 bits; also takes {@code Float}. */
    DOUBLE(3),
    /** {@link BigDecimal}, scale kept; also takes {@link BigInteger}. */
    DECIMAL(4),
    TEXT(5),
    BYTES(6),
    /** {@link LocalDate}. */
    DATE(7),
    /** {@link LocalTime}, to the nanosecond. */
    TIME(8),
    /** {@link LocalDateTime}, to the nanosecond, no time zone. */
    TIMESTAMP(9),
    /** {@link Instant}, to the nanosecond. */
    INSTANT(10),
    UUID(11),
    /** {@code double[]}. */
    DOUBLES(12),
    /** {@link OtherValue}: results only. */
    OTHER(13);

    private static final ValueType[] BY_CODE = values();

    private final int code;

    ValueType(int code) {
        this.code = code;
    }

    /** The type's number on the wire. */
    public int code() {
        return code;
    }

    /**
     * The type for a number on the wire.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static ValueType ofCode(int code) {
        if (code < 0 || code >= BY_CODE.length) {
            throw new IllegalArgumentException("Unknown type of value " + code);
        }
        return BY_CODE[code];
    }

    /** The wire types as a user is told them, in messages. */
    public static String allowed() {
        return "null, Boolean, Long (Integer, Short, Byte), Double (Float), BigDecimal (BigInteger), String, byte[], LocalDate,"
                + " LocalTime, LocalDateTime, Instant, UUID, double[]";
    }
}
