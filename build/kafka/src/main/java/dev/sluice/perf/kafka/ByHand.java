package dev.sluice.perf.kafka;

import dev.sluice.perf.lab.Database;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.LongDeserializer;

/**
 * Answers requests over Kafka's clients, as hand-written code does without a gateway. It polls requests, finds the rows of a poll
 * with one SELECT, and sends a result for each request in order. {@link Commits} determines how the results, and the offsets of
 * the requests that were read, are committed.
 *
 * <p>The comparison is fair because this variant does only the necessary work: keys are sent as eight-byte numbers and rows as
 * bytes without names, the statement is prepared once on a connection that stays open, and its array of keys is sent in binary.
 * The price of this variant is that a failure affects all requests of a poll, that a poll can contain only one kind of statement,
 * and that the loop must be restarted when a transaction fails.
 *
 * <p>What could be tuned: the number of records in a poll; {@code linger.ms} and {@code batch.size}, which do not delay a commit,
 * because a commit sends waiting records immediately; several SELECTs in flight at a time, on separate threads.
 */
final class ByHand implements AutoCloseable {

    /** The ways to make results visible, and to commit the offsets of the requests that were read. */
    enum Commits {
        /** A transaction contains all polls of up to a tenth of a second; it ends early if no request is waiting. */
        MANY_POLLS,
        /** Each poll is a transaction. */
        EACH_POLL,
        /** No transactions. Offsets are committed after the brokers have the results. After a kill, results may be sent twice. */
        AT_LEAST_ONCE
    }

    /** The maximum number of requests in a poll. */
    static final int POLL = 500;

    static final Duration LONGEST = Duration.ofMillis(100);
    static final int LINGER_MILLIS = 5;
    static final int BATCH_BYTES = 256 << 10;

    private static final Duration WAIT = Duration.ofSeconds(1);
    private static final String SELECT = "SELECT id, owner, balance FROM account WHERE id = ANY(?)";

    private final Commits commits;
    private final String results;
    private final KafkaConsumer<byte[], Long> consumer;
    private final KafkaProducer<byte[], byte[]> producer;
    private final Connection connection;
    private final PreparedStatement select;
    private final Map<TopicPartition, OffsetAndMetadata> places = new HashMap<>();
    private volatile Exception unsent;

    /**
     * @param name the prefix of the topics {@code NAME.requests} and {@code NAME.results}; also the id of the consumer group and
     *     of the transactions
     */
    ByHand(Commits commits, String bootstrap, String name, Database database) throws SQLException {
        this.commits = commits;
        this.results = name + ".results";
        this.connection = database.connect();
        this.select = connection.prepareStatement(SELECT);
        this.producer = new KafkaProducer<>(producing(commits, bootstrap, name));
        if (commits != Commits.AT_LEAST_ONCE) {
            producer.initTransactions();
        }
        this.consumer = new KafkaConsumer<>(consuming(bootstrap, name));
        consumer.subscribe(List.of(name + ".requests"));
    }

    private static Map<String, Object> consuming(String bootstrap, String name) {
        return Map.of(
                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                bootstrap,
                ConsumerConfig.GROUP_ID_CONFIG,
                name,
                ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG,
                ByteArrayDeserializer.class,
                ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG,
                LongDeserializer.class,
                ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                "read_committed",
                ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
                "earliest",
                ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
                false,
                ConsumerConfig.MAX_POLL_RECORDS_CONFIG,
                POLL);
    }

    private static Map<String, Object> producing(Commits commits, String bootstrap, String name) {
        final Map<String, Object> settings = new HashMap<>(Map.of(
                ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                bootstrap,
                ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG,
                ByteArraySerializer.class,
                ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG,
                ByteArraySerializer.class,
                ProducerConfig.ACKS_CONFIG,
                "all",
                ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG,
                true,
                ProducerConfig.LINGER_MS_CONFIG,
                LINGER_MILLIS,
                ProducerConfig.BATCH_SIZE_CONFIG,
                BATCH_BYTES));
        if (commits != Commits.AT_LEAST_ONCE) {
            settings.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, name);
            // If a transaction begins right after another one, the brokers refuse it, and the producer retries, by
            // default after 100 ms.
            settings.put(ProducerConfig.RETRY_BACKOFF_MS_CONFIG, 5);
            settings.put(ProducerConfig.RETRY_BACKOFF_MAX_MS_CONFIG, 20);
        }
        return settings;
    }

    /** Works until something fails; after that a new instance is needed. */
    void work() throws Exception {
        while (true) {
            final ConsumerRecords<byte[], Long> polled = consumer.poll(WAIT);
            if (!polled.isEmpty() && commits == Commits.AT_LEAST_ONCE) {
                atLeastOnce(polled);
            } else if (!polled.isEmpty()) {
                inTransaction(polled);
            }
        }
    }

    private void inTransaction(ConsumerRecords<byte[], Long> first) throws SQLException {
        final long begun = System.nanoTime();
        producer.beginTransaction();
        ConsumerRecords<byte[], Long> next = first;
        while (!next.isEmpty()) {
            answer(next);
            final boolean goesOn = commits == Commits.MANY_POLLS && System.nanoTime() - begun < LONGEST.toNanos();
            next = goesOn ? consumer.poll(Duration.ZERO) : ConsumerRecords.empty();
        }
        producer.sendOffsetsToTransaction(places, consumer.groupMetadata());
        producer.commitTransaction();
    }

    private void atLeastOnce(ConsumerRecords<byte[], Long> polled) throws Exception {
        answer(polled);
        producer.flush();
        if (unsent != null) {
            throw unsent;
        }
        consumer.commitAsync(Map.copyOf(places), null);
    }

    private void answer(ConsumerRecords<byte[], Long> requests) throws SQLException {
        final Map<Long, Account> found = find(requests);
        for (final ConsumerRecord<byte[], Long> request : requests) {
            final byte[] result = encode(request.offset(), found.get(request.value()));
            producer.send(new ProducerRecord<>(results, request.partition(), null, result), (metadata, failed) -> {
                if (failed != null) {
                    unsent = failed;
                }
            });
        }
        places.putAll(requests.nextOffsets());
    }

    private Map<Long, Account> find(ConsumerRecords<byte[], Long> requests) throws SQLException {
        final long[] ids = new long[requests.count()];
        int count = 0;
        for (final ConsumerRecord<byte[], Long> request : requests) {
            ids[count++] = request.value();
        }
        select.setObject(1, ids);
        final Map<Long, Account> found = new HashMap<>(2 * count);
        try (ResultSet rows = select.executeQuery()) {
            while (rows.next()) {
                found.put(rows.getLong(1), new Account(rows.getString(2), rows.getLong(3)));
            }
        }
        return found;
    }

    private static byte[] encode(long request, Account account) {
        final byte[] owner = account.owner().getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(2 * Long.BYTES + owner.length)
                .putLong(request)
                .putLong(account.balance())
                .put(owner)
                .array();
    }

    /** Returns the offset of the request that a result answers. */
    static long answered(byte[] result) {
        return ByteBuffer.wrap(result).getLong();
    }

    static Account decode(byte[] result) {
        final int owner = 2 * Long.BYTES;
        return new Account(
                new String(result, owner, result.length - owner, StandardCharsets.UTF_8),
                ByteBuffer.wrap(result).getLong(Long.BYTES));
    }

    @Override
    public void close() throws SQLException {
        consumer.close();
        producer.close();
        connection.close();
    }
}
