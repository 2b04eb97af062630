package dev.sluice.perf.kafka;

import dev.sluice.perf.lab.ChildJvm;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads committed results from a topic with a plain consumer, in the same way for all variants. Not thread-safe. */
final class CommittedResults implements AutoCloseable {

    private static final Duration POLL = Duration.ofMillis(200);
    private static final long PATIENCE_NANOS = Duration.ofSeconds(60).toNanos();

    private final TopicPartition partition;
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final List<byte[]> values = new ArrayList<>();

    /** @param topic a topic with one partition */
    CommittedResults(String bootstrap, String topic) {
        this.partition = new TopicPartition(topic, 0);
        this.consumer = new KafkaConsumer<>(
                Map.of(
                        ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        bootstrap,
                        ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                        "read_committed",
                        ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
                        "latest",
                        ConsumerConfig.MAX_POLL_RECORDS_CONFIG,
                        5_000,
                        ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
                        false),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
        consumer.assign(List.of(this.partition));
    }

    /** Forgets the results read so far, and continues with the next result. */
    void forget() {
        values.clear();
    }

    /** Forgets the results read so far, and continues with the results that are written from now on. */
    void begin() {
        forget();
        consumer.seekToEnd(List.of(partition));
        consumer.position(partition);
    }

    /**
     * Waits until the given number of results has been read, and returns them.
     *
     * @throws IllegalStateException if the worker has ended, or no result has come for a minute
     */
    List<byte[]> await(int count, ChildJvm worker) {
        long since = System.nanoTime();
        while (values.size() < count) {
            for (final ConsumerRecord<byte[], byte[]> result : consumer.poll(POLL)) {
                values.add(result.value());
                since = System.nanoTime();
            }
            if (System.nanoTime() - since > POLL.toNanos()) {
                worker.checkAlive();
            }
            if (System.nanoTime() - since > PATIENCE_NANOS) {
                throw new IllegalStateException("Only " + values.size() + " of " + count + " results came from "
                        + partition + ", and none in the last 60 s");
            }
        }
        return values;
    }

    @Override
    public void close() {
        consumer.close();
    }
}
