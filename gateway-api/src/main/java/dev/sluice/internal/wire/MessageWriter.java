package dev.sluice.internal.wire;

import static dev.sluice.internal.wire.LittleEndian.INT;
import static net.openhft.chronicle.wire.BinaryWireCode.NULL;
import static net.openhft.chronicle.wire.BinaryWireCode.STRING_0;
import static net.openhft.chronicle.wire.BinaryWireCode.UINT32;

import dev.sluice.api.OtherValue;
import dev.sluice.api.RequestRef;
import dev.sluice.api.ValueType;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * Writes one message in Chronicle's binary wire format, so that Chronicle's own tools can read it. A message consists of events;
 * an event consists of a name and a list of values. The last event is the trailer: it contains a letter for the type of each
 * value, and ends with the checksum.
 *
 * <p>Not thread-safe; one instance is reused for many messages.
 */
public final class MessageWriter extends BinaryWriter {

    /** The first second of the year 0, counted from 1970. {@code LAST_SECOND} is the last second of the year 9999. */
    private static final long FIRST_SECOND = -62_167_219_200L;

    private static final long LAST_SECOND = 253_402_300_799L;
    private final CRC32C crc = new CRC32C();
    private final Decoder decoder = new Decoder();
    private byte[] letters = new byte[64];
    private int letterCount;

    /** Discards the previous message, but keeps the memory. */
    MessageWriter clear() {
        reset();
        letterCount = 0;
        return this;
    }

    /**
     * Declares that the values written so far are rows with the given number of columns. If in every column all values have the
     * same type, only one letter for each column is kept.
     */
    void columns(int columns) {
        if (letterCount <= columns) {
            return;
        }
        final byte[] common = Arrays.copyOf(letters, columns);
        for (int i = columns; i < letterCount; i++) {
            final int column = i % columns;
            if (common[column] == Letters.NULL) {
                common[column] = letters[i];
            } else if (letters[i] != Letters.NULL && letters[i] != common[column]) {
                return;
            }
        }
        System.arraycopy(common, 0, letters, 0, columns);
        letterCount = columns;
    }

    /**
     * Writes all numbers of a result's trailer in one method, because a method call for each number would take most of the time.
     */
    void resultTrailer(long writer, long sequence, RequestRef request, int asked, long begunNanos, long nanos) {
        reserve(8 * LARGEST_NUMBER);
        final byte[] target = buffer;
        int at = id(target, size, writer);
        at = number(target, at, sequence);
        at = id(target, at, request.index());
        at = id(target, at, request.writer());
        at = number(target, at, request.sequence());
        at = number(target, at, asked);
        at = number(target, at, begunNanos);
        size = number(target, at, nanos);
    }

    /** Ends the trailer and the message: writes the letters of all values, and the checksum of all bytes written so far. */
    void end() {
        textOf(letters, 0, letterCount);
        reserve(1 + Integer.BYTES);
        buffer[size] = (byte) UINT32;
        size += 1 + Integer.BYTES;
        close();
        crc.reset();
        crc.update(buffer, 0, size - Integer.BYTES);
        INT.set(buffer, size - Integer.BYTES, (int) crc.getValue());
    }

    /** Returns a reusable decoder for values that are already encoded. */
    Decoder decoder() {
        return decoder;
    }

    /** Writes a value. If the value has no wire type, writes nothing and returns {@code false}. */
    boolean value(Object value) {
        final ValueType type = Letters.typeOf(value);
        if (type == null) {
            return false;
        }
        letter(type);
        switch (type) {
            case NULL -> code(NULL);
            case BOOLEAN -> bool((Boolean) value);
            case LONG -> number(((Number) value).longValue());
            case DOUBLE -> float64(((Number) value).doubleValue());
            case TEXT -> text((String) value);
            default -> asText(type, value);
        }
        return true;
    }

