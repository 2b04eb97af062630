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

    /** The kind of the gateway's keys in the control topic. */
    static final String GATEWAY = "gateway";
    /** The key whose value is the id of the input queue that the results answer. */
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
    /** The claims of runs that the gateway's reader has found. */
    private volatile Claims claims = Claims.from("", Claims.NONE);
    /** The offset of the claim of the run that is open through this object. Each request that is written contains this offset. */
    private volatile long claim = Claims.NONE;

    private volatile @Nullable String openRun;
    private volatile @Nullable QueueException unsent;
    private volatile @Nullable KafkaProducer<byte[], byte[]> producer;

    /**
     * @param brokers the connection, which this object closes
     * @param ofRequests the topic of requests. The id of the input queue is computed from the topic's id. So after the topic was
     *     deleted and created again, it is another queue.
     * @param ofResults the topic of results
     * @param lanes the number of lanes
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
     * Records the number of lanes, because the lane to which a name maps depends on this number. Called before a lane is served,
     * and before a name is used.
     *
     * @throws QueueException if another process has recorded a different number since this object was created
     */
    void noteLanes() {
        topics.note(lanes, control);
    }

    /** Returns a new watch of the topics. Each thread needs its own. */
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

    /** Returns the id of the input queue. */
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

    /** Returns the gateway's reader, which begins at an offset. */
    RequestReader unanswered(long offset) {
        claims = Claims.before(offset, control);
        return reader(offset, 0, claims);
    }

    private RequestReader reader(long from, long endAtOpening, Claims before) {
        final long begin =
                from == 0 ? 0 : Math.min(from, Math.max(requests.begin(), from - KafkaRequestReader.LOOK_BACK));
        return new KafkaRequestReader(new Fetcher(requests, begin, endAtOpening, watch()), begin, from, before);
    }

    /** Called when a request could not be sent. No later request of this object is sent, and waiting for results fails. */
    void unsent(long number, Exception why) {
        if (unsent == null) {
            unsent = new QueueException(
                    "request " + number + " of a writer was not written to "
                            + requests.partition().topic() + ", nor are any later requests: " + Brokers.reason(why),
                    why);
            final KafkaProducer<byte[], byte[]> sending = producer;
            if (sending != null) {
                sending.close(Duration.ZERO);
            }
        }
    }

    /** @throws QueueException if a request of this object could not be sent */
    void checkSent() {
        final QueueException why = unsent;
        if (why != null) {
            throw new QueueException(String.valueOf(why.getMessage()), why.getCause());
        }
    }

    /** Called when a writer is opened on this object. */
    void writes(long writer) {
        writers.add(writer);
    }

    /** Whether a writer was opened on this object. */
    boolean hasWritten(long writer) {
        return writers.contains(writer);
    }

    /** Returns the offset of the claim of the run that is open through this object; {@link Claims#NONE} if no run is open. */
    long claim() {
        return claim;
    }

    /**
     * Claims a run. From now on requests of the run's earlier processes are refused, and the requests of this object belong to
     * the run.
     *
     * @return the offset of the claim
     * @throws QueueException if the brokers refuse the claim
     */
    long claim(String run) {
        claim = await(requestProducer().send(Claims.begin(requests.partition(), run)))
                .offset();
        return claim;
    }

    /** Called when the claimed run has stored its position. From now on the run is open through this object. */
    void opened(String run) {
        openRun = run;
    }

    /** Whether the run is open through this object. */
    boolean hasOpen(String run) {
        return run.equals(openRun);
    }

    /** Returns the error for a process whose run was opened by another process. */
    QueueException followed(String run) {
        return new QueueException("another process has opened the run '" + run + "' of " + address
                + " since, and continues it: this process ends");
    }

    /** Called when this process writes no more requests for the run with that claim. */
    void leave(long former) {
        if (claim == former) {
            openRun = null;
            claim = Claims.NONE;
        }
    }

    /** Ends the claim of a finished run. Later requests with this claim are refused. */
    void endClaim(String run, long former) {
        await(requestProducer().send(Claims.end(requests.partition(), run, former)));
        leave(former);
    }

    private RecordMetadata await(Future<RecordMetadata> sent) {
        return Brokers.await(sent, "the topic " + requests.partition().topic());
    }

    /** Returns the producer that all writers of this object share. */
    synchronized KafkaProducer<byte[], byte[]> requestProducer() {
        if (producer == null) {
            producer = brokers.producer();
        }
        return producer;
    }

    /** Returns a new producer for the gateway's results. */
    KafkaProducer<byte[], byte[]> transactionalProducer() {
        return brokers.producer(address.transactionalId());
    }

    /** Returns the position after the last result. */
    Place lastPlace() {
        return lastAnswered()
                .map(last -> new Place(last.resultIndex(), last.resultSequence()))
                .orElse(Place.START);
    }

    /**
     * Returns the last answered request, according to the last result that is committed.
     *
     * @throws QueueException if that result cannot be read
     */
    Optional<LastAnswered> lastAnswered() {
        final Optional<ConsumerRecord<byte[], byte[]>> found = results.last(result -> true);
        if (found.isEmpty() && results.begin() > 0) {
            throw new QueueException("all results in " + results.partition()
                    + " were deleted, the last one at offset "
                    + (results.begin() - 1) + ", so it is not known which requests are answered. If all are, or none"
                    + " needs an answer, create the topics again under another name");
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

    /** Returns the id of the input queue that the results answer, as stored in the control topic. */
    Optional<UUID> answeredInput() {
        return control.get(GATEWAY, ANSWERED).map(UUID::fromString);
    }

    /**
     * Returns a reader that begins at an offset, or at the first existing request if this request is later. The reader waits for
     * messages until it has read all requests that existed when it was opened.
     *
     * @param before the claims before that offset
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
