package dev.sluice.internal.wire;

import static dev.sluice.internal.wire.LittleEndian.INT;
import static net.openhft.chronicle.wire.BinaryWireCode.DATE;
import static net.openhft.chronicle.wire.BinaryWireCode.EVENT_NAME;
import static net.openhft.chronicle.wire.BinaryWireCode.FIELD_NAME0;
import static net.openhft.chronicle.wire.BinaryWireCode.FIELD_NAME_ANY;
import static net.openhft.chronicle.wire.BinaryWireCode.NULL;
import static net.openhft.chronicle.wire.BinaryWireCode.TIME;
import static net.openhft.chronicle.wire.BinaryWireCode.UINT32;

import dev.sluice.api.OtherValue;
import dev.sluice.api.ValueType;
import dev.sluice.internal.wire.WireFormatException.NewerFormatException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.UUID;
import java.util.zip.CRC32C;

/**
 * Reads messages in the form in which {@link MessageWriter} writes them, and in no other form. Each length is checked against the
 * number of remaining bytes. No class is ever loaded or instantiated because a message names it.
 *
 * <p>Not thread-safe; one instance is reused for many messages. Throws {@link WireFormatException} for bytes that do not have
 * this format.
 */
public final class MessageReader extends BinaryReader {

    /** The size of the checksum and its wire code, at the end of each message. */
    private static final int CHECKSUM = 1 + Integer.BYTES;

    private final CRC32C crc = new CRC32C();
    private final Encoder values = new Encoder();
    private final KnownNames names = new KnownNames();
    private int typesAt;
    private int typeCount;

    /**
     * Verifies the checksum, and moves to the first event.
     *
     * @param from the place where the events begin, after the history
     */
    void open(String what, byte[] bytes, int from, int to) {
        wrap(bytes, from, to);
        check(what);
    }

    private void check(String what) {
        if (limit - begin < CHECKSUM
                || (buffer[limit - CHECKSUM] & 0xFF) != UINT32
                || (int) INT.get(buffer, limit - Integer.BYTES) != checksum()) {
            throw new WireFormatException(
                    "the checksum of the " + what + named() + " does not match: its bytes have changed");
        }
    }

    /** Returns the name of the first event for an error message; empty if the name cannot be read. */
    private String named() {
        try {
            moveToBegin();
            return " '" + Frames.shown(event()) + "'";
        } catch (final WireFormatException e) {
            return "";
        }
    }

    private int checksum() {
        crc.reset();
        crc.update(buffer, begin, limit - Integer.BYTES - begin);
        return (int) crc.getValue();
    }

    /** Returns a reusable encoder for copied values. */
    Encoder values() {
        return values;
    }

    /** Reads the name of the event at the current place. */
    String event() {
        if (code() != EVENT_NAME) {
            throw new WireFormatException("an event without a name");
        }
        final int length = buffer[advance(1)];
        if (length < 0) {
            throw new WireFormatException("a method name of more than 127 characters");
        }
        return new String(buffer, advance(length), length, StandardCharsets.UTF_8);
    }

    /** Whether the event at the current place has that name, which is encoded as in {@link Frames}. If so, skips the name. */
    boolean isEvent(byte[] name) {
        final int end = at + name.length;
        if (end > limit || buffer[at + 1] != name[1] || !Arrays.equals(buffer, at, end, name, 0, name.length)) {
            return false;
        }
        at = end;
        return true;
    }

    /**
     * Searches the given names for the name of the event at the current place. Returns the index of this name, and skips the
     * name; -1 if the event has none of the given names.
     */
    int event(byte[][] names) {
        for (int i = 0; i < names.length; i++) {
            if (isEvent(names[i])) {
                return i;
            }
        }
        return -1;
    }

    /** Returns the exception for an undamaged message whose first event does not belong on this queue. */
    WireFormatException unknown(String what) {
        final boolean known = isEvent(Frames.TRAILER) || event(Frames.REQUESTS) >= 0 || event(Frames.RESULTS) >= 0;
        moveToBegin();
        final String event = Frames.shown(event());
        return known
                ? new WireFormatException("'" + event + "' where a " + what + " belongs")
                : new NewerFormatException(
                        "a " + what + " by the method '" + event + "', which this release of Sluice does not know");
    }

    /** Begins the trailer, which must come next, and returns the place where it ends. */
    int trailer(String what) {
        if (!isEvent(Frames.TRAILER)) {
            check(what); // a damaged message must not be reported as a message of a later release
            throw new NewerFormatException("a " + what + " with an event '" + Frames.shown(event())
                    + "', which this release of Sluice does not know");
        }
        return open();
    }

