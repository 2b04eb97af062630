package dev.sluice.kafka;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeader;

/**
 * The header of each message that the queue format has as its history: big-endian numbers of eight bytes. A request has the time
 * when it was written, and one of a run the offset of its claim; a result the offset of its request, and the times when that was written and read, and when it was written
 * itself. Times are wall clock, nanoseconds since 1970.
 */
final class Stamps {

    static final String HEADER = "sluice-history";

    private static final int RESULT = 4;
    private static final byte[] NO_NUMBERS = {};

    private Stamps() {}

    /** The wall clock, nanoseconds since 1970. */
    static long nowNanos() {
        final Instant now = Instant.now();
        return now.getEpochSecond() * 1_000_000_000L + now.getNano();
    }

    static List<Header> of(long... numbers) {
        final ByteBuffer bytes = ByteBuffer.allocate(numbers.length * Long.BYTES);
        for (final long number : numbers) {
            bytes.putLong(number);
        }
        return List.of(new RecordHeader(HEADER, bytes.array()));
    }

    /** The numbers of a message, for those who read several of them; none if it has no such header. */
    static byte[] numbers(Headers headers) {
        final Header header = headers.lastHeader(HEADER);
        return header == null || header.value() == null ? NO_NUMBERS : header.value();
    }

    private static long number(Headers headers, int place, long none) {
        return number(numbers(headers), place, none);
    }

    private static long number(byte[] numbers, int place, long none) {
        return numbers.length < (place + 1) * Long.BYTES
                ? none
                : ByteBuffer.wrap(numbers).getLong(place * Long.BYTES);
    }

    /** When a request was written; by the broker's or its writer's clock where another program wrote it. */
    static long requestWritten(ConsumerRecord<byte[], byte[]> request) {
        return requestWritten(request, numbers(request.headers()));
    }

    /** When a request with these numbers was written. */
    static long requestWritten(ConsumerRecord<byte[], byte[]> request, byte[] numbers) {
        return number(numbers, 0, request.timestamp() * 1_000_000);
    }

    /** The claim of the run that a request with these numbers is of, {@link Claims#NONE} if it is of none. */
    static long claim(byte[] numbers) {
        return number(numbers, 1, Claims.NONE);
    }

    /** The offset of the request that a result answers, -1 if it does not say. */
    static long answered(ConsumerRecord<byte[], byte[]> result) {
        return answered(result.headers());
    }

    /** The offset of the request that a result with these headers answers, -1 if it does not say. */
    static long answered(Headers result) {
        return number(result, 0, -1);
    }

    /** The time of a result with that number, from 0: its request written, read, and itself written. */
    static long time(ConsumerRecord<byte[], byte[]> result, int number) {
        return number + 1 < RESULT ? number(result.headers(), number + 1, 0) : 0;
    }

    /** When a result was written. */
    static long resultWritten(ConsumerRecord<byte[], byte[]> result) {
        return number(result.headers(), RESULT - 1, result.timestamp() * 1_000_000);
    }
}
