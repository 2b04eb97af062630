package dev.sluice.examples.kafka;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;

/** Watches, on a thread of its own, when results of the lanes become visible. */
final class ResultWatch implements AutoCloseable {

    private static final Duration POLL = Duration.ofMillis(200);

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final List<TopicPartition> lanes;
    private final Arrivals arrivals = new Arrivals();
    private final Thread thread = new Thread(this::watch, "demo-watch");

    private ResultWatch(String bootstrap, String topic, int count) {
        consumer = PlainConsumer.open(bootstrap);
        lanes = IntStream.range(0, count)
                .mapToObj(lane -> new TopicPartition(topic, lane))
                .toList();
    }

    static ResultWatch begin(String bootstrap, String topic, int lanes) {
        final ResultWatch watch = new ResultWatch(bootstrap, topic, lanes);
        watch.thread.setDaemon(true);
        watch.thread.start();
        return watch;
    }

    Arrivals arrivals() {
        return arrivals;
    }

    private void watch() {
        try (consumer) {
            consumer.assign(lanes);
            consumer.seekToBeginning(lanes);
            while (!Thread.currentThread().isInterrupted()) {
                final var polled = consumer.poll(POLL);
                final long now = System.currentTimeMillis();
                for (final TopicPartition lane : polled.partitions()) {
                    final List<ConsumerRecord<byte[], byte[]>> seen = polled.records(lane);
                    arrivals.add(lane.partition(), PlainConsumer.writtenMillis(seen.get(seen.size() - 1)), now);
                }
            }
        } catch (final WakeupException closed) {
            return;
        }
    }

    /** Has the thread end. */
    @Override
    public void close() {
        consumer.wakeup();
    }
}