    /** Writes a value of a type that Chronicle's tools do not know or would read as another type; most are written as text. */
    private void asText(ValueType type, Object value) {
        switch (type) {
            case BYTES -> {
                final byte[] array = (byte[]) value;
                array(array.length);
                bytes(array, 0, array.length);
            }
            case DOUBLES -> doubles((double[]) value);
            case OTHER -> {
                final OtherValue other = (OtherValue) value;
                open().text(other.typeName()).text(other.text()).close();
            }
            case DECIMAL -> decimal(value);
            case DATE -> date((LocalDate) value);
            case TIME -> time((LocalTime) value);
            case TIMESTAMP -> timestamp((LocalDateTime) value, value, false);
            case INSTANT -> {
                final Instant instant = (Instant) value;
                final boolean isShort =
                        instant.getEpochSecond() >= FIRST_SECOND && instant.getEpochSecond() <= LAST_SECOND;
                if (isShort) {
                    timestamp(
                            LocalDateTime.ofEpochSecond(instant.getEpochSecond(), instant.getNano(), ZoneOffset.UTC),
                            value,
                            true);
                } else {
                    text(value.toString());
                }
            }
            default -> text(value.toString()); // a UUID
        }
    }

    /** Writes a value that is already encoded. */
    void value(Decoder encoded) {
        final ValueType type = encoded.getType();
        if (type == ValueType.TEXT) {
            letter(type);
            final int length = encoded.getLength();
            final int from = encoded.advance(length);
            if (SurrogateText.isNeeded(encoded.buffer(), from, length)) {
                text(new String(encoded.buffer(), from, length, StandardCharsets.UTF_8));
            } else {
                textOf(encoded.buffer(), from, length);
            }
        } else if (type == ValueType.LONG) {
            letter(type);
            number(encoded.getLong());
        } else if (type == ValueType.DOUBLE) {
            letter(type);
            float64(encoded.getDouble());
        } else if (type == ValueType.DOUBLES) {
            letter(type);
            final int length = Double.BYTES * encoded.doublesLength();
            array(length);
            bytes(encoded.buffer(), encoded.advance(length), length);
        } else if (type == ValueType.BYTES) {
            letter(type);
            final int length = encoded.getLength();
            array(length);
            bytes(encoded.buffer(), encoded.advance(length), length);
        } else {
            value(encoded.getContent(type));
        }
    }

    private void date(LocalDate date) {
        if (!IsoText.isShort(date)) {
            text(date.toString());
            return;
        }
        code(STRING_0 + IsoText.DATE);
        reserve(IsoText.DATE);
        IsoText.write(date, buffer, size);
        size += IsoText.DATE;
    }

    private void time(LocalTime time) {
        reserve(1 + IsoText.TIME);
        final int length = IsoText.write(time, false, buffer, size + 1);
        buffer[size] = (byte) (STRING_0 + length);
        size += 1 + length;
    }

    private void timestamp(LocalDateTime timestamp, Object value, boolean instant) {
        if (!IsoText.isShort(timestamp.toLocalDate())) {
            text(value.toString());
            return;
        }
        reserve(1 + IsoText.DATE + 1 + IsoText.TIME + 1);
        final int start = size + 1;
        IsoText.write(timestamp.toLocalDate(), buffer, start);
        buffer[start + IsoText.DATE] = 'T';
        int end = start + IsoText.DATE + 1;
        end += IsoText.write(timestamp.toLocalTime(), instant, buffer, end);
        if (instant) {
            buffer[end++] = 'Z';
        }
        buffer[size] = (byte) (STRING_0 + end - start);
        size = end;
    }

    private void decimal(Object value) {
        if (value instanceof BigDecimal decimal
                && (long) decimal.precision() - decimal.scale() - 1 > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("a decimal with an exponent above " + Integer.MAX_VALUE);
        }
        final String text = value.toString();
        if (text.length() > Letters.LONGEST_DECIMAL) {
            throw new IllegalArgumentException("a decimal of " + text.length() + " characters, more than the "
                    + Letters.LONGEST_DECIMAL + " that are possible");
        }
        text(text);
    }

    private void letter(ValueType type) {
        if (letterCount == letters.length) {
            letters = Arrays.copyOf(letters, 2 * letterCount);
        }
        letters[letterCount++] = Letters.of(type);
    }
}
