package dev.sluice.kafka;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeader;

/**
 * The header of requests and results on Kafka. It replaces the history that messages have in queue files, and consists of
 * big-endian numbers of eight bytes. For a request, the numbers are the time of writing and, if the request belongs to a run, the
 * offset of the run's claim, see {@link Claims}. For a result, the numbers are the offset of its request, the times at which the
 * request was written and read, and the time at which the result was written. Times are wall clock times in nanoseconds since
 * 1970.
 */
final class Stamps {

    static final String HEADER = "sluice-history";

    private static final int RESULT = 4;
    private static final byte[] NO_NUMBERS = {};

    private Stamps() {}

    /** Returns the wall clock time in nanoseconds since 1970. */
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

    /**
     * Returns the content of this header, which is the bytes of all numbers of the message; no bytes if the message has no such
     * header.
     */
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

    /** Returns the time at which a request was written. If another program wrote it, this is the timestamp of the record. */
    static long requestWritten(ConsumerRecord<byte[], byte[]> request) {
        return requestWritten(request, numbers(request.headers()));
    }

    /** Returns the time at which a request with these numbers was written. */
    static long requestWritten(ConsumerRecord<byte[], byte[]> request, byte[] numbers) {
        return number(numbers, 0, request.timestamp() * 1_000_000);
    }

    /** Returns the claim in the numbers of a request; {@link Claims#NONE} if the request belongs to no run. */
    static long claim(byte[] numbers) {
        return number(numbers, 1, Claims.NONE);
    }

    /** Returns the offset of the request that a result answers; -1 if the header does not say. */
    static long answered(ConsumerRecord<byte[], byte[]> result) {
        return answered(result.headers());
    }

    /** Returns the offset of the request that a result with these headers answers; -1 if they do not say. */
    static long answered(Headers result) {
        return number(result, 0, -1);
    }

    /**
     * Returns one of a result's times: 0 when its request was written, 1 when its request was read, 2 when the result was
     * written.
     */
    static long time(ConsumerRecord<byte[], byte[]> result, int number) {
        return number + 1 < RESULT ? number(result.headers(), number + 1, 0) : 0;
    }

    /** Returns the time at which a result was written. */
    static long resultWritten(ConsumerRecord<byte[], byte[]> result) {
        return number(result.headers(), RESULT - 1, result.timestamp() * 1_000_000);
    }
}
