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
 * Takes one document apart: its history, its event's name, and where the event's bytes are. Reads the wire's codes
 * itself and knows exactly one shape, so that no message can name a class to load: anything else is undecodable.
 *
 * <p>Reused from document to document; one thread.
 */
public final class Documents {

    /** The number of the history event, -1, as Chronicle writes it. */
    private static final byte[] HISTORY_EVENT = {(byte) FIELD_NUMBER, (byte) 0x80, 0};

    private static final String[] KNOWN_NAMES = Stream.concat(
                    Stream.of(RequestKind.values()).map(RequestKind::event),
                    Stream.of(ResultKind.values()).map(ResultKind::event))
            .toArray(String[]::new);
    private static final byte[][] KNOWN_EVENTS =
            Stream.of(KNOWN_NAMES).map(Documents::ascii).toArray(byte[][]::new);

    /** The ids of both queues in the histories of their messages. */
    public static final int INPUT = 1;

    public static final int OUTPUT = 2;

    /** The event of a document that stands for one that was lost: no request and no result. */
    private static final String LOST = "lost";

    /** In 2001. A program that has Chronicle alone goes by the time since its system began, as a rule. */
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

    /** For documents of a queue with that block size. */
    public Documents(long blockSize) {
        limit = QueueOptions.largestMessage(blockSize) + QueueOptions.OVERHEAD;
    }

    /**
     * Reads a document that is open for reading.
     *
     * @throws WireFormatException if it is of any other shape; the history stays readable when that came first
     */
    public void read(Bytes<?> document) {
        begin(document.readRemaining());
        document.read(bytes, 0, end);
        parse();
    }

    /** Reads a document in a file, there or not; otherwise as the other. */
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
            throw new WireFormatException("a document of " + length + " bytes, and " + limit + " is the most here");
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
            throw new WireFormatException("a history of another form");
        }
        at++;
        final int sources = bytes[at++] & 0xFF;
        if (historyEnd - at < sources * 12 + 1) {
            throw new WireFormatException("a history of " + sources + " hops in " + length + " bytes");
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

    /** A length with its code; not beyond the end. */
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
            throw new WireFormatException("a length of " + length + " with " + (end - at) + " bytes left");
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

    /** The bytes of a document that stands for a lost one, with that text for whoever looks at it. */
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

    /** Whether a document of that event stands for a lost one. */
    public static boolean isLost(String event) {
        return event.equals(LOST);
    }

    /** Whether the last hop of the history is that message. */
    public boolean cameFrom(int sourceId, long index) {
        return hops > 0 && lastSourceId == sourceId && lastSourceIndex == index;
    }

    /** The index of the message that the last hop of the history is, if that queue is its source; otherwise -1. */
    public long cameFrom(int sourceId) {
        return hops > 0 && lastSourceId == sourceId ? lastSourceIndex : -1;
    }

    /** When it was written, by the wall clock, in nanoseconds since 1970; 0 if it does not say. */
    public long writtenNanos() {
        return nanos(times - 1);
    }

    /**
     * Returns when it was written, by the wall clock, in nanoseconds since 1970.
     *
     * @throws WireFormatException if it does not say
     */
    public long writtenNanosSaid() {
        final long nanos = writtenNanos();
        if (nanos == 0) {
            throw new WireFormatException("it does not say when it was written");
        }
        return nanos;
    }

    /** One of the times of the history, from 0; 0 if it has not as many, or it is not of a wall clock. */
    public long nanos(int time) {
        final long nanos = time >= 0 && time < times ? (long) LONG.get(bytes, timesAt + 8 * time) : 0;
        return nanos < EARLIEST ? 0 : nanos;
    }

    public String event() {
        return event;
    }

    /**
     * Returns the writer that the request says it is from; cheap, and certain only once it was decoded.
     *
     * @throws WireFormatException if it is none
     */
    public long writer() {
        return RequestFrame.writerOf(bytes, eventAt, end, message);
    }

    /**
     * Returns the request that the document is.
     *
     * @throws WireFormatException if it is none, or not as it was written
     */
    public RequestFrame request() {
        if (isLost(event())) {
            throw new WireFormatException("it was lost when the queue was damaged, and a repair put this in its place");
        }
        return RequestFrame.decode(bytes, eventAt, end, message);
    }

    /**
     * Returns the result that the document is.
     *
     * @throws WireFormatException if it is none, or not as it was written
     */
    public ResultFrame result() {
        return ResultFrame.decode(bytes, eventAt, end, message, columns);
    }

    /** How many bytes its events have. */
    public int eventBytes() {
        return eventBytes;
    }
}
