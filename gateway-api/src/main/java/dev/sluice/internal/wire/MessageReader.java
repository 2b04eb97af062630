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
 * Reads what {@link MessageWriter} wrote, and nothing else: one form for each value, each length checked against what is left,
 * nothing ever loaded or made because a message names it.
 *
 * <p>Not thread-safe; reused. Throws {@link WireFormatException} on what is not of the format.
 */
public final class MessageReader extends BinaryReader {

    /** The code and the bytes of the checksum, which end each message. */
    private static final int CHECKSUM = 1 + Integer.BYTES;

    private final CRC32C crc = new CRC32C();
    private final Encoder values = new Encoder();
    private final KnownNames names = new KnownNames();
    private int typesAt;
    private int typeCount;

    /**
     * Checks the checksum, and points to the first event.
     *
     * @param from where the events begin, after the history
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
                    "the checksum of the " + what + named() + " does not match: it is not as it was written");
        }
    }

    /** The method that was called, as far as that can be read. */
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

    /** To hold values that are copied. */
    Encoder values() {
        return values;
    }

    /** The name of the event that begins here. */
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

    /** Whether the event that begins here has that name, as {@link Frames} has it; reads it if so. */
    boolean isEvent(byte[] name) {
        final int end = at + name.length;
        if (end > limit || buffer[at + 1] != name[1] || !Arrays.equals(buffer, at, end, name, 0, name.length)) {
            return false;
        }
        at = end;
        return true;
    }

    /** Which of these names the event has that begins here; reads it if it has one, and gives -1 if not. */
    int event(byte[][] names) {
        for (int i = 0; i < names.length; i++) {
            if (isEvent(names[i])) {
                return i;
            }
        }
        return -1;
    }

    /** The error of a message that is as it was written, and whose first event is none of this side's. */
    WireFormatException unknown(String what) {
        final boolean known = isEvent(Frames.TRAILER) || event(Frames.REQUESTS) >= 0 || event(Frames.RESULTS) >= 0;
        moveToBegin();
        final String event = Frames.shown(event());
        return known
                ? new WireFormatException("'" + event + "' where a " + what + " belongs")
                : new NewerFormatException(
                        "a " + what + " by the method '" + event + "', which this release of Sluice does not know");
    }

    /** The trailer, which comes next. */
    int trailer(String what) {
        if (!isEvent(Frames.TRAILER)) {
            check(what); // as long as that was not done, it may be damaged
            throw new NewerFormatException("a " + what + " with an event '" + Frames.shown(event())
                    + "', which this release of Sluice does not know");
        }
        return open();
    }

    /** A text of few different ones, such as the name of a lookup: often the same instance. */
    String name() {
        final int length = textLength();
        final int from = advance(length);
        return SurrogateText.isAscii(buffer, from, length) ? names.at(buffer, from, length) : text(from, length);
    }

    /** Reads the letters of all values, and what ends the message after them. */
    void endOfTrailer(int end) {
        typeCount = textLength();
        typesAt = advance(typeCount);
        expect(UINT32, "the checksum");
        advance(Integer.BYTES);
        close(end);
        close(limit);
    }

    /** How many letters the trailer has. */
    int typeCount() {
        return typeCount;
    }

    String headerName() {
        final int length = length(FIELD_NAME0, FIELD_NAME_ANY, "the name of a header");
        return text(advance(length), length);
    }

    /** The type of the value here, which has the letter of that number, from 0; null where the value is. */
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

    /** A value of a type that Chronicle's tools would read in another way, or not at all. */
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

    /** Copies a value in the form in which it stays in memory. */
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
        final String text = new String(buffer, from, length, StandardCharsets.UTF_8); // of a year that has other digits
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
