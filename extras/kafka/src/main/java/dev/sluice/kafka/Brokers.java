package dev.sluice.kafka;

import dev.sluice.api.QueueException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeTransactionsOptions;
import org.apache.kafka.clients.admin.FeatureMetadata;
import org.apache.kafka.clients.admin.FinalizedVersionRange;
import org.apache.kafka.clients.admin.SupportedVersionRange;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/** Creates the Kafka clients of a cluster, with the settings that Sluice's promises need. Any thread. */
final class Brokers implements AutoCloseable {

    /** The size limit of a message of a lane, with its headers. */
    static final int LARGEST_MESSAGE = 32 << 20;

    private static final long LONGEST_SECONDS = 60;
    private static final int LONGEST_LOOK_MILLIS = 100;
    private static final String TRANSACTIONS = "transaction.version";
    private static final short SAFE_TRANSACTIONS = 2;

    private final KafkaAddress address;
    private final String bootstrap;
    private final Map<String, Object> given;
    private final Admin admin;

    /** @throws QueueException if the brokers' host names cannot be resolved, or the settings file cannot be read */
    Brokers(KafkaAddress address) {
        this.address = address;
        this.bootstrap = address.bootstrap();
        this.given = address.config().map(Brokers::read).orElse(Map.of());
        try {
            admin = Admin.create(common());
        } catch (final KafkaException e) {
            throw new QueueException("the brokers " + bootstrap + " cannot be used: " + reason(e), e);
        }
    }

    Admin admin() {
        return admin;
    }

    private static Map<String, Object> read(String file) {
        final Properties properties = new Properties();
        try (InputStream in = Files.newInputStream(Path.of(file))) {
            properties.load(in);
        } catch (final IOException | IllegalArgumentException e) {
            throw new QueueException("the settings of Kafka's clients cannot be read from " + file + ": " + e, e);
        }
        final Map<String, Object> settings = new HashMap<>();
        properties.forEach((key, value) -> settings.put(key.toString(), value));
        return settings;
    }

