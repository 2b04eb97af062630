package dev.sluice.internal.wire;

import dev.sluice.api.FailureKind;
import dev.sluice.api.RequestKind;
import dev.sluice.api.RequestRef;
import dev.sluice.internal.wire.WireFormatException.NewerFormatException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

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

    /** The header of a redrive: the position of the request that it is written again for, the first one, not another redrive. */
    public static final String REDRIVE_OF = "redrive-of";

    private static final RequestKind[] KINDS = RequestKind.values();

    /**
     * Writes a request, replacing the message before.
     *
     * @throws IllegalArgumentException if an argument has no wire type; the message counts it from 1
     */
    public static void encode(
            MessageWriter message,
            RequestKind kind,
            long writer,
            long sequence,
            Map<String, String> headers,
            String name,
            Object[] arguments) {
        message.clear().event(Frames.REQUESTS[kind.ordinal()]).text(name);
        Arguments.write(message, arguments);
        message.close();
        if (!headers.isEmpty()) {
            message.event(Frames.HEADERS).headers(headers).close();
        }
        message.event(Frames.TRAILER).id(writer).number(sequence);
        message.end();
    }

    /**
     * Decodes what {@link #encode} made; nothing of the array is kept.
     *
     * @param from where the events begin, after the history
     * @throws NewerFormatException if a later release wrote it
     * @throws WireFormatException if it is no request of this format, or not as it was written
     */
    public static RequestFrame decode(byte[] bytes, int from, int to, MessageReader message) {
        final Optional<RequestKind> foreign = ForeignCall.kind(bytes, from, to);
        if (foreign.isPresent()) {
            final ForeignCall call = ForeignCall.decode(bytes, from, to, message);
            return new RequestFrame(foreign.get(), 0, 0, Map.of(), call.name(), call.arguments());
        }
        message.open("request", bytes, from, to);
        final int kind = message.event(Frames.REQUESTS);
        if (kind < 0) {
            throw message.unknown("request");
        }
        final int end = message.open();
        final String name = message.name();
        final int values = message.at();
        message.moveTo(end);
        final Map<String, String> headers = message.isEvent(Frames.HEADERS) ? headers(message) : Map.of();
        final int trailer = message.trailer("request");
        final long writer = message.id();
        final long sequence = message.number();
        if (writer == 0) {
            throw new WireFormatException("a request without a writer");
        }
        message.endOfTrailer(trailer);
        message.moveTo(values);
        return new RequestFrame(KINDS[kind], writer, sequence, headers, name, Arguments.read(message, end));
    }

    /** Returns the writer that a message says it is from, whose checksum is not looked at. */
    public static long writerOf(byte[] bytes, int from, int to, MessageReader message) {
        message.wrap(bytes, from, to);
        message.event();
        message.moveTo(message.open());
        if (message.isEvent(Frames.HEADERS)) {
            message.moveTo(message.open());
        }
        message.trailer("request");
        return message.id();
    }

    /** Whether a program wrote it that has Chronicle and not our client: it has no writer, no number and no checksum. */
    public boolean isForeign() {
        return writer == 0;
    }

    /** The part of a result about the request that it answers. */
    public RequestRef ref(long index) {
        return new RequestRef(index, writer, sequence, name);
    }

    /** The part of a result to a request whose number comes too early, or never: nobody takes it for an answer to his own. */
    public RequestRef refOfNobody(long index) {
        return new RequestRef(index, 0, sequence, name);
    }

    private static Map<String, String> headers(MessageReader message) {
        final int end = message.open();
        final Map<String, String> headers = new LinkedHashMap<>();
        while (message.at() < end) {
            headers.put(message.headerName(), message.text());
        }
        message.close(end);
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

        /**
         * A request that is not to be asked, and is answered as failed: one that cannot be the next one of its writer, or one of a
         * process that another one has followed.
         *
         * @param kind how it is answered
         */
        default void refused(long index, long writtenNanos, RequestFrame request, FailureKind kind, String why) {
            undecodable(index, writtenNanos, why);
        }

        /**
         * A request that cannot be the next one of its writer, as others are missing before it or it comes again: it is refused as
         * {@link FailureKind#INVALID}.
         *
         * @param again whether the writer may have written another one under that number, and waits for its result
         */
        default void misnumbered(long index, long writtenNanos, RequestFrame request, boolean again, String why) {
            refused(index, writtenNanos, request, FailureKind.INVALID, why);
        }
    }
}
