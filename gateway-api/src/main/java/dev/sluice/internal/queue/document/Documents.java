package dev.sluice.internal.queue.document;

import static dev.sluice.internal.wire.LittleEndian.INT;
import static dev.sluice.internal.wire.LittleEndian.LONG;
import static dev.sluice.internal.wire.LittleEndian.SHORT;
import static net.openhft.chronicle.wire.BinaryWireCode.BYTES_LENGTH16;
import static net.openhft.chronicle.wire.BinaryWireCode.BYTES_LENGTH32;
import static net.openhft.chronicle.wire.BinaryWireCode.BYTES_LENGTH8;
import static net.openhft.chronicle.wire.BinaryWireCode.EVENT_NAME;
import static net.openhft.chronicle.wire.BinaryWireCode.FIELD_NUMBER;
import static net.openhft.chronicle.wire.BinaryWireCode.HISTORY_MESSAGE;
import static net.openhft.chronicle.wire.BinaryWireCode.U8_ARRAY;

import dev.sluice.api.QueueOptions;
import dev.sluice.api.RequestKind;
import dev.sluice.internal.queue.files.FileWindow;
import dev.sluice.internal.wire.KnownColumns;
import dev.sluice.internal.wire.MessageReader;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.internal.wire.ResultFrame;
import dev.sluice.internal.wire.ResultKind;
import dev.sluice.internal.wire.WireFormatException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Stream;
import net.openhft.chronicle.bytes.Bytes;

/**
 * Parses a document of a queue. A document consists of a history and an event. The history contains some times and, for a result,
 * the index of the request. The event has a name and contains the message. The parser reads the wire codes itself, and accepts
 * exactly one layout; any other layout is undecodable. So no message can name a class to load.
 *
 * <p>An instance is reused for one document after another. Used by one thread.
 */
public final class Documents {

    /** The number of the history's event, -1, in Chronicle's encoding. */
    private static final byte[] HISTORY_EVENT = {(byte) FIELD_NUMBER, (byte) 0x80, 0};

    private static final String[] KNOWN_NAMES = Stream.concat(
                    Stream.of(RequestKind.values()).map(RequestKind::event),
                    Stream.of(ResultKind.values()).map(ResultKind::event))
            .toArray(String[]::new);
    private static final byte[][] KNOWN_EVENTS =
            Stream.of(KNOWN_NAMES).map(Documents::ascii).toArray(byte[][]::new);

    /** The id of the input queue in the histories of messages. {@code OUTPUT} is the id of the output queue. */
    public static final int INPUT = 1;

    public static final int OUTPUT = 2;

    /** The event name of a document that replaces a lost document, and is neither a request nor a result. */
    private static final String LOST = "lost";

    /**
     * The earliest time, in 2001, that counts as a time of the wall clock. A program that writes with Chronicle alone usually
     * records the time since the start of its system, which is much smaller.
     */
    private static final long EARLIEST = 1_000_000_000_000_000_000L;

    private final MessageReader message = new MessageReader();
    private final KnownColumns columns = new KnownColumns();
    private final int limit;
    private byte[] bytes = new byte[1024];
    private int end;
    private int at;

    private int hops;
    private int lastSourceId;
    private long lastSourceIndex;
    private int times;
    private int timesAt;
    private String event;
    private int eventAt;
    private int eventBytes;

    /** Creates a parser for the documents of a queue with this block size. */
    public Documents(long blockSize) {
        limit = QueueOptions.largestMessage(blockSize) + QueueOptions.OVERHEAD;
    }

    /**
     * Reads a document that is open for reading.
     *
     * @throws WireFormatException if the document has another layout; a history that was read before the error stays readable
     */
    public void read(Bytes<?> document) {
        begin(document.readRemaining());
        document.read(bytes, 0, end);
        parse();
    }

    /** Reads a document from a file like {@link #read(Bytes)}. Addresses at which the file has no bytes count as zeros. */
    public void read(FileWindow file, long address, int length) {
        begin(length);
        file.get(address, bytes, end);
        parse();
    }

    private void begin(long length) {
        hops = 0;
        times = 0;
        event = "";
        eventBytes = 0;
        at = 0;
        end = 0;
        if (length > limit) {
            throw new WireFormatException("a document of " + length + " bytes, more than the limit of " + limit);
        }
        end = (int) length;
        if (bytes.length < end) {
            bytes = new byte[Math.max(end, 2 * bytes.length)];
        }
    }

    private void parse() {
        if (end > 0 && bytes[0] == HISTORY_EVENT[0]) {
            readHistory();
        }
        readEvent();
    }

    private void readHistory() {
        for (final byte expected : HISTORY_EVENT) {
            if (take(1) >= 0 && bytes[at - 1] != expected) {
                throw new WireFormatException("an event with a number and no name");
            }
        }
        final int length = length();
        final int historyEnd = at + length;
        if (length < 3 || (bytes[at] & 0xFF) != HISTORY_MESSAGE) {
            throw new WireFormatException("a history of an unknown form");
        }
        at++;
        final int sources = bytes[at++] & 0xFF;
        if (historyEnd - at < sources * 12 + 1) {
            throw new WireFormatException("a history of " + sources + " sources in " + length + " bytes");
        }
        final int ids = at;
        at += sources * 12;
        final int timings = bytes[at++] & 0xFF;
        if (historyEnd - at != timings * 8) {
            throw new WireFormatException("a history of " + timings + " times in " + length + " bytes");
        }
        hops = sources;
        if (sources > 0) {
            lastSourceId = (int) INT.get(bytes, ids + 4 * (sources - 1));
            lastSourceIndex = (long) LONG.get(bytes, ids + 4 * sources + 8 * (sources - 1));
        }
        times = timings;
        timesAt = at;
        at = historyEnd;
    }

