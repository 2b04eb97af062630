package dev.sluice.examples.kafka;

import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;

/**
 * The requests and the committed results of all lanes, counted.
 *
 * @param lost requests that no result answers
 * @param twice results that are not the first one of a request
 * @param outOfOrder results of a request that come after the result of a later one of its lane
 */
record ResultCount(long requests, long results, long lost, long twice, long outOfOrder) {

    private static final Duration POLL = Duration.ofSeconds(1);

    /** Reads all there is. */
    static ResultCount of(String bootstrap, String requests, String results, int lanes) {
        ResultCount all = new ResultCount(0, 0, 0, 0, 0);
        try (KafkaConsumer<byte[], byte[]> consumer = PlainConsumer.open(bootstrap)) {
            for (int lane = 0; lane < lanes; lane++) {
                all = all.plus(lane(consumer, new TopicPartition(requests, lane), new TopicPartition(results, lane)));
            }
        }
        return all;
    }

    private static ResultCount lane(
            KafkaConsumer<byte[], byte[]> consumer, TopicPartition requests, TopicPartition results) {
        final BitSet unanswered = new BitSet();
        readAll(
                consumer,
                requests,
                message -> unanswered.set(Math.toIntExact(message.offset()), PlainConsumer.isRequest(message)));
        final int asked = unanswered.cardinality();
        final long[] counts = new long[3];
        final int[] latest = {-1};
        readAll(consumer, results, result -> {
            final int answered = Math.toIntExact(PlainConsumer.answered(result));
            final boolean first = unanswered.get(answered);
            counts[first ? 0 : 1]++;
            counts[2] += first && answered < latest[0] ? 1 : 0;
            latest[0] = Math.max(latest[0], answered);
            unanswered.clear(answered);
        });
        return new ResultCount(asked, counts[0] + counts[1], unanswered.cardinality(), counts[1], counts[2]);
    }

    private static void readAll(
            KafkaConsumer<byte[], byte[]> consumer,
            TopicPartition partition,
            Consumer<ConsumerRecord<byte[], byte[]>> reader) {
        consumer.assign(List.of(partition));
        consumer.seekToBeginning(List.of(partition));
        final long end = consumer.endOffsets(List.of(partition)).get(partition);
        while (consumer.position(partition) < end) {
            consumer.poll(POLL).forEach(reader);
        }
    }

    private ResultCount plus(ResultCount other) {
        return new ResultCount(
                requests + other.requests,
                results + other.results,
                lost + other.lost,
                twice + other.twice,
                outOfOrder + other.outOfOrder);
    }

    boolean isExact() {
        return lost == 0 && twice == 0 && outOfOrder == 0;
    }
}
