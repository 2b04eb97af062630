package dev.sluice.internal.wire;

import static dev.sluice.internal.wire.LittleEndian.DOUBLE;
import static dev.sluice.internal.wire.LittleEndian.INT;
import static dev.sluice.internal.wire.LittleEndian.LONG;

import dev.sluice.api.OtherValue;
import dev.sluice.api.ValueType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.UUID;

/**
 * Writes typed values, in little-endian byte order, into a growing and reusable byte array. A value consists of the code of its
 * {@link ValueType} and its content.
 *
 * <p>Not thread-safe.
 */
public final class Encoder extends GrowingBytes {

    /** Discards all written bytes, but keeps the memory. */
    public Encoder clear() {
        size = 0;
        return this;
    }

    public Encoder putByte(int value) {
        reserve(1);
        buffer[size++] = (byte) value;
        return this;
    }

    public Encoder putInt(int value) {
        reserve(4);
        INT.set(buffer, size, value);
        size += 4;
        return this;
    }

    public Encoder putLong(long value) {
        reserve(8);
        LONG.set(buffer, size, value);
        size += 8;
        return this;
    }

    public Encoder putBytes(byte[] bytes) {
        append(bytes, 0, bytes.length);
        return this;
    }

    /**
     * Writes a string: its length in bytes, and its characters in UTF-8.
     *
     * @throws IllegalArgumentException if the string has an unpaired surrogate, which cannot be encoded
     */
    public Encoder putText(String text) {
        final int length = text.length();
        reserve(4 + length);
        final int start = size + 4;
        final byte[] target = buffer;
        for (int i = 0; i < length; i++) {
            final char c = text.charAt(i);
            if (c >= 0x80) {
                return putUnicode(text);
            }
            target[start + i] = (byte) c;
        }
        INT.set(target, size, length);
        size = start + length;
        return this;
    }

    private Encoder putUnicode(String text) {
        SurrogateText.checkWhole(text);
        final byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        return putInt(utf8.length).putBytes(utf8);
    }

    public Encoder nullValue() {
        return putByte(ValueType.NULL.code());
    }

    public Encoder value(boolean value) {
        return putByte(ValueType.BOOLEAN.code()).putByte(value ? 1 : 0);
    }

    public Encoder value(long value) {
        reserve(9);
        buffer[size] = (byte) ValueType.LONG.code();
        LONG.set(buffer, size + 1, value);
        size += 9;
        return this;
    }

    public Encoder value(double value) {
        reserve(9);
        buffer[size] = (byte) ValueType.DOUBLE.code();
        DOUBLE.set(buffer, size + 1, value);
        size += 9;
        return this;
    }

    public Encoder value(BigDecimal value) {
        final byte[] unscaled = value.unscaledValue().toByteArray();
        return putByte(ValueType.DECIMAL.code())
                .putInt(value.scale())
                .putInt(unscaled.length)
                .putBytes(unscaled);
    }

    public Encoder value(String value) {
        return putByte(ValueType.TEXT.code()).putText(value);
    }

    /** Writes a string value that is already encoded in UTF-8. */
    void text(byte[] utf8, int from, int length) {
        putByte(ValueType.TEXT.code()).putInt(length);
        append(utf8, from, length);
    }

    public Encoder value(byte[] value) {
        return putByte(ValueType.BYTES.code()).putInt(value.length).putBytes(value);
    }

    public Encoder value(LocalDate value) {
        return putByte(ValueType.DATE.code()).putLong(value.toEpochDay());
    }

    public Encoder value(LocalTime value) {
        return putByte(ValueType.TIME.code()).putLong(value.toNanoOfDay());
    }

    public Encoder value(LocalDateTime value) {
        return putByte(ValueType.TIMESTAMP.code())
                .putLong(value.toLocalDate().toEpochDay())
                .putLong(value.toLocalTime().toNanoOfDay());
    }

    public Encoder value(Instant value) {
        return putByte(ValueType.INSTANT.code()).putLong(value.getEpochSecond()).putInt(value.getNano());
    }

    public Encoder value(UUID value) {
        return putByte(ValueType.UUID.code())
                .putLong(value.getMostSignificantBits())
                .putLong(value.getLeastSignificantBits());
    }

    public Encoder value(double[] value) {
        putByte(ValueType.DOUBLES.code()).putInt(value.length);
        reserve(8 * value.length);
        for (final double element : value) {
            DOUBLE.set(buffer, size, element);
            size += 8;
        }
        return this;
    }

    /** Writes a value of doubles that are already encoded, in little-endian byte order. */
    void doubles(byte[] bytes, int from, int length) {
        putByte(ValueType.DOUBLES.code()).putInt(length / Double.BYTES);
        append(bytes, from, length);
    }

    public Encoder value(OtherValue value) {
        return putByte(ValueType.OTHER.code()).putText(value.typeName()).putText(value.text());
    }

    /**
     * Writes a value of any wire type.
     *
     * @throws IllegalArgumentException if the value has none of the types of {@link ValueType}
     */
    Encoder anyValue(Object value) {
        final ValueType type = Letters.typeOf(value);
        if (type == null) {
            throw new IllegalArgumentException(
                    "a " + value.getClass().getName() + " has no type on the wire: use one of " + ValueType.allowed());
        }
        return switch (type) {
            case NULL -> nullValue();
            case BOOLEAN -> value((boolean) value);
            case LONG -> value(((Number) value).longValue());
            case DOUBLE -> value(((Number) value).doubleValue());
            case DECIMAL -> value(value instanceof BigInteger whole ? new BigDecimal(whole) : (BigDecimal) value);
            case TEXT -> value((String) value);
            case BYTES -> value((byte[]) value);
            case DOUBLES -> value((double[]) value);
            case UUID -> value((UUID) value);
            case DATE -> value((LocalDate) value);
            case TIME -> value((LocalTime) value);
            case TIMESTAMP -> value((LocalDateTime) value);
            case INSTANT -> value((Instant) value);
            case OTHER -> value((OtherValue) value);
        };
    }
}
