package dev.sluice.kafka;

import dev.sluice.api.QueueException;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;

/**
 * Brings messages of a partition into memory on a thread of its own, so that whoever takes them never waits: some ahead, bounded by
 * their number and their bytes. One thread takes them.
 */
final class Fetcher implements AutoCloseable {

    private static final int MOST_MESSAGES = 20_000;
    private static final long MOST_BYTES = 32L << 20;
    private static final Duration POLL = Duration.ofSeconds(1);

    private final PartitionLog log;
    private final long endAtOpening;
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final Queue<ConsumerRecord<byte[], byte[]>> ahead = new ConcurrentLinkedQueue<>();
    private final AtomicInteger messages = new AtomicInteger();
    private final AtomicLong bytes = new AtomicLong();
    private final Thread thread;
    private volatile Runnable service = () -> {};
    private volatile long position;
    private volatile boolean full;
    private volatile boolean closed;
    private volatile @Nullable Throwable failure;

    /** @param endAtOpening what is before that offset is waited for; 0: nothing is */
    Fetcher(PartitionLog log, long from, long endAtOpening) {
        this.log = log;
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
                fetch();
            }
        } catch (final Throwable e) { // whoever takes messages hears of it, whatever it was
            failure = e;
            service.run();
        } finally {
            consumer.close(PartitionLog.atOnce());
        }
    }

    private void fetch() {
        full = messages.get() >= MOST_MESSAGES || bytes.get() >= MOST_BYTES;
        if (full) {
            consumer.pause(consumer.assignment());
        } else {
            consumer.resume(consumer.paused());
        }
        final int before = messages.get();
        try {
            for (final ConsumerRecord<byte[], byte[]> message :
                    consumer.poll(POLL).records(log.partition())) {
                bytes.addAndGet(size(message));
                ahead.add(message);
                messages.incrementAndGet();
            }
            position = consumer.position(log.partition());
        } catch (final WakeupException e) {
            return; // there is room again, or it is over
        }
        if (before != messages.get()) {
            service.run();
        }
    }

    private static long size(ConsumerRecord<byte[], byte[]> message) {
        return 128 + (message.value() == null ? 0 : message.value().length);
    }

    /** Runs that whenever messages have come, on any thread. */
    void wakeWith(Runnable waiting) {
        service = waiting;
    }

    /**
     * The next message, or null if there is none now. Waits only for what was there when this was opened.
     *
     * @throws QueueException if nothing more can be read
     */
    @Nullable
    ConsumerRecord<byte[], byte[]> peek() {
        ConsumerRecord<byte[], byte[]> next = ahead.peek();
        while (next == null && position < endAtOpening && failure == null) {
            LockSupport.parkNanos(100_000);
            next = ahead.peek();
        }
        final Throwable failed = failure;
        if (next == null && failed != null) {
            throw new QueueException(
                    log.partition() + " cannot be read from offset " + position + " on: " + Brokers.reason(failed),
                    failed);
        }
        return next == null ? ahead.peek() : next; // position may have been read after a message came
    }

    /** Takes the message that was looked at away. */
    void take() {
        final ConsumerRecord<byte[], byte[]> taken = ahead.remove();
        final long left = bytes.addAndGet(-size(taken));
        if (messages.decrementAndGet() < MOST_MESSAGES / 2 && left < MOST_BYTES / 2 && full) {
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
