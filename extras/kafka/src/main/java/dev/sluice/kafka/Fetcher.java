package dev.sluice.kafka;

import dev.sluice.api.QueueException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;

/**
 * Reads messages of a partition into memory in advance, on a dedicated thread, so that the thread that consumes the messages
 * never waits. The number and the total size of the messages in memory are limited. Only one thread may consume messages.
 */
final class Fetcher implements AutoCloseable {

    /**
     * The maximum number of messages in memory. The number is low, so that a message is still in the processor's cache when it is
     * consumed.
     */
    private static final int MOST_MESSAGES = 5_000;

    private static final long MOST_BYTES = 32L << 20;
    private static final Duration POLL = Duration.ofSeconds(1);

    private final PartitionLog log;
    private final long endAtOpening;
    private final TopicWatch watch;
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final Queue<Batch> ahead = new ConcurrentLinkedQueue<>();
    private final AtomicInteger messages = new AtomicInteger();
    private final AtomicLong bytes = new AtomicLong();
    private final Thread thread;
    /** The batch whose messages are being consumed; {@link #at} is the index of the next message in the batch. */
    private @Nullable Batch current;

    private int at;
    private volatile Runnable service = () -> {};
    private volatile long position;
    private volatile boolean full;
    private volatile boolean closed;
    private volatile @Nullable Throwable failure;
    private volatile String why = "";

    private record Batch(List<ConsumerRecord<byte[], byte[]>> messages, long bytes) {}

    /** @param endAtOpening {@link #peek} waits for messages before this offset; 0 if it must never wait */
    Fetcher(PartitionLog log, long from, long endAtOpening, TopicWatch watch) {
        this.log = log;
        this.watch = watch;
        this.endAtOpening = endAtOpening;
        this.position = from;
        this.consumer = log.consumer(from);
        this.thread = new Thread(this::run, "sluice-fetch-" + log.partition());
        this.thread.setDaemon(true);
        this.thread.start();
    }

    private void run() {
        try {
            while (!closed) {
                watch.look();
                fetch();
            }
        } catch (final Throwable e) { // any error is passed on to the thread that consumes messages
            why = why(e);
            failure = e;
            service.run();
        } finally {
            consumer.close(PartitionLog.atOnce());
        }
    }

    private String why(Throwable e) {
        if (e instanceof QueueException) {
            return String.valueOf(e.getMessage());
        } else if (!(e instanceof OffsetOutOfRangeException)) {
            return Brokers.reason(e);
        }
        try {
            return "the partition begins at " + log.begin() + " and ends at " + log.end()
                    + ": messages were deleted, or the topic was created again";
        } catch (final QueueException unknown) {
            return "messages were deleted, or the topic was created again (" + unknown.getMessage() + ")";
        }
    }

    private void fetch() {
        full = messages.get() >= MOST_MESSAGES || bytes.get() >= MOST_BYTES;
        if (full) {
            consumer.pause(consumer.assignment());
        } else {
            consumer.resume(consumer.paused());
        }
        boolean any = false;
        try {
            final List<ConsumerRecord<byte[], byte[]>> polled =
                    consumer.poll(POLL).records(log.partition());
            any = !polled.isEmpty();
            if (any) {
                add(new Batch(polled, polled.stream().mapToLong(Fetcher::size).sum()));
            }
            position = consumer.position(log.partition());
        } catch (final WakeupException e) {
            // there is space for messages again, or the fetcher was closed
        }
        if (any) {
            service.run();
        }
    }

    private void add(Batch batch) {
        bytes.addAndGet(batch.bytes());
        messages.addAndGet(batch.messages().size());
        ahead.add(batch);
    }

    private static long size(ConsumerRecord<byte[], byte[]> message) {
        return 128 + (message.value() == null ? 0 : message.value().length);
    }

    /** Sets a task that runs, on the fetching thread, whenever messages have arrived. */
    void wakeWith(Runnable waiting) {
        service = waiting;
    }

    /**
     * Returns the next message, or null if there is none now. Waits only for messages before {@code endAtOpening}.
     *
     * @throws QueueException if nothing more can be read
     */
    @Nullable
    ConsumerRecord<byte[], byte[]> peek() {
        if (current == null) {
            current = next();
            at = 0;
        }
        return current == null ? null : current.messages().get(at);
    }

    private @Nullable Batch next() {
        Batch next = ahead.poll();
        while (next == null && position < endAtOpening && failure == null) {
            LockSupport.parkNanos(100_000);
            next = ahead.poll();
        }
        final Throwable failed = failure;
        if (next == null && failed != null) {
            throw new QueueException(
                    log.partition() + " cannot be read from offset " + position + " on: " + why, failed);
        }
        return next == null ? ahead.poll() : next; // a batch may have come after the last poll
    }

    /** Removes the message that {@link #peek} returned. */
    void take() {
        final Batch batch = Objects.requireNonNull(current, "peek() has returned no message");
        if (++at < batch.messages().size()) {
            return;
        }
        current = null;
        final long left = bytes.addAndGet(-batch.bytes());
        if (messages.addAndGet(-batch.messages().size()) < MOST_MESSAGES / 2 && left < MOST_BYTES / 2 && full) {
            full = false;
            consumer.wakeup();
        }
    }

    @Override
    public void close() {
        closed = true;
        consumer.wakeup();
        try {
            thread.join();
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
