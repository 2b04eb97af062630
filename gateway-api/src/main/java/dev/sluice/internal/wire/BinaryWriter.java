package dev.sluice.internal.wire;

import static dev.sluice.internal.wire.LittleEndian.DOUBLE;
import static dev.sluice.internal.wire.LittleEndian.INT;
import static dev.sluice.internal.wire.LittleEndian.LONG;
import static dev.sluice.internal.wire.LittleEndian.SHORT;
import static net.openhft.chronicle.wire.BinaryWireCode.BYTES_LENGTH32;
import static net.openhft.chronicle.wire.BinaryWireCode.BYTES_LENGTH8;
import static net.openhft.chronicle.wire.BinaryWireCode.FALSE;
import static net.openhft.chronicle.wire.BinaryWireCode.FIELD_NAME0;
import static net.openhft.chronicle.wire.BinaryWireCode.FIELD_NAME_ANY;
import static net.openhft.chronicle.wire.BinaryWireCode.FLOAT64;
import static net.openhft.chronicle.wire.BinaryWireCode.INT64;
import static net.openhft.chronicle.wire.BinaryWireCode.INT64_0x;
import static net.openhft.chronicle.wire.BinaryWireCode.STRING_0;
import static net.openhft.chronicle.wire.BinaryWireCode.STRING_ANY;
import static net.openhft.chronicle.wire.BinaryWireCode.TRUE;
import static net.openhft.chronicle.wire.BinaryWireCode.U8_ARRAY;
import static net.openhft.chronicle.wire.BinaryWireCode.UINT16;
import static net.openhft.chronicle.wire.BinaryWireCode.UINT32;
import static net.openhft.chronicle.wire.BinaryWireCode.UINT8;

import java.util.Map;

/**
 * Writes Chronicle's binary wire format into a byte array, with codes and lengths that Chronicle's own tools can read. Where the
 * format allows several forms for a value, Sluice always uses the same form.
 *
 * <p>Not thread-safe; one instance is reused for many messages.
 */
abstract class BinaryWriter extends GrowingBytes {

    private static final int SHORT_TEXT = 31;
    static final int LARGEST_NUMBER = 1 + Long.BYTES;
    private final int[] starts = new int[8];
    private int depth;

    /** Discards the previous message, but keeps the memory. */
    BinaryWriter reset() {
        size = 0;
        depth = 0;
        return this;
    }

    /** Begins an event, whose values follow. The name is one of those encoded in {@link Frames}. */
    BinaryWriter event(byte[] name) {
        return bytes(name, 0, name.length).open();
    }

    /** Begins a list of values, or another element with a length. */
    BinaryWriter open() {
        reserve(2);
        buffer[size] = (byte) BYTES_LENGTH8;
        size += 2;
        starts[depth++] = size;
        return this;
    }

    /** Ends the list or event that began last. */
    BinaryWriter close() {
        final int start = starts[--depth];
        final int length = size - start;
        if (length <= 0xFF) {
            buffer[start - 1] = (byte) length;
        } else {
            reserve(3);
            System.arraycopy(buffer, start, buffer, start + 3, length);
            buffer[start - 2] = (byte) BYTES_LENGTH32;
            INT.set(buffer, start - 1, length);
            size += 3;
        }
        return this;
    }

    /** Writes a whole number in the shortest form that can hold it. */
    BinaryWriter number(long value) {
        reserve(LARGEST_NUMBER);
        size = number(buffer, size, value);
        return this;
    }

    static int number(byte[] target, int at, long value) {
        if (value >>> 8 == 0) {
            target[at] = (byte) UINT8;
            target[at + 1] = (byte) value;
            return at + 2;
        } else if (value >>> 16 == 0) {
            target[at] = (byte) UINT16;
            SHORT.set(target, at + 1, (short) value);
            return at + 3;
        } else if (value >>> 32 == 0) {
            target[at] = (byte) UINT32;
            INT.set(target, at + 1, (int) value);
            return at + 5;
        }
        target[at] = (byte) INT64;
        LONG.set(target, at + 1, value);
        return at + LARGEST_NUMBER;
    }

