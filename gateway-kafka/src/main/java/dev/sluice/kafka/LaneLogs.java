package dev.sluice.kafka;

import dev.sluice.api.QueueException;
import dev.sluice.api.QueueOptions;
import dev.sluice.internal.wire.KnownColumns;
import dev.sluice.internal.wire.MessageReader;
import dev.sluice.internal.wire.ResultFrame;
import dev.sluice.internal.wire.WireFormatException;
import dev.sluice.transport.LastAnswered;
import dev.sluice.transport.RequestReader;
import dev.sluice.transport.RunPlace.Place;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** The partitions, keys and producers of a lane on Kafka, which its writers, readers and gateway share. Any thread. */
final class LaneLogs implements AutoCloseable {

    /** The kind of the gateway's keys. */
    static final String GATEWAY = "gateway";
    /** The key that says which requests the results answer. */
    static final String ANSWERED = "answered";

    private final KafkaAddress address;
    private final QueueOptions options;
    private final Brokers brokers;
    private final UUID id;
    private final PartitionLog requests;
    private final PartitionLog results;
    private final Control control;
    private @Nullable KafkaProducer<byte[], byte[]> producer;

    /**
     * @param brokers its own, which it closes
     * @param topic the id of the topic of requests: one that is made anew is another queue
     */
    LaneLogs(KafkaAddress address, QueueOptions options, Brokers brokers, String topic) {
        this.address = address;
        this.options = options;
        this.brokers = brokers;
        this.id = UUID.nameUUIDFromBytes((topic + "/" + address.partition()).getBytes(StandardCharsets.UTF_8));
        this.requests = new PartitionLog(brokers, new TopicPartition(address.requests(), address.partition()));
        this.results = new PartitionLog(brokers, new TopicPartition(address.results(), address.partition()));
        this.control = new Control(brokers, address);
    }

    KafkaAddress address() {
        return address;
    }

    QueueOptions options() {
        return options;
    }

    Brokers brokers() {
        return brokers;
    }

    /** The id of the requests. */
    UUID inputId() {
        return id;
    }

    PartitionLog requestLog() {
        return requests;
    }

    PartitionLog resultLog() {
        return results;
    }

    Control control() {
        return control;
    }

    /** The producer that all writers of this share. */
    synchronized KafkaProducer<byte[], byte[]> requestProducer() {
        if (producer == null) {
            producer = brokers.producer();
        }
        return producer;
    }

    /** The gateway's producer of results. */
    KafkaProducer<byte[], byte[]> transactionalProducer() {
        return brokers.producer("sluice." + address.name() + "." + address.partition());
    }

    /** After the last result there is. */
    Place lastPlace() {
        return lastAnswered()
                .map(last -> new Place(last.resultIndex(), last.resultSequence()))
                .orElse(Place.START);
    }

    /**
     * The request answered last, by the last result up to the stable end.
     *
     * @throws QueueException if that cannot be read
     */
    Optional<LastAnswered> lastAnswered() {
        return results.last().map(last -> {
            final byte[] bytes = last.value() == null ? new byte[0] : last.value();
            final ResultFrame frame;
            try {
                frame = ResultFrame.decode(bytes, 0, bytes.length, new MessageReader(), new KnownColumns());
            } catch (final WireFormatException e) {
                throw new QueueException(
                        "the last result, at offset " + last.offset() + " of " + results.partition()
                                + ", cannot be read: " + e.getMessage(),
                        e);
            }
            return new LastAnswered(
                    frame.request().index(),
                    frame.sequence(),
                    last.offset(),
                    frame.request().writer(),
                    frame.request().sequence());
        });
    }

    /** The id of the requests that the results say they answer. */
    Optional<UUID> answeredInput() {
        return control.get(GATEWAY, ANSWERED).map(UUID::fromString);
    }

    /** A reader from that request on, or the first there is, which waits for what is there now. */
    RequestReader requestsFrom(long offset) {
        return new KafkaRequestReader(requests, Math.max(offset, requests.begin()), requests.end());
    }

    @Override
    public synchronized void close() {
        try {
            control.close();
        } finally {
            try {
                if (producer != null) {
                    producer.close(Duration.ofSeconds(1));
                }
            } finally {
                brokers.close();
            }
        }
    }
}
