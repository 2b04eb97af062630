package dev.sluice.kafka;

import dev.sluice.api.QueueException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes the small values of one lane, for example the positions of named readers, and its notices, which are small
 * documents for other processes. The values are in the control topic, a compacted topic in which the last value of a key counts.
 * Keys are {@code LANE/KIND/NAME}, and values are text. Any thread.
 */
final class Control implements AutoCloseable {

    private static final Duration POLL = Duration.ofMillis(500);
    private static final long LATER_MILLIS = 200;
    private static final long LONGEST_NANOS = 60_000_000_000L;

    private final PartitionLog log;
    private final String lane;
    private final KafkaProducer<byte[], byte[]> producer;
    private final Map<String, byte[]> values = new TreeMap<>();
    /** Guarded by itself and not by this object, so that {@link #later} does not wait for the brokers. */
    private final TreeMap<String, Supplier<String>> waiting = new TreeMap<>();

    private @Nullable KafkaConsumer<byte[], byte[]> consumer;
    /** The last message that was sent. Once it is acknowledged, all earlier messages are acknowledged, too. */
    private Future<?> last = CompletableFuture.completedFuture(null);

    private @Nullable Thread thread;
    private volatile boolean closed;

    Control(Brokers brokers, KafkaAddress address) {
        this.log = new PartitionLog(brokers, new TopicPartition(address.control(), 0));
        this.lane = address.partition() + "/";
        this.producer = brokers.producer();
    }

    /** Returns a description of a key and its topic, for error messages. */
    String place(String kind, String name) {
        return "key " + lane + kind + "/" + name + " of the topic "
                + log.partition().topic();
    }

    /**
     * Returns the value of a key; empty if it has none.
     *
     * @throws QueueException if the topic cannot be read
     */
    synchronized Optional<String> get(String kind, String name) {
        refresh();
        return Optional.ofNullable(values.get(key(kind, name))).map(bytes -> new String(bytes, StandardCharsets.UTF_8));
    }

    /** Returns the names of a kind that have a value, sorted. */
    List<String> names(String kind) {
        return List.copyOf(values(kind).keySet());
    }

    /** Returns the values of a kind, sorted by name. */
    synchronized Map<String, String> values(String kind) {
        refresh();
        final String begin = key(kind, "");
        final Map<String, String> found = new TreeMap<>();
        values.forEach((key, value) -> {
            if (key.startsWith(begin)) {
                found.put(key.substring(begin.length()), new String(value, StandardCharsets.UTF_8));
            }
        });
        return found;
    }

    /**
     * Sets the value of a key. When this returns, every in-sync broker has the value.
     *
     * @throws QueueException if the brokers refuse the value
     */
    void put(String kind, String name, String value) {
        set(kind, name, value.getBytes(StandardCharsets.UTF_8));
    }

    /** Sets the value of a key that belongs to all lanes. */
    void putOfAll(String key, String value) {
        final Future<?> sent;
        synchronized (waiting) {
            sent = send(key, value.getBytes(StandardCharsets.UTF_8));
        }
        await(sent);
    }

    /** Removes the value of a key. */
    void remove(String kind, String name) {
        set(kind, name, null);
    }

    /** Removes the values of keys, in the order of the list. */
    void removeAll(String kind, List<String> names) {
        synchronized (waiting) {
            names.forEach(name -> send(key(kind, name), null));
        }
        flush();
    }

    private void set(String kind, String name, byte @Nullable [] value) {
        final Future<?> sent;
        synchronized (waiting) {
            waiting.remove(key(kind, name));
            sent = send(key(kind, name), value);
        }
        await(sent);
    }

    /** Sends a new value for a key, and does not wait for the brokers. */
    void send(String kind, String name, String value) {
        synchronized (waiting) {
            send(key(kind, name), value.getBytes(StandardCharsets.UTF_8));
        }
    }

    private Future<?> send(String key, byte @Nullable [] value) {
        last = producer.send(
                new ProducerRecord<>(log.partition().topic(), 0, key.getBytes(StandardCharsets.UTF_8), value));
        return last;
    }

    private void await(Future<?> sent) {
        Brokers.await(sent, "the topic " + log.partition().topic());
    }

    /**
     * Sends a new value for a key later: within a fifth of a second, or at the next {@link #flush}. The supplier is called only
     * when the value is sent. This method never waits.
     */
    void later(String kind, String name, Supplier<String> value) {
        synchronized (waiting) {
            waiting.put(key(kind, name), value);
            if (thread == null) {
                thread = new Thread(
                        this::run, "sluice-control-" + lane + log.partition().topic());
                thread.setDaemon(true);
                thread.start();
            }
        }
    }

    private void run() {
        synchronized (waiting) {
            while (!closed) {
                try {
                    waiting.wait(LATER_MILLIS);
                    sendWaiting();
                } catch (final InterruptedException e) {
                    Thread.currentThread().interrupt();
                    return;
                } catch (final KafkaException e) {
                    continue; // flush() reports the error to its caller; later values are still sent
                }
            }
        }
    }

    /**
     * Sends the waiting values. The values are obtained from their suppliers in the order of the keys, and sent in the reverse
     * order. So of a named client's two values, the position of the reader is obtained first and sent last. If the process is
     * killed before the position is sent, results may be read again, but none is skipped.
     */
    private void sendWaiting() {
        synchronized (waiting) {
            final TreeMap<String, byte[]> now = new TreeMap<>();
            waiting.forEach((key, value) -> now.put(key, value.get().getBytes(StandardCharsets.UTF_8)));
            waiting.clear();
            now.descendingMap().forEach(this::send);
        }
    }

    /** Sends the waiting values, and waits until the brokers have these and all earlier values. */
    void flush() {
        final Future<?> sent;
        synchronized (waiting) {
            sendWaiting();
            sent = last;
        }
        await(sent);
    }

    private String key(String kind, String name) {
        return lane + kind + "/" + name;
    }

    private void refresh() {
        try {
            KafkaConsumer<byte[], byte[]> reading = consumer;
            if (reading == null) {
                reading = log.consumer(log.begin());
                consumer = reading;
            }
            final long end = log.end();
            final long begun = System.nanoTime();
            while (reading.position(log.partition()) < end) {
                reading.poll(POLL).forEach(this::take);
                if (System.nanoTime() - begun > LONGEST_NANOS) {
                    throw new QueueException("the topic " + log.partition().topic() + " could not be read in a minute");
                }
            }
        } catch (final KafkaException e) {
            throw new QueueException(
                    "the topic " + log.partition().topic() + " cannot be read: " + Brokers.reason(e), e);
        }
    }

    private void take(ConsumerRecord<byte[], byte[]> message) {
        final String key = new String(message.key(), StandardCharsets.UTF_8);
        if (!key.startsWith(lane)) {
            return;
        } else if (message.value() == null) {
            values.remove(key);
        } else {
            values.put(key, message.value());
        }
    }

    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        synchronized (waiting) {
            closed = true;
            waiting.notifyAll();
        }
        try {
            flush();
        } finally {
            producer.close(Duration.ofSeconds(1));
            if (consumer != null) {
                consumer.close(PartitionLog.atOnce());
            }
        }
    }
}
