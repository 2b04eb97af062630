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
 * One request on the input queue.
 *
 * @param kind the kind of request
 * @param writer the id of the writer
 * @param sequence the request's number among the requests of its writer, from 1
 * @param headers optional notes that travel with the request (job, run, item, trace context)
 * @param name the name of the lookup, statement or endpoint, or the SQL
 * @param arguments the key, the arguments, or the payload
 */
public record RequestFrame(
        RequestKind kind, long writer, long sequence, Map<String, String> headers, String name, Arguments arguments) {

    /**
     * This header and the next four identify a request of a job: by its job, its run, its item, and the call in the item's body
     * that sent the request.
     */
    public static final String JOB = "job";

    public static final String RUN = "run";
    public static final String ITEM_NUMBER = "item-number";
    public static final String ITEM = "item";
    public static final String CALL = "call";

    /**
     * The header with the position of the original request. A redrive, which sends failed requests again, adds it to each copy.
     * If the copied request is a copy itself, the position is still that of the first original.
     */
    public static final String REDRIVE_OF = "redrive-of";

    private static final RequestKind[] KINDS = RequestKind.values();

    /**
     * Encodes a request into {@code message}, whose previous content is discarded.
     *
     * @throws IllegalArgumentException if an argument has no wire type; the message gives its number, counted from 1
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
     * Decodes a request that {@link #encode} wrote. The returned object does not refer to the array.
     *
     * @param from the offset of the first event, after Chronicle's message history
     * @throws NewerFormatException if a later release wrote the request
     * @throws WireFormatException if the bytes are not a request of this format, or are damaged
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

    /** Returns the writer's id in a message, without verifying the checksum of the message. */
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

    /**
     * Whether a program with Chronicle Queue but without the Sluice client wrote the request. Such a request has no writer and no
     * number.
     */
    public boolean isForeign() {
        return writer == 0;
    }

    /** Returns the reference to this request for its result. */
    public RequestRef ref(long index) {
        return new RequestRef(index, writer, sequence, name);
    }

    /**
     * Returns the reference for the result of a request with a wrong number: a number that leaves a gap after the writer's last
     * number, or a number that no request can have. The reference names no writer, so that no writer takes the result for the
     * answer to its own request with that number.
     */
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

    /** Receives the requests of a reader, in their order. */
    public interface RequestReceiver {

        /**
         * Receives a request.
         *
         * @param index the request's index in the input
         * @param writtenNanos when the request was written: wall clock, nanoseconds since 1970, 0 if unknown
         */
        void request(long index, long writtenNanos, RequestFrame request);

        /** Receives a message that cannot be decoded. Such a message still counts as a request, and its result is a failure. */
        void undecodable(long index, long writtenNanos, String why);

        /**
         * Receives a request that must not be executed. Its result is a failure. There are two reasons. Either the request's
         * number cannot be the next number of its writer, or another process has taken over the run for which the request was
         * written.
         *
         * @param kind the kind of the failure
         */
        default void refused(long index, long writtenNanos, RequestFrame request, FailureKind kind, String why) {
            undecodable(index, writtenNanos, why);
        }

        /**
         * Receives a request that cannot be the next request of its writer, because earlier requests are missing or its number is
         * repeated. Its result is a failure of the kind {@link FailureKind#INVALID}.
         *
         * @param again true if the number may be a repetition. The writer may then wait for the result of another request that it
         *     wrote with the same number
         */
        default void misnumbered(long index, long writtenNanos, RequestFrame request, boolean again, String why) {
            refused(index, writtenNanos, request, FailureKind.INVALID, why);
        }
    }
}
