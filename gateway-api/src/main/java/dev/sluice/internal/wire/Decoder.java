package dev.sluice.internal.wire;

import static dev.sluice.internal.wire.LittleEndian.DOUBLE;
import static dev.sluice.internal.wire.LittleEndian.INT;
import static dev.sluice.internal.wire.LittleEndian.LONG;

import dev.sluice.api.OtherValue;
import dev.sluice.api.ValueType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Arrays;
import java.util.UUID;

/**
 * Reads the values that {@link Encoder} wrote. Every length is checked against the number of remaining bytes. So a wrong length
 * in a damaged message leads to an exception, and never to a huge allocation.
 *
 * <p>Not thread-safe. Throws {@link WireFormatException} for bytes that do not have this format.
 */
public final class Decoder {

    private static final byte[] NOTHING = new byte[0];

    private byte[] buffer = NOTHING;
    private int position;
    private int limit;

    /** Sets the bytes to read: {@code length} bytes of an array, which is not copied. */
    public Decoder wrap(byte[] bytes, int offset, int length) {
        buffer = bytes;
        position = offset;
        limit = offset + length;
        return this;
    }

    public int position() {
        return position;
    }

    public int remaining() {
        return limit - position;
    }

    byte[] buffer() {
        return buffer;
    }

    public int getByte() {
        return buffer[advance(1)];
    }

    public int getInt() {
        return (int) INT.get(buffer, advance(4));
    }

    public long getLong() {
        return (long) LONG.get(buffer, advance(8));
    }

    /** Reads a length, and checks that it is not negative and not greater than the number of remaining bytes. */
    public int getLength() {
        final int length = getInt();
        if (length < 0 || length > remaining()) {
            throw new WireFormatException("a length of " + length + ", but " + remaining() + " bytes are left");
        }
        return length;
    }

    public byte[] getBytes(int length) {
        final int from = advance(length);
        return Arrays.copyOfRange(buffer, from, from + length);
    }

    public void skip(int length) {
        advance(length);
    }

    public String getText() {
        final int length = getLength();
        return new String(buffer, advance(length), length, StandardCharsets.UTF_8);
    }

    /** Reads the type of the next value; its content follows. */
    public ValueType getType() {
        try {
            return ValueType.ofCode(getByte());
        } catch (final IllegalArgumentException e) {
            throw new WireFormatException(e.getMessage(), e);
        }
    }

    /** Reads the next value, both type and content. */
    public Object getValue() {
        return getContent(getType());
    }

    /** Reads the content of a value whose type was already read. */
    public Object getContent(ValueType type) {
        try {
            return switch (type) {
                case NULL -> null;
                case BOOLEAN -> getBoolean();
                case LONG -> getLong();
                case DOUBLE -> getDouble();
                case DECIMAL -> getDecimal();
                case TEXT -> getText();
                case BYTES -> getBytes(getLength());
                case DATE -> LocalDate.ofEpochDay(getLong());
                case TIME -> LocalTime.ofNanoOfDay(getLong());
                case TIMESTAMP -> LocalDateTime.of(LocalDate.ofEpochDay(getLong()), LocalTime.ofNanoOfDay(getLong()));
                case INSTANT -> Instant.ofEpochSecond(getLong(), getInt());
                case UUID -> new UUID(getLong(), getLong());
                case DOUBLES -> getDoubles();
                case OTHER -> new OtherValue(getText(), getText());
            };
        } catch (final DateTimeException e) {
            throw new WireFormatException("a date or time out of range", e);
        }
    }

    public boolean getBoolean() {
        return getByte() != 0;
    }

    public double getDouble() {
        return (double) DOUBLE.get(buffer, advance(8));
    }

    /** Skips the content of a value whose type was already read. */
    public void skipContent(ValueType type) {
        switch (type) {
            case NULL -> {}
            case BOOLEAN -> skip(1);
            case LONG, DOUBLE, DATE, TIME -> skip(8);
            case TIMESTAMP, UUID -> skip(16);
            case INSTANT -> skip(12);
            case TEXT, BYTES -> skip(getLength());
            case DECIMAL -> {
                skip(4);
                skip(getLength());
            }
            case DOUBLES -> skip(doublesLength() * 8);
            case OTHER -> {
                skip(getLength());
                skip(getLength());
            }
        }
    }

    private BigDecimal getDecimal() {
        final int scale = getInt();
        final int length = getLength();
        if (length == 0) {
            throw new WireFormatException("a decimal without digits");
        }
        return new BigDecimal(new BigInteger(buffer, advance(length), length), scale);
    }

    private double[] getDoubles() {
        final double[] doubles = new double[doublesLength()];
        for (int i = 0; i < doubles.length; i++) {
            doubles[i] = getDouble();
        }
        return doubles;
    }

    int doublesLength() {
        final int length = getInt();
        if (length < 0 || length > remaining() / 8) {
            throw new WireFormatException(length + " doubles, but " + remaining() + " bytes are left");
        }
        return length;
    }

    int advance(int length) {
        final int from = position;
        if (length > limit - from) {
            throw new WireFormatException(length + " bytes are needed, but " + (limit - from) + " are left");
        }
        position = from + length;
        return from;
    }
}
