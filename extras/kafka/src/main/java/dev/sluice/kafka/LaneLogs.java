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
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.RecordMetadata;
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
    private final Topics topics;
    private final List<TopicDescription> opened;
    private final int lanes;
    private final PartitionLog requests;
    private final PartitionLog results;
    private final Control control;
    private final Set<Long> writers = ConcurrentHashMap.newKeySet();
    /** The claims that the gateway's reader passes. */
    private volatile Claims claims = Claims.from("", Claims.NONE);
    /** The claim of the run that is open here, which each request carries. */
    private volatile long claim = Claims.NONE;

    private volatile @Nullable String openRun;
    private volatile @Nullable QueueException unsent;
    private volatile @Nullable KafkaProducer<byte[], byte[]> producer;

    /**
     * @param brokers its own, which it closes
     * @param ofRequests its topic, whose id is part of the lane's: one that is made anew is another queue
     * @param ofResults its topic
     * @param lanes how many there are
     */
    LaneLogs(
            KafkaAddress address,
            QueueOptions options,
            Brokers brokers,
            Topics topics,
            TopicDescription ofRequests,
            TopicDescription ofResults,
            int lanes) {
        this.address = address;
        this.options = options;
        this.brokers = brokers;
        this.id = UUID.nameUUIDFromBytes(
                (ofRequests.topicId() + "/" + address.partition()).getBytes(StandardCharsets.UTF_8));
        this.requests = new PartitionLog(brokers, new TopicPartition(address.requests(), address.partition()));
        this.results = new PartitionLog(brokers, new TopicPartition(address.results(), address.partition()));
        this.control = new Control(brokers, address);
        this.topics = topics;
        this.opened = List.of(ofRequests, ofResults);
        this.lanes = lanes;
    }

    /**
     * Whoever gives names their lanes, or serves one, keeps others from a different number.
     *
     * @throws QueueException if another number is noted since this was opened
     */
    void noteLanes() {
        topics.note(lanes, control);
    }

    /** A watch of the topics, for one thread. */
    TopicWatch watch() {
        return new TopicWatch(brokers, opened, lanes);
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

    Claims claims() {
        return claims;
    }

    /** The gateway begins at that request. */
    RequestReader unanswered(long offset) {
        claims = Claims.before(offset, control);
        return reader(offset, 0, claims);
    }

    private RequestReader reader(long from, long endAtOpening, Claims before) {
        final long begin =
                from == 0 ? 0 : Math.min(from, Math.max(requests.begin(), from - KafkaRequestReader.LOOK_BACK));
        return new KafkaRequestReader(new Fetcher(requests, begin, endAtOpening, watch()), begin, from, before);
    }

    /** A request could not be sent: none of this lane object is sent after it, and nobody is to wait for its result. */
    void unsent(long number, Exception why) {
        if (unsent == null) {
            unsent = new QueueException(
                    "request " + number + " of a writer was not written to "
                            + requests.partition().topic() + ", nor is any after it: " + Brokers.reason(why),
                    why);
            final KafkaProducer<byte[], byte[]> sending = producer;
            if (sending != null) {
                sending.close(Duration.ZERO);
            }
        }
    }

    /** @throws QueueException if a request of this lane object could not be sent */
    void checkSent() {
        final QueueException why = unsent;
        if (why != null) {
            throw new QueueException(String.valueOf(why.getMessage()), why.getCause());
        }
    }

    /** A writer of this lane object has that id. */
    void writes(long writer) {
        writers.add(writer);
    }

    /** Whether that writer is one of this lane object. */
    boolean hasWritten(long writer) {
        return writers.contains(writer);
    }

    /** The claim of the run that is open here, {@link Claims#NONE} if none is. */
    long claim() {
        return claim;
    }

    /**
     * Claims a run: what a former process of it still sends is not asked. Requests of this lane object belong to it from now on.
     *
     * @return the claim's offset
     * @throws QueueException if the brokers do not take it
     */
    long claim(String run) {
        claim = await(requestProducer().send(Claims.begin(requests.partition(), run)))
                .offset();
        return claim;
    }

    /** The run that is claimed has its place under the claim: from now on it is open here. */
    void opened(String run) {
        openRun = run;
    }

    /** Whether that run is the one that is open here. */
    boolean hasOpen(String run) {
        return run.equals(openRun);
    }

    /** What a former process of a run is told. */
    QueueException followed(String run) {
        return new QueueException("the run '" + run + "' of " + address
                + " was opened by another process since, and goes on there: this one ends");
    }

    /** Nothing is written for the run any more. */
    void leave(long former) {
        if (claim == former) {
            openRun = null;
            claim = Claims.NONE;
        }
    }

    /** The run has ended: a request with that claim is not asked any more. */
    void endClaim(String run, long former) {
        await(requestProducer().send(Claims.end(requests.partition(), run, former)));
        leave(former);
    }

    private RecordMetadata await(Future<RecordMetadata> sent) {
        return Brokers.await(sent, "the topic " + requests.partition().topic());
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
        return brokers.producer(address.transactionalId());
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
        final Optional<ConsumerRecord<byte[], byte[]>> found = results.last(result -> true);
        if (found.isEmpty() && results.begin() > 0) {
            throw new QueueException("the results in " + results.partition()
                    + " were deleted up to the last one, at offset "
                    + (results.begin() - 1) + ": which requests are answered is not known any more. If all are, or none"
                    + " is to be, make the topics anew under another name");
        }
        return found.map(last -> {
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

    /**
     * A reader from that request on, or the first there is, which waits for what is there now.
     *
     * @param before the claims before it
     */
    RequestReader requestsFrom(long offset, Claims before) {
        final long from = Math.max(offset, requests.begin());
        return reader(from, requests.end(), before);
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
