package dev.sluice.internal.wire;

import static dev.sluice.internal.wire.LittleEndian.DOUBLE;
import static dev.sluice.internal.wire.LittleEndian.INT;
import static dev.sluice.internal.wire.LittleEndian.LONG;
import static dev.sluice.internal.wire.LittleEndian.SHORT;
import static net.openhft.chronicle.wire.BinaryWireCode.BYTES_LENGTH16;
import static net.openhft.chronicle.wire.BinaryWireCode.BYTES_LENGTH32;
import static net.openhft.chronicle.wire.BinaryWireCode.BYTES_LENGTH8;
import static net.openhft.chronicle.wire.BinaryWireCode.FALSE;
import static net.openhft.chronicle.wire.BinaryWireCode.FLOAT64;
import static net.openhft.chronicle.wire.BinaryWireCode.INT64;
import static net.openhft.chronicle.wire.BinaryWireCode.INT64_0x;
import static net.openhft.chronicle.wire.BinaryWireCode.PADDING;
import static net.openhft.chronicle.wire.BinaryWireCode.STRING_0;
import static net.openhft.chronicle.wire.BinaryWireCode.STRING_ANY;
import static net.openhft.chronicle.wire.BinaryWireCode.TRUE;
import static net.openhft.chronicle.wire.BinaryWireCode.U8_ARRAY;
import static net.openhft.chronicle.wire.BinaryWireCode.UINT16;
import static net.openhft.chronicle.wire.BinaryWireCode.UINT32;
import static net.openhft.chronicle.wire.BinaryWireCode.UINT8;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads Chronicle's binary wire format from a byte array: the codes and lengths that {@link BinaryWriter} writes. Each length is
 * checked against the number of remaining bytes.
 *
 * <p>Not thread-safe; one instance is reused for many messages. Throws {@link WireFormatException} for a code that {@link
 * BinaryWriter} does not write there.
 */
abstract class BinaryReader {

    private static final char UNKNOWN = '\uFFFD';

    byte[] buffer = new byte[0];
    int begin;
    int at;
    int limit;

    /** Sets the bytes to read, and moves to the first event. */
    void wrap(byte[] bytes, int from, int to) {
        buffer = bytes;
        begin = from;
        at = from;
        limit = to;
    }

    byte[] buffer() {
        return buffer;
    }

    /** Returns the code of the value at the current place, without moving. */
    int peek() {
        final int code = code();
        at--;
        return code;
    }

    /** Skips a value that consists of a code and that many bytes of content; returns the place of the content. */
    int content(int length) {
        return advance(1 + length) + 1;
    }

    int at() {
        return at;
    }

    void moveTo(int place) {
        at = place;
    }

    /** Begins a list, and returns the place where the list ends. */
    int open() {
        final int length = switch (code()) {
            case BYTES_LENGTH8 -> buffer[advance(1)] & 0xFF;
            case BYTES_LENGTH16 -> (short) SHORT.get(buffer, advance(2)) & 0xFFFF;
            case BYTES_LENGTH32 -> (int) INT.get(buffer, advance(4));
            default -> throw unexpected("a list");
        };
        if (length < 0 || length > limit - at) {
            throw new WireFormatException("a length of " + length + ", but " + (limit - at) + " bytes are left");
        }
        return at + length;
    }

    /** Checks that a place is not after the end of a list. */
    void checkIn(int end, int place) {
        if (place > end) {
            throw new WireFormatException("a list whose values go beyond its end");
        }
    }

    /** Estimates the number of lists up to that end, as if all lists were as long as the first list. */
    int countOfLists(int end) {
        if (at == end) {
            return 0;
        }
        final int from = at;
        final int size = open() - from;
        at = from;
        return (end - from) / size;
    }

    /** Skips the padding with which Chronicle fills up a cache line of the CPU, and checks that the message ends there. */
    void closePadded() {
        while (limit - at > 0 && (buffer[at] & 0xFF) == PADDING) {
            at++;
        }
        close(limit);
    }

    /** Goes back to the first event. */
    void moveToBegin() {
        at = begin;
    }

    /** Checks that the list ends at the current place. */
    void close(int end) {
        if (at != end) {
            throw new WireFormatException(
                    at < end ? (end - at) + " bytes too many in a list" : "a list whose values go beyond its end");
        }
    }

    long number() {
        return switch (code()) {
            case UINT8 -> buffer[advance(1)] & 0xFFL;
            case UINT16 -> (short) SHORT.get(buffer, advance(2)) & 0xFFFFL;
            case UINT32 -> (int) INT.get(buffer, advance(4)) & 0xFFFFFFFFL;
            case INT64 -> (long) LONG.get(buffer, advance(8));
            default -> throw unexpected("a whole number");
        };
    }

    long id() {
        expect(INT64_0x, "an id");
        return (long) LONG.get(buffer, advance(8));
    }

    boolean bool() {
        return switch (code()) {
            case TRUE -> true;
            case FALSE -> false;
            default -> throw unexpected("true or false");
        };
    }

    double float64() {
        expect(FLOAT64, "a double");
        return (double) DOUBLE.get(buffer, advance(8));
    }

    /** Reads a string. A character above U+FFFF is encoded as Chronicle does it: each surrogate separately, in three bytes. */
    String text() {
        final int length = textLength();
        return text(advance(length), length);
    }

    String text(int from, int length) {
        final String text = new String(buffer, from, length, StandardCharsets.UTF_8);
        return text.indexOf(UNKNOWN) < 0 ? text : SurrogateText.decode(buffer, from, length);
    }

    int textLength() {
        return length(STRING_0, STRING_ANY, "a text");
    }

    int length(int shortCode, int anyCode, String what) {
        final int code = code();
        if (code >= shortCode && code <= shortCode + 31) {
            return code - shortCode;
        }
        if (code != anyCode) {
            throw unexpected(what);
        }
        int length = 0;
        for (int shift = 0; shift < 35; shift += 7) {
            final int group = buffer[advance(1)];
            length |= (group & 0x7F) << shift;
            if (group >= 0) {
                return length;
            }
        }
        throw new WireFormatException("a length that does not end");
    }

    byte[] array() {
        final int end = open();
        expect(U8_ARRAY, "bytes");
        final byte[] bytes = Arrays.copyOfRange(buffer, at, end);
        at = end;
        return bytes;
    }

    double[] doubles() {
        final double[] doubles = new double[(doublesEnd() - at) / Double.BYTES];
        for (int i = 0; i < doubles.length; i++) {
            doubles[i] = (double) DOUBLE.get(buffer, advance(8));
        }
        return doubles;
    }

    int doublesEnd() {
        final int end = open();
        expect(U8_ARRAY, "doubles");
        if (end < at || (end - at) % Double.BYTES != 0) {
            throw new WireFormatException("doubles of " + (end - at) + " bytes");
        }
        return end;
    }

    void expect(int code, String what) {
        if (code() != code) {
            throw unexpected(what);
        }
    }

    int code() {
        return buffer[advance(1)] & 0xFF;
    }

    WireFormatException unexpected(String what) {
        return new WireFormatException(
                "wire code 0x" + Integer.toHexString(buffer[at - 1] & 0xFF) + " where " + what + " belongs");
    }

    int advance(int length) {
        final int from = at;
        if (length < 0 || length > limit - from) {
            throw new WireFormatException(length + " bytes are needed, but " + (limit - from) + " are left");
        }
        at = from + length;
        return from;
    }
}
