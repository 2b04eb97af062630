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
 * Answers requests over Kafka's clients, as one writes it instead of a gateway: polls them, finds the rows of all of them with one SELECT, and
 * sends a result for each in their order, which commits the places read, too, as {@link Commits} says.
 *
 * <p>Fair because it does no more than that: keys go as numbers of eight bytes and rows as bytes without names, the statement is prepared
 * once on a connection that stays open, its array of keys goes over the wire in binary. Whoever writes it so has no failure for each
 * item, no other statement in the same chunk, and starts anew when a transaction fails.
 *
 * <p>To tune: the records of a poll; {@code linger.ms} and {@code batch.size}, which cost a commit no time, as it sends at once what there
 * is; several SELECTs under way at a time, on threads of their own.
 */
final class ByHand implements AutoCloseable {

    /** How results and places become visible. */
    enum Commits {
        /** As much as there is for a tenth of a second is one transaction; a lone request waits for nobody. */
        MANY_POLLS,
        /** Each poll is a transaction. */
        EACH_POLL,
        /** No transactions: places are committed after the brokers have the results, which come again after a kill. */
        AT_LEAST_ONCE
    }

    /** Requests of a poll. */
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

    /** @param name of the topics {@code NAME.requests} and {@code NAME.results}, of the group and of the transactions */
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
            // A transaction that follows another one at once is told to try again: 100 ms by default.
            settings.put(ProducerConfig.RETRY_BACKOFF_MS_CONFIG, 5);
            settings.put(ProducerConfig.RETRY_BACKOFF_MAX_MS_CONFIG, 20);
        }
        return settings;
    }

    /** Works until something fails, after which it has to be made anew. */
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

    /** The offset of the request that a result answers. */
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
