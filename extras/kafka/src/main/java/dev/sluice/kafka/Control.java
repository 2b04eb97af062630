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
 * The compacted topic of one lane's names and notices: the last value of a key is its value. Keys are {@code LANE/KIND/NAME}, values
 * are text. Any thread.
 */
final class Control implements AutoCloseable {

    private static final Duration POLL = Duration.ofMillis(500);
    private static final long LATER_MILLIS = 200;
    private static final long LONGEST_NANOS = 60_000_000_000L;

    private final PartitionLog log;
    private final String lane;
    private final KafkaProducer<byte[], byte[]> producer;
    private final Map<String, byte[]> values = new TreeMap<>();
    /** Guarded by itself, so that nobody who writes later waits for the brokers. */
    private final TreeMap<String, Supplier<String>> waiting = new TreeMap<>();

    private @Nullable KafkaConsumer<byte[], byte[]> consumer;
    /** The last send: when it is acknowledged, all before it are. */
    private Future<?> last = CompletableFuture.completedFuture(null);

    private @Nullable Thread thread;
    private volatile boolean closed;

    Control(Brokers brokers, KafkaAddress address) {
        this.log = new PartitionLog(brokers, new TopicPartition(address.control(), 0));
        this.lane = address.partition() + "/";
        this.producer = brokers.producer();
    }

    /** Where that key is, for messages. */
    String place(String kind, String name) {
        return "key " + lane + kind + "/" + name + " of the topic "
                + log.partition().topic();
    }

    /**
     * Returns the value of a key; empty if it has none.
     *
     * @throws QueueException if the brokers do not say
     */
    synchronized Optional<String> get(String kind, String name) {
        refresh();
        return Optional.ofNullable(values.get(key(kind, name))).map(bytes -> new String(bytes, StandardCharsets.UTF_8));
    }

    /** The names of that kind that have a value, in order. */
    List<String> names(String kind) {
        return List.copyOf(values(kind).keySet());
    }

    /** The values of that kind by name, in order. */
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
     * Gives a key that value; every broker in sync has it when this returns.
     *
     * @throws QueueException if the brokers do not take it
     */
    void put(String kind, String name, String value) {
        set(kind, name, value.getBytes(StandardCharsets.UTF_8));
    }

    /** Gives a key that is not one of a lane that value. */
    void putOfAll(String key, String value) {
        final Future<?> sent;
        synchronized (waiting) {
            sent = send(key, value.getBytes(StandardCharsets.UTF_8));
        }
        await(sent);
    }

    /** Takes a key's value away. */
    void remove(String kind, String name) {
        set(kind, name, null);
    }

    /** Takes the values of keys away, in that order. */
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

    /** Gives a key that value in its turn, and does not wait for the brokers. */
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

    /** Gives a key the value that it will then have, soon: within a fifth of a second, or at the next {@link #flush}. Never waits. */
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
                    continue; // whoever waits for a value hears of it; the next one is tried again
                }
            }
        }
    }

    /**
     * Sends what waits. A reader's place is looked at before what its writer knows to be answered, and sent after it: a kill between the
     * two leaves results to be read again, and none that was passed.
     */
    private void sendWaiting() {
        synchronized (waiting) {
            final TreeMap<String, byte[]> now = new TreeMap<>();
            waiting.forEach((key, value) -> now.put(key, value.get().getBytes(StandardCharsets.UTF_8)));
            waiting.clear();
            now.descendingMap().forEach(this::send);
        }
    }

    /** Writes what is to be written later, and waits for it and all before. */
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
