package dev.sluice.internal.wire;

import dev.sluice.api.OtherValue;
import dev.sluice.api.ValueType;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Arrays;
import java.util.UUID;

/**
 * Writes typed values, little-endian, into a byte array that grows and is reused. A value is the code of its
 * {@link ValueType} followed by its content.
 *
 * <p>Not thread-safe.
 */
public final class Encoder {

    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle DOUBLE =
            MethodHandles.byteArrayViewVarHandle(double[].class, ByteOrder.LITTLE_ENDIAN);

    private byte[] buffer = new byte[256];
    private int size;

    /** Forgets what was written; keeps the memory. */
    public Encoder clear() {
        size = 0;
        return this;
    }

    /** The bytes written so far. */
    public int size() {
        return size;
    }

    /** Takes back what was written after the first {@code newSize} bytes. */
    public void truncate(int newSize) {
        if (newSize > size) {
            throw new IllegalArgumentException(newSize + " is more than the " + size + " bytes written");
        }
        size = newSize;
    }

    /** The array written into, valid up to {@link #size()} and until the next write. */
    public byte[] buffer() {
        return buffer;
    }

    /** A copy of what was written. */
    public byte[] toBytes() {
        return Arrays.copyOf(buffer, size);
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
        reserve(bytes.length);
        System.arraycopy(bytes, 0, buffer, size, bytes.length);
        size += bytes.length;
        return this;
    }

    /**
     * A length in bytes and UTF-8.
     *
     * @throws IllegalArgumentException if the text has an unpaired surrogate, which no encoding can carry
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
        try {
            final ByteBuffer utf8 = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
            final int length = utf8.remaining();
            putInt(length);
            reserve(length);
            utf8.get(buffer, size, length);
            size += length;
            return this;
        } catch (final CharacterCodingException e) {
            throw new IllegalArgumentException("the text has an unpaired surrogate", e);
        }
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

    /** A text in UTF-8. */
    void text(byte[] utf8, int from, int length) {
        putByte(ValueType.TEXT.code()).putInt(length);
        reserve(length);
        System.arraycopy(utf8, from, buffer, size, length);
        size += length;
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

    /** Doubles as bytes, the low one first. */
    void doubles(byte[] bytes, int from, int length) {
        putByte(ValueType.DOUBLES.code()).putInt(length / Double.BYTES);
        reserve(length);
        System.arraycopy(bytes, from, buffer, size, length);
        size += length;
    }

    public Encoder value(OtherValue value) {
        return putByte(ValueType.OTHER.code()).putText(value.typeName()).putText(value.text());
    }

    /**
     * A value as it was decoded.
     *
     * @throws IllegalArgumentException if it is of none of the types of {@link ValueType}
     */
    Encoder anyValue(Object value) {
        if (value instanceof OtherValue other) {
            value(other);
        } else if (!argument(value)) {
            throw new IllegalArgumentException(
                    "a " + value.getClass().getName() + " has no type on the wire: use one of " + ValueType.allowed());
        }
        return this;
    }

    /**
     * An argument as a job passed it in.
     *
     * @return whether its type is one of {@link ValueType}; nothing is written if it is not
     * @throws IllegalArgumentException if the text has an unpaired surrogate
     */
    boolean argument(Object value) {
        if (value instanceof Long number) {
            value(number.longValue());
        } else if (value instanceof String text) {
            value(text);
        } else if (value == null) {
            nullValue();
        } else if (value instanceof Integer || value instanceof Short || value instanceof Byte) {
            value(((Number) value).longValue());
        } else if (value instanceof Double || value instanceof Float) {
            value(((Number) value).doubleValue());
        } else if (value instanceof BigDecimal decimal) {
            value(decimal);
        } else if (value instanceof BigInteger integer) {
            value(new BigDecimal(integer));
        } else if (value instanceof Boolean bool) {
            value(bool.booleanValue());
        } else if (value instanceof byte[] bytes) {
            value(bytes);
        } else if (value instanceof double[] doubles) {
            value(doubles);
        } else if (value instanceof UUID uuid) {
            value(uuid);
        } else {
            return temporal(value);
        }
        return true;
    }

    private boolean temporal(Object value) {
        if (value instanceof LocalDate date) {
            value(date);
        } else if (value instanceof LocalDateTime timestamp) {
            value(timestamp);
        } else if (value instanceof Instant instant) {
            value(instant);
        } else if (value instanceof LocalTime time) {
            value(time);
        } else {
            return false;
        }
        return true;
    }

    private void reserve(int more) {
        if (buffer.length - size < more) {
            final long wanted = Math.max((long) size + more, buffer.length * 2L);
            if ((long) size + more > Integer.MAX_VALUE - 8) {
                throw new IllegalArgumentException("more than 2 GB in one message");
            }
            buffer = Arrays.copyOf(buffer, (int) Math.min(wanted, Integer.MAX_VALUE - 8));
        }
    }
}
