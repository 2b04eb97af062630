package dev.sluice.examples.kafka;

import java.nio.ByteBuffer;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** A consumer as anybody makes one, and what it reads in the header of a result: nothing of Sluice's. */
final class PlainConsumer {

    private static final String HISTORY = "sluice-history";
    private static final String CLAIM = "sluice-claim";
    private static final int WRITTEN = 3;
    private static final long MILLI = 1_000_000;

    private PlainConsumer() {}

    static KafkaConsumer<byte[], byte[]> open(String bootstrap) {
        return new KafkaConsumer<>(
                Map.of(
                        ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        bootstrap,
                        ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                        "read_committed",
                        ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
                        "earliest",
                        ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
                        false),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
    }

    /** Whether a message of the requests is one: a claim of a run has no value, and no result. */
    static boolean isRequest(ConsumerRecord<byte[], byte[]> message) {
        return message.value() != null || message.headers().lastHeader(CLAIM) == null;
    }

    /** The offset of the request that a result answers. */
    static long answered(ConsumerRecord<byte[], byte[]> result) {
        return number(result, 0);
    }

    /** When a result was written, in milliseconds since 1970. */
    static long writtenMillis(ConsumerRecord<byte[], byte[]> result) {
        return number(result, WRITTEN) / MILLI;
    }

    private static long number(ConsumerRecord<byte[], byte[]> result, int place) {
        return ByteBuffer.wrap(result.headers().lastHeader(HISTORY).value()).getLong(place * Long.BYTES);
    }
}
