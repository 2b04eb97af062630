package dev.sluice.internal.wire;

import static net.openhft.chronicle.wire.BinaryWireCode.BYTES_LENGTH16;
import static net.openhft.chronicle.wire.BinaryWireCode.BYTES_LENGTH32;
import static net.openhft.chronicle.wire.BinaryWireCode.BYTES_LENGTH8;
import static net.openhft.chronicle.wire.BinaryWireCode.DATE;
import static net.openhft.chronicle.wire.BinaryWireCode.DATE_TIME;
import static net.openhft.chronicle.wire.BinaryWireCode.EVENT_NAME;
import static net.openhft.chronicle.wire.BinaryWireCode.FALSE;
import static net.openhft.chronicle.wire.BinaryWireCode.FLOAT32;
import static net.openhft.chronicle.wire.BinaryWireCode.FLOAT64;
import static net.openhft.chronicle.wire.BinaryWireCode.INT16;
import static net.openhft.chronicle.wire.BinaryWireCode.INT32;
import static net.openhft.chronicle.wire.BinaryWireCode.INT64;
import static net.openhft.chronicle.wire.BinaryWireCode.INT8;
import static net.openhft.chronicle.wire.BinaryWireCode.NULL;
import static net.openhft.chronicle.wire.BinaryWireCode.TIME;
import static net.openhft.chronicle.wire.BinaryWireCode.TRUE;
import static net.openhft.chronicle.wire.BinaryWireCode.UINT16;
import static net.openhft.chronicle.wire.BinaryWireCode.UINT32;
import static net.openhft.chronicle.wire.BinaryWireCode.UINT8;
import static net.openhft.chronicle.wire.BinaryWireCode.UUID;

import dev.sluice.api.RequestKind;
import dev.sluice.api.ValueType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/**
 * A request that a program without the Sluice client wrote, with Chronicle's method writer for {@link
 * dev.sluice.client.ChronicleRequests}. Such a foreign call has no trailer. Its event name differs from all event names of the
 * Sluice client. So a damaged request of the Sluice client cannot look like a foreign call.
 *
 * @param name the name of the lookup, statement or endpoint, or the SQL
 * @param arguments the key, the arguments, or the payload
 */
record ForeignCall(String name, Arguments arguments) {

    private static final Map<String, RequestKind> KINDS = Map.of(
            "askLookup", RequestKind.LOOKUP,
            "askQuery", RequestKind.QUERY,
            "askUpdate", RequestKind.UPDATE,
            "askSend", RequestKind.SEND);
    private static final byte[] PREFIX = "ask".getBytes(StandardCharsets.US_ASCII);

    /** Returns the kind of request for the name of the first event; empty if the message is not a foreign call. */
    static Optional<RequestKind> kind(byte[] bytes, int from, int to) {
        final int name = from + 2;
        if (to - from < 2 + PREFIX.length
                || (bytes[from] & 0xFF) != EVENT_NAME
                || bytes[name] != PREFIX[0]
                || !Arrays.equals(bytes, name, name + PREFIX.length, PREFIX, 0, PREFIX.length)) {
            return Optional.empty();
        }
        final int length = Math.max(0, Math.min(bytes[from + 1], to - name));
        return Optional.ofNullable(KINDS.get(new String(bytes, name, length, StandardCharsets.US_ASCII)));
    }

    static ForeignCall decode(byte[] bytes, int from, int to, MessageReader message) {
        message.wrap(bytes, from, to);
        message.event();
        final int end = message.open();
        final String name = message.text();
        message.checkIn(end, message.at());
        final Encoder values = message.values().clear();
        final byte[] types = new byte[end - message.at()];
        int count = 0;
        if (message.at() < end) {
            final int valuesEnd = isList(message) ? message.open() : end;
            message.checkIn(end, valuesEnd);
            while (message.at() < valuesEnd) {
                final Object value = value(message);
                types[count++] = (byte) Letters.typeOf(value).code();
                values.anyValue(value);
            }
            message.close(valuesEnd);
        }
        message.close(end);
        message.closePadded();
        return new ForeignCall(name, Arguments.of(values, Arrays.copyOf(types, count)));
    }

    private static boolean isList(MessageReader message) {
        final int code = message.peek();
        return code == BYTES_LENGTH8 || code == BYTES_LENGTH16 || code == BYTES_LENGTH32;
    }

    /** Reads a value in any of the forms that Chronicle's method writer uses for simple types. */
    private static Object value(MessageReader message) {
        final ByteBuffer bytes = ByteBuffer.wrap(message.buffer()).order(ByteOrder.LITTLE_ENDIAN);
        try {
            return switch (message.peek()) {
                case NULL -> message.value(ValueType.NULL);
                case INT8 -> (long) bytes.get(message.content(1));
                case INT16 -> (long) bytes.getShort(message.content(2));
                case INT32 -> (long) bytes.getInt(message.content(4));
                case FLOAT32 -> (double) bytes.getFloat(message.content(4));
                case UUID -> uuid(bytes.position(message.content(16)));
                case DATE -> LocalDate.parse(shortText(message));
                case TIME -> LocalTime.parse(shortText(message));
                case DATE_TIME -> LocalDateTime.parse(shortText(message));
                case TRUE, FALSE -> message.value(ValueType.BOOLEAN);
                case UINT8, UINT16, UINT32, INT64 -> message.value(ValueType.LONG);
                case FLOAT64 -> message.value(ValueType.DOUBLE);
                case BYTES_LENGTH8, BYTES_LENGTH16, BYTES_LENGTH32 -> message.value(ValueType.BYTES);
                default -> message.text();
            };
        } catch (final DateTimeException e) {
            throw new WireFormatException("a text that is no date or time", e);
        }
    }

    private static java.util.UUID uuid(ByteBuffer bytes) {
        return new java.util.UUID(bytes.getLong(), bytes.getLong());
    }

    private static String shortText(MessageReader message) {
        final int length = message.buffer()[message.content(1)];
        return new String(message.buffer(), message.advance(length), length, StandardCharsets.US_ASCII);
    }
}