    /** Reads a string that often repeats, such as the name of a lookup; equal strings are often the same instance. */
    String name() {
        final int length = textLength();
        final int from = advance(length);
        return SurrogateText.isAscii(buffer, from, length) ? names.at(buffer, from, length) : text(from, length);
    }

    /** Reads the end of the trailer: the letters of all values, and the checksum. */
    void endOfTrailer(int end) {
        typeCount = textLength();
        typesAt = advance(typeCount);
        expect(UINT32, "the checksum");
        advance(Integer.BYTES);
        close(end);
        close(limit);
    }

    /** Returns the number of letters in the trailer. */
    int typeCount() {
        return typeCount;
    }

    String headerName() {
        final int length = length(FIELD_NAME0, FIELD_NAME_ANY, "the name of a header");
        return text(advance(length), length);
    }

    /**
     * Returns the type of the value at the current place: {@code NULL} if the value is null, otherwise the type that a letter of
     * the trailer stands for.
     *
     * @param letter the number of the letter in the trailer, counted from 0
     */
    ValueType type(int letter) {
        if (at >= limit) {
            throw new WireFormatException("fewer values than types");
        }
        return (buffer[at] & 0xFF) == NULL ? ValueType.NULL : Letters.type(buffer[typesAt + letter]);
    }

    Object value(ValueType type) {
        return switch (type) {
            case NULL -> {
                expect(NULL, "null");
                yield null;
            }
            case BOOLEAN -> bool();
            case LONG -> number();
            case DOUBLE -> float64();
            case TEXT -> text();
            default -> asText(type);
        };
    }

    /** Reads a value of a type that Chronicle's tools do not know or would read as another type; most are written as text. */
    private Object asText(ValueType type) {
        try {
            return switch (type) {
                case BYTES -> array();
                case DOUBLES -> doubles();
                case DECIMAL -> decimal();
                case DATE, TIME, TIMESTAMP, INSTANT -> temporal(type);
                case OTHER -> {
                    final int end = open();
                    final OtherValue other = new OtherValue(text(), text());
                    close(end);
                    yield other;
                }
                default -> UUID.fromString(text());
            };
        } catch (final DateTimeException | IllegalArgumentException e) {
            throw new WireFormatException("a text that is no " + type, e);
        }
    }

    /** Reads a value and appends it to the encoder. In memory, arguments have the encoder's form. */
    void copy(ValueType type, Encoder target) {
        switch (type) {
            case LONG -> target.value(number());
            case TEXT -> {
                final int length = textLength();
                final int from = advance(length);
                if (SurrogateText.isAscii(buffer, from, length)) {
                    target.text(buffer, from, length);
                } else {
                    target.value(text(from, length));
                }
            }
            case DOUBLE -> target.value(float64());
            case DOUBLES -> {
                final int end = doublesEnd();
                target.doubles(buffer, at, end - at);
                at = end;
            }
            default -> target.anyValue(value(type));
        }
    }

    private Object temporal(ValueType type) {
        final int length = textLength();
        final int from = advance(length);
        if (type == ValueType.DATE && length == IsoText.DATE && IsoText.isDate(buffer, from, length)) {
            return IsoText.date(buffer, from);
        }
        if (type == ValueType.TIME && IsoText.isTime(buffer, from, length)) {
            return IsoText.time(buffer, from, length);
        }
        if (type == ValueType.TIMESTAMP && IsoText.isTimestamp(buffer, from, length)) {
            return IsoText.timestamp(buffer, from, length);
        }
        if (type == ValueType.INSTANT
                && length > 0
                && buffer[at - 1] == 'Z'
                && IsoText.isTimestamp(buffer, from, length - 1)) {
            return IsoText.timestamp(buffer, from, length - 1).toInstant(ZoneOffset.UTC);
        }
        final String text = new String(buffer, from, length, StandardCharsets.UTF_8); // the year is not four digits
        return switch (type) {
            case DATE -> LocalDate.parse(text);
            case TIME -> LocalTime.parse(text);
            case TIMESTAMP -> LocalDateTime.parse(text);
            default -> Instant.parse(text);
        };
    }

    private BigDecimal decimal() {
        final String text = text();
        if (text.length() > Letters.LONGEST_DECIMAL) {
            throw new WireFormatException("a decimal of " + text.length() + " characters");
        }
        return new BigDecimal(text);
    }
}