    /** Returns the settings of the file. The settings that Sluice's promises need override the settings of the file. */
    private Map<String, Object> common() {
        final Map<String, Object> settings = new HashMap<>(given);
        settings.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, bootstrap);
        settings.put(CommonClientConfigs.ENABLE_METRICS_PUSH_CONFIG, false);
        return settings;
    }

    /**
     * Returns a producer that writes each message once, in the order of sending. The producer retries without end, because a
     * message that was not written would leave a gap. If a message still fails, the caller must close the producer, so that no
     * later message is written.
     */
    KafkaProducer<byte[], byte[]> producer() {
        return new KafkaProducer<>(producing());
    }

    /** Returns a message for the operator if transactions are not safe on these brokers; empty if they are safe. */
    Optional<String> unsafeTransactions() {
        final FeatureMetadata features =
                ask(admin.describeFeatures().featureMetadata(), "the features of the brokers cannot be read");
        final FinalizedVersionRange is = features.finalizedFeatures().get(TRANSACTIONS);
        if (is != null && is.maxVersionLevel() >= SAFE_TRANSACTIONS) {
            return Optional.empty();
        }
        final SupportedVersionRange may = features.supportedFeatures().get(TRANSACTIONS);
        return Optional.of("the brokers have " + TRANSACTIONS + "=" + (is == null ? 0 : is.maxVersionLevel())
                + ": a commit or abort that arrives late may end the next transaction, and results are lost (KIP-890); "
                + (may != null && may.maxVersion() >= SAFE_TRANSACTIONS
                        ? "run "
                        : "upgrade the brokers to 4.0 or later, then run ")
                + address.command("kafka-features", "upgrade --feature " + TRANSACTIONS + "=" + SAFE_TRANSACTIONS));
    }

    /**
     * Returns a transactional producer. Its initialization ends the transactions of an earlier producer with the same id.
     *
     * @throws QueueException if transactions are not safe on these brokers, because then the wrong transaction may be ended
     */
    KafkaProducer<byte[], byte[]> producer(String transactionalId) {
        unsafeTransactions().ifPresent(wrong -> {
            throw new QueueException(wrong);
        });
        final Map<String, Object> settings = producing();
        settings.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, transactionalId);
        // Collects messages into larger requests during a transaction. The commit sends the rest at once.
        settings.put(ProducerConfig.LINGER_MS_CONFIG, 5);
        // If a commit follows another commit soon, the client must retry it after a pause. The default pause is 100 ms,
        // which is longer than a commit.
        settings.put(ProducerConfig.RETRY_BACKOFF_MS_CONFIG, 5);
        settings.put(ProducerConfig.RETRY_BACKOFF_MAX_MS_CONFIG, 20);
        // The brokers abort an open transaction after a minute, so waiting longer for them is useless.
        settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, 60_000L);
        return new KafkaProducer<>(settings);
    }

    /**
     * Whether the brokers have finished a transaction after they confirmed its commit. Also true if the brokers do not answer in
     * time.
     */
    boolean hasFinished(String transactionalId) throws InterruptedException {
        try {
            return admin.describeTransactions(
                                    List.of(transactionalId),
                                    new DescribeTransactionsOptions().timeoutMs(LONGEST_LOOK_MILLIS))
                            .description(transactionalId)
                            .get()
                            .state()
                    != TransactionState.PREPARE_COMMIT;
        } catch (final ExecutionException unknown) {
            return true;
        }
    }

    private Map<String, Object> producing() {
        final Map<String, Object> settings = common();
        settings.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
        settings.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
        settings.put(ProducerConfig.ACKS_CONFIG, "all");
        settings.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        settings.put(ProducerConfig.LINGER_MS_CONFIG, 0);
        settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, Integer.MAX_VALUE);
        settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, (long) Integer.MAX_VALUE);
        settings.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, LARGEST_MESSAGE);
        settings.put(ProducerConfig.BUFFER_MEMORY_CONFIG, (long) LARGEST_MESSAGE);
        // Batches are large, because a batch costs the brokers more than the messages in it.
        settings.put(ProducerConfig.BATCH_SIZE_CONFIG, 256 << 10);
        return settings;
    }

    /** Returns a consumer of committed messages. It is in no group, and fails if its offset does not exist. */
    KafkaConsumer<byte[], byte[]> consumer() {
        return new KafkaConsumer<>(consuming());
    }

    /**
     * Returns a consumer that only joins a group to get partitions assigned, and reads nothing. The consumer loses its partitions
     * when it has sent no heartbeat for six seconds. It uses the classic group protocol, because only there can the client set
     * this time.
     */
    KafkaConsumer<byte[], byte[]> member(String group, String name) {
        final Map<String, Object> settings = consuming();
        settings.put(ConsumerConfig.GROUP_ID_CONFIG, group);
        settings.put(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG, name);
        settings.put(ConsumerConfig.GROUP_PROTOCOL_CONFIG, "classic");
        settings.put(ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG, CooperativeStickyAssignor.class.getName());
        settings.put(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, 6_000);
        settings.put(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, 1_500);
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "latest"); // a consumer needs some position
        return new KafkaConsumer<>(settings);
    }

    private Map<String, Object> consuming() {
        final Map<String, Object> settings = common();
        settings.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
        settings.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
        settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        settings.put(ConsumerConfig.FETCH_MIN_BYTES_CONFIG, 1);
        settings.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 1000);
        return settings;
    }

    /**
     * Waits for an answer of the brokers.
     *
     * @param what the start of the error message, which says what failed
     * @throws QueueException if the answer is an error; the error is then the cause
     */
    <T> T ask(@Nullable KafkaFuture<T> answer, String what) {
        try {
            return Objects.requireNonNull(answer, what).get();
        } catch (final ExecutionException e) {
            throw new QueueException(what + " at " + bootstrap + ": " + reason(e), e.getCause());
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new QueueException(what + " at " + bootstrap + ": interrupted", e);
        }
    }

    /**
     * Waits until the brokers have a message.
     *
     * @param where the destination of the message, for the error message
     * @throws QueueException if the brokers refuse the message, or do not confirm it within a minute
     */
    static <T> T await(Future<T> sent, String where) {
        try {
            return sent.get(LONGEST_SECONDS, TimeUnit.SECONDS);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new QueueException("interrupted while " + where + " was written", e);
        } catch (final TimeoutException e) {
            throw new QueueException(
                    where + " could not be written for " + LONGEST_SECONDS + " s: are its brokers up?", e);
        } catch (final ExecutionException e) {
            throw new QueueException(where + " cannot be written: " + reason(e), e);
        }
    }

    /** Returns the class and the message of the root cause. Kafka's messages alone often say little. */
    static String reason(Throwable failure) {
        Throwable deepest = failure;
        while (deepest.getCause() != null) {
            deepest = deepest.getCause();
        }
        return deepest.getClass().getSimpleName() + ": " + deepest.getMessage();
    }

    @Override
    public void close() {
        admin.close(Duration.ZERO);
    }
}