    private void readEvent() {
        eventAt = at;
        eventBytes = end - at;
        if ((bytes[take(1)] & 0xFF) != EVENT_NAME) {
            throw new WireFormatException("a document without an event name");
        }
        final int length = bytes[take(1)];
        if (length < 0) {
            throw new WireFormatException("a method name of more than 127 characters");
        }
        event = name(take(length), length);
    }

    /** Reads a wire code and the length that it announces. Checks that the length ends within the document. */
    private int length() {
        final int code = bytes[take(1)] & 0xFF;
        final long length = switch (code) {
            case BYTES_LENGTH8 -> bytes[take(1)] & 0xFFL;
            case BYTES_LENGTH16 -> (short) SHORT.get(bytes, take(2)) & 0xFFFFL;
            case BYTES_LENGTH32 -> (int) INT.get(bytes, take(4)) & 0xFFFFFFFFL;
            default ->
                throw new WireFormatException(
                        "a value with wire code 0x" + Integer.toHexString(code) + " where bytes belong");
        };
        if (length > end - at) {
            throw new WireFormatException("a length of " + length + ", but " + (end - at) + " bytes are left");
        }
        return (int) length;
    }

    private int take(int count) {
        if (count > end - at) {
            throw new WireFormatException("a document of " + end + " bytes ends in the middle");
        }
        final int from = at;
        at += count;
        return from;
    }

    private String name(int from, int length) {
        for (int i = 0; i < KNOWN_EVENTS.length; i++) {
            final byte[] known = KNOWN_EVENTS[i];
            if (known.length == length && Arrays.equals(known, 0, length, bytes, from, from + length)) {
                return KNOWN_NAMES[i];
            }
        }
        return new String(bytes, from, length, StandardCharsets.ISO_8859_1).replaceAll("\\p{Cntrl}", "?");
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** Returns the bytes of a document that replaces a lost document; {@code text} explains the loss to a reader. */
    public static byte[] lost(String text) {
        final byte[] reason = text.getBytes(StandardCharsets.UTF_8);
        final byte[] bytes = new byte[2 + LOST.length() + 3 + reason.length];
        bytes[0] = (byte) EVENT_NAME;
        bytes[1] = (byte) LOST.length();
        System.arraycopy(LOST.getBytes(StandardCharsets.US_ASCII), 0, bytes, 2, LOST.length());
        final int at = 2 + LOST.length();
        bytes[at] = (byte) BYTES_LENGTH8;
        bytes[at + 1] = (byte) (1 + reason.length);
        bytes[at + 2] = (byte) U8_ARRAY;
        System.arraycopy(reason, 0, bytes, at + 3, reason.length);
        return bytes;
    }

    /** Whether a document with this event name replaces a lost document. */
    public static boolean isLost(String event) {
        return event.equals(LOST);
    }

    /** Whether the last entry of the history names this queue and this index. */
    public boolean cameFrom(int sourceId, long index) {
        return hops > 0 && lastSourceId == sourceId && lastSourceIndex == index;
    }

    /** Returns the index in the last entry of the history if this entry names the given queue, otherwise -1. */
    public long cameFrom(int sourceId) {
        return hops > 0 && lastSourceId == sourceId ? lastSourceIndex : -1;
    }

    /** Returns the wall clock time at which the document was written, in nanoseconds since 1970; 0 if it is not recorded. */
    public long writtenNanos() {
        return nanos(times - 1);
    }

    /**
     * Returns the wall clock time at which the document was written, in nanoseconds since 1970.
     *
     * @throws WireFormatException if the time is not recorded
     */
    public long writtenNanosSaid() {
        final long nanos = writtenNanos();
        if (nanos == 0) {
            throw new WireFormatException("it does not say when it was written");
        }
        return nanos;
    }

    /**
     * Returns a time of the history, by its number, counted from 0. Returns 0 if the history has no such time, or if this time is
     * not a time of the wall clock.
     */
    public long nanos(int time) {
        final long nanos = time >= 0 && time < times ? (long) LONG.get(bytes, timesAt + 8 * time) : 0;
        return nanos < EARLIEST ? 0 : nanos;
    }

    public String event() {
        return event;
    }

    /**
     * Returns the id of the request's writer without verifying the checksum. This is cheap, but the id may be damaged.
     *
     * @throws WireFormatException if the document is not a request
     */
    public long writer() {
        return RequestFrame.writerOf(bytes, eventAt, end, message);
    }

    /**
     * Decodes the document as a request.
     *
     * @throws WireFormatException if the document is not a request, or was damaged
     */
    public RequestFrame request() {
        if (isLost(event())) {
            throw new WireFormatException(
                    "a repair put this in place of a request that was lost when the queue was damaged");
        }
        return RequestFrame.decode(bytes, eventAt, end, message);
    }

    /**
     * Decodes the document as a result.
     *
     * @throws WireFormatException if the document is not a result, or was damaged
     */
    public ResultFrame result() {
        return ResultFrame.decode(bytes, eventAt, end, message, columns);
    }

    /** Returns the number of bytes after the history. */
    public int eventBytes() {
        return eventBytes;
    }
}
