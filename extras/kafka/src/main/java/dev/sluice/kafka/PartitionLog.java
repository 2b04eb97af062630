package dev.sluice.kafka;

import dev.sluice.api.QueueException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Reads a partition up to its last stable offset, before which there is no open transaction. So the messages of a transaction are
 * visible only once the transaction is committed. Offsets may have gaps, because the markers of transactions take offsets, too.
 * Any thread.
 */
final class PartitionLog {

    private static final Duration POLL = Duration.ofMillis(500);
    private static final long LONGEST_NANOS = 60_000_000_000L;
    private static final int NEAR = 500;

    private final Brokers brokers;
    private final TopicPartition partition;

    PartitionLog(Brokers brokers, TopicPartition partition) {
        this.brokers = brokers;
        this.partition = partition;
    }

    TopicPartition partition() {
        return partition;
    }

    /** Returns the first existing offset. */
    long begin() {
        return offset(OffsetSpec.earliest()).orElseThrow();
    }

    /** Returns the offset after the last stable message. */
    long end() {
        return offset(OffsetSpec.latest()).orElseThrow();
    }

    /** Returns the offset of the first message with this timestamp or a later one; {@link #end} if there is none. */
    long since(long millis) {
        return offset(OffsetSpec.forTimestamp(Math.max(0, millis))).orElseGet(this::end);
    }

    private Optional<Long> offset(OffsetSpec spec) {
        final long offset = brokers.ask(
                        brokers.admin()
                                .listOffsets(
                                        Map.of(partition, spec), new ListOffsetsOptions(IsolationLevel.READ_COMMITTED))
                                .partitionResult(partition),
                        "the offsets of " + partition + " cannot be read")
                .offset();
        return offset < 0 ? Optional.empty() : Optional.of(offset);
    }

    /** Returns a consumer of the partition that begins at an offset. For one thread. */
    KafkaConsumer<byte[], byte[]> consumer(long from) {
        final KafkaConsumer<byte[], byte[]> consumer = brokers.consumer();
        consumer.assign(List.of(partition));
        consumer.seek(partition, from);
        return consumer;
    }

    /** Reads the existing messages from one offset (inclusive) to another (exclusive), step by step. */
    Range range(long from, long to) {
        return new Range(from, to, Long.MAX_VALUE);
    }

    /**
     * Reads the messages from an offset on, including messages that arrive during the reading.
     *
     * @param pauseNanos the minimum interval between two queries for new messages, once all existing messages are read
     */
    Range follow(long from, long pauseNanos) {
        return new Range(from, end(), pauseNanos);
    }

    /** Returns the last stable message that satisfies the condition; empty if there is none. */
    Optional<ConsumerRecord<byte[], byte[]>> last(Predicate<ConsumerRecord<byte[], byte[]>> those) {
        final long begin = begin();
        final long end = end();
        long back = NEAR;
        for (long from = end; from > begin; back *= 8) {
            from = Math.max(begin, end - back);
            ConsumerRecord<byte[], byte[]> last = null;
            try (Range range = range(from, end)) {
                while (range.next()) {
                    last = those.test(range.current()) ? range.current() : last;
                }
            }
            if (last != null) {
                return Optional.of(last);
            }
        }
        return Optional.empty();
    }

    /** Returns the first message at or after an offset; empty if there is none. */
    Optional<ConsumerRecord<byte[], byte[]>> firstFrom(long offset) {
        try (Range range = range(Math.max(offset, begin()), end())) {
            return range.next() ? Optional.of(range.current()) : Optional.empty();
        }
    }

    /**
     * Returns the offset of the first message that satisfies the condition; {@link #end} if there is none. This is a binary
     * search, so all messages after the first one must satisfy the condition, too.
     */
    long search(Predicate<ConsumerRecord<byte[], byte[]>> reached) {
        long low = begin();
        final long end = end();
        long high = end;
        while (high - low > NEAR) {
            final long middle = low + (high - low) / 2;
            final Optional<ConsumerRecord<byte[], byte[]>> found = firstFrom(middle);
            if (found.isEmpty() || reached.test(found.get())) {
                high = middle;
            } else {
                low = found.get().offset() + 1;
            }
        }
        try (Range range = range(low, end)) {
            while (range.next()) {
                if (reached.test(range.current())) {
                    return range.current().offset();
                }
            }
        }
        return end;
    }

    /**
     * Returns the options to close a consumer at once. They suit a consumer without a group, because it need not notify a group.
     */
    static CloseOptions atOnce() {
        return CloseOptions.timeout(Duration.ZERO);
    }

    /** The messages from one offset (inclusive) to another (exclusive). For one thread. */
    final class Range implements AutoCloseable {

        private final KafkaConsumer<byte[], byte[]> consumer;
        private final long pauseNanos;
        private long to;
        private long askedNanos = System.nanoTime();
        private @Nullable ConsumerRecord<byte[], byte[]> current;
        private List<ConsumerRecord<byte[], byte[]>> read = List.of();
        private int at = -1;

        private Range(long from, long to, long pauseNanos) {
            this.consumer = consumer(from);
            this.to = to;
            this.pauseNanos = pauseNanos;
        }

        /**
         * Moves to the next message, and waits for the brokers if necessary.
         *
         * @return false if there is no further message up to the end
         * @throws QueueException if the messages cannot be read
         */
        boolean next() {
            if (step()) {
                return true;
            }
            if (System.nanoTime() - askedNanos < pauseNanos) {
                return false;
            }
            to = end();
            askedNanos = System.nanoTime();
            return step();
        }

        private boolean step() {
            final long begun = System.nanoTime();
            while (at + 1 == read.size()) {
                if (consumer.position(partition) >= to) {
                    return false;
                }
                if (System.nanoTime() - begun > LONGEST_NANOS) {
                    throw new QueueException(partition + " cannot be read from offset " + consumer.position(partition)
                            + " on: the brokers have given nothing for a minute");
                }
                final ConsumerRecords<byte[], byte[]> polled;
                try {
                    polled = consumer.poll(POLL);
                } catch (final KafkaException e) {
                    throw new QueueException(partition + " cannot be read further: " + Brokers.reason(e), e);
                }
                read = polled.records(partition);
                at = -1;
            }
            if (read.get(at + 1).offset() >= to) {
                return false;
            }
            at++;
            current = read.get(at);
            return true;
        }

        /** Returns the current message. */
        ConsumerRecord<byte[], byte[]> current() {
            return Objects.requireNonNull(current, "next() has found no message");
        }

        @Override
        public void close() {
            consumer.close(atOnce());
        }
    }
}
