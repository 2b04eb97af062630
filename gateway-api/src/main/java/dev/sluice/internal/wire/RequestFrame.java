package dev.sluice.internal.wire;

import dev.sluice.api.RequestKind;
import dev.sluice.api.RequestRef;
import dev.sluice.internal.wire.WireFormatException.NewerFormatException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One request as it is on the input queue.
 *
 * @param kind the method
 * @param writer the id of the writer
 * @param sequence the writer's running number, from 1
 * @param headers optional notes that travel with the request (job, run, item, trace context)
 * @param name the lookup or statement
 * @param arguments the key or the arguments
 */
public record RequestFrame(
        RequestKind kind, long writer, long sequence, Map<String, String> headers, String name, Arguments arguments) {

    /** The headers that say which request of a job's run it is: the job, the run, the item by number and key, the call. */
    public static final String JOB = "job";

    public static final String RUN = "run";
    public static final String ITEM_NUMBER = "item-number";
    public static final String ITEM = "item";
    public static final String CALL = "call";

    private static final RequestKind[] KINDS = RequestKind.values();
    private static final int VERSION = 1;
    private static final int HAS_HEADERS = 1;
    private static final int WRITER_AT = 2;

    /**
     * Encodes a request, replacing what the encoder held.
     *
     * @throws IllegalArgumentException if an argument has no wire type; the message counts it from 1
     */
    public static void encode(
            Encoder encoder,
            RequestKind kind,
            long writer,
            long sequence,
            Map<String, String> headers,
            String name,
            Object[] arguments) {
        encoder.clear();
        encoder.putByte(VERSION).putByte(headers.isEmpty() ? 0 : HAS_HEADERS);
        encoder.putLong(writer).putLong(sequence);
        if (!headers.isEmpty()) {
            encoder.putInt(headers.size());
            headers.forEach((key, value) -> encoder.putText(key).putText(value));
        }
        encoder.putText(name).putInt(arguments.length);
        Arguments.encode(encoder, arguments);
        encoder.putInt(encoder.crc(kind.code()));
    }

    /**
     * Decodes what {@link #encode} made; nothing of the array is kept.
     *
     * @param event the event name on the queue
     * @throws NewerFormatException if a later release wrote it
     * @throws WireFormatException if it is no request of this format, or not as it was written
     */
    public static RequestFrame decode(CharSequence event, byte[] bytes, int offset, int length, Decoder decoder) {
        final RequestKind kind = kindOf(event);
        if (kind == null) {
            throw Frames.unknown("request", event, RequestFrame::isKind, bytes, offset, length);
        }
        final int flags = Frames.open("request", VERSION, HAS_HEADERS, kind.code(), bytes, offset, length, decoder);
        final long writer = decoder.getLong();
        final long sequence = decoder.getLong();
        final Map<String, String> headers = (flags & HAS_HEADERS) == 0 ? Map.of() : headers(decoder);
        final String name = decoder.getName();
        final Arguments arguments = Arguments.read(decoder, decoder.getInt());
        Frames.close("request", decoder);
        return new RequestFrame(kind, writer, sequence, headers, name, arguments);
    }

    private static RequestKind kindOf(CharSequence event) {
        for (final RequestKind kind : KINDS) {
            if (kind.event().contentEquals(event)) {
                return kind;
            }
        }
        return null;
    }

    private static boolean isKind(int code) {
        for (final RequestKind kind : KINDS) {
            if (kind.code() == code) {
                return true;
            }
        }
        return false;
    }

    /** The writer that a frame says it is from, 0 if it is too short; cheap, and certain only once it was decoded. */
    public static long writerOf(byte[] bytes, int offset, int length) {
        return length < WRITER_AT + Long.BYTES
                ? 0
                : new Decoder().wrap(bytes, offset + WRITER_AT, Long.BYTES).getLong();
    }

    /** What a result says of the request that it answers. */
    public RequestRef ref(long index) {
        return new RequestRef(index, writer, sequence, name);
    }

    private static Map<String, String> headers(Decoder decoder) {
        final int count = decoder.getLength();
        final Map<String, String> headers = new LinkedHashMap<>();
        for (int i = 0; i < count; i++) {
            headers.put(decoder.getText(), decoder.getText());
        }
        return Collections.unmodifiableMap(headers);
    }

    /** Takes the requests that somebody reads, in their order. */
    public interface RequestReceiver {

        /**
         * A request.
         *
         * @param index its index in the input
         * @param writtenNanos when it was written: wall clock, nanoseconds since 1970, 0 if unknown
         */
        void request(long index, long writtenNanos, RequestFrame request);

        /** A message that cannot be understood; it is a request all the same, and is answered as failed. */
        void undecodable(long index, long writtenNanos, String why);
    }
}