    /** Writes an id or an index, which Chronicle's tools print in hexadecimal. */
    BinaryWriter id(long value) {
        reserve(LARGEST_NUMBER);
        size = id(buffer, size, value);
        return this;
    }

    static int id(byte[] target, int at, long value) {
        target[at] = (byte) INT64_0x;
        LONG.set(target, at + 1, value);
        return at + LARGEST_NUMBER;
    }

    BinaryWriter bool(boolean value) {
        return code(value ? TRUE : FALSE);
    }

    /**
     * Writes a string.
     *
     * @throws IllegalArgumentException if the string has an unpaired surrogate, which cannot be encoded
     */
    BinaryWriter text(String text) {
        return text(STRING_0, STRING_ANY, text);
    }

    private BinaryWriter text(int shortCode, int anyCode, String text) {
        final int before = size;
        final int length = text.length();
        length(shortCode, anyCode, length);
        reserve(length);
        final byte[] target = buffer;
        final int from = size;
        int all = 0;
        for (int i = 0; i < length; i++) {
            final char letter = text.charAt(i);
            target[from + i] = (byte) letter;
            all |= letter;
        }
        if (all < 0x80) {
            size = from + length;
            return this;
        }
        size = before;
        final byte[] bytes = SurrogateText.encode(text);
        return length(shortCode, anyCode, bytes.length).bytes(bytes, 0, bytes.length);
    }

    /** Writes the name and the value of each header. */
    BinaryWriter headers(Map<String, String> headers) {
        headers.forEach((name, value) -> text(FIELD_NAME0, FIELD_NAME_ANY, name).text(value));
        return this;
    }

    void float64(double value) {
        reserve(9);
        buffer[size] = (byte) FLOAT64;
        DOUBLE.set(buffer, size + 1, value);
        size += 9;
    }

    void doubles(double[] values) {
        array(8L * values.length);
        for (final double value : values) {
            DOUBLE.set(buffer, size, value);
            size += 8;
        }
    }

    /** Begins an array of bytes, and reserves room for it. */
    void array(long length) {
        if (length > Integer.MAX_VALUE - 16) {
            throw new IllegalArgumentException("more than 2 GB in one message");
        }
        reserve((int) length + 6);
        if (length < 0xFF) {
            buffer[size] = (byte) BYTES_LENGTH8;
            buffer[size + 1] = (byte) (length + 1);
            size += 2;
        } else {
            buffer[size] = (byte) BYTES_LENGTH32;
            INT.set(buffer, size + 1, (int) length + 1);
            size += 5;
        }
        buffer[size++] = (byte) U8_ARRAY;
    }

    BinaryWriter textOf(byte[] utf8, int from, int length) {
        return length(STRING_0, STRING_ANY, length).bytes(utf8, from, length);
    }

    /** Writes a length: within the code itself if it is short, otherwise after the code in groups of seven bits. */
    private BinaryWriter length(int shortCode, int anyCode, int length) {
        reserve(6);
        if (length <= SHORT_TEXT) {
            buffer[size++] = (byte) (shortCode + length);
            return this;
        }
        buffer[size++] = (byte) anyCode;
        int rest = length;
        while (rest >>> 7 != 0) {
            buffer[size++] = (byte) (rest & 0x7F | 0x80);
            rest >>>= 7;
        }
        buffer[size++] = (byte) rest;
        return this;
    }

    /** Writes bytes that are already encoded. */
    BinaryWriter bytes(byte[] bytes, int from, int length) {
        append(bytes, from, length);
        return this;
    }

    BinaryWriter code(int code) {
        reserve(1);
        buffer[size++] = (byte) code;
        return this;
    }
}
