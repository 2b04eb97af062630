package dev.sluice.kafka;

import dev.sluice.api.QueueOptions;
import dev.sluice.transport.Lane;
import dev.sluice.transport.Transports;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.security.auth.SecurityProtocol;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.test.JaasUtils;
import org.apache.kafka.common.test.KafkaClusterTestKit;
import org.apache.kafka.common.test.TestKitNodes;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A broker with its controller, in this process, for the tests of a class. */
final class OneBroker implements BeforeAllCallback, AfterAllCallback {

    private final SecurityProtocol security;
    private KafkaClusterTestKit kit;

    OneBroker() {
        this(SecurityProtocol.PLAINTEXT);
    }

    OneBroker(SecurityProtocol security) {
        this.security = security;
    }

    @Override
    public void beforeAll(ExtensionContext context) throws Exception {
        final KafkaClusterTestKit.Builder builder = new KafkaClusterTestKit.Builder(new TestKitNodes.Builder()
                .setNumBrokerNodes(1)
                .setNumControllerNodes(1)
                .setCombined(false)
                .setBrokerSecurityProtocol(security)
                .build());
        // As a cluster of three has them, but for the copies.
        Map.of(
                        "offsets.topic.replication.factor", "1",
                        "transaction.state.log.replication.factor", "1",
                        "transaction.state.log.min.isr", "1",
                        "transaction.state.log.num.partitions", "4",
                        "auto.create.topics.enable", "false")
                .forEach(builder::setConfigProp);
        if (security != SecurityProtocol.PLAINTEXT) {
            // Users of whom nothing is said may do nothing. The controller's own listener has no users.
            builder.setConfigProp("authorizer.class.name", "org.apache.kafka.metadata.authorizer.StandardAuthorizer");
            builder.setConfigProp("super.users", "User:ANONYMOUS;User:" + JaasUtils.KAFKA_PLAIN_ADMIN);
        }
        kit = builder.build();
        kit.format();
        kit.startup();
        kit.waitForReadyBrokers();
    }

    @Override
    public void afterAll(ExtensionContext context) throws Exception {
        kit.close();
    }

    /** The address of lanes that are not there yet. */
    String newAddress() {
        return "kafka:t" + UUID.randomUUID() + "?bootstrap=" + bootstrap();
    }

    String bootstrap() {
        return kit.bootstrapServers();
    }

    /** A client of a user who may do all, to be closed. */
    Admin admin() {
        return kit.admin();
    }

    /** Deletes a topic, and makes it again with one partition. */
    void makeAnew(String topic) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", kit.bootstrapServers()))) {
            admin.deleteTopics(List.of(topic)).all().get();
            boolean made = false;
            while (!made) {
                try {
                    admin.createTopics(List.of(
                                    new NewTopic(topic, 1, (short) 1).configs(Map.of("max.message.bytes", "2000000"))))
                            .all()
                            .get();
                    awaitPartitions(admin, topic, 1);
                    made = true;
                } catch (final ExecutionException e) {
                    if (!(e.getCause() instanceof TopicExistsException)) {
                        throw e; // otherwise it is not deleted yet
                    }
                }
            }
        }
    }

    /** Deletes the messages of a topic's first partition before that offset. */
    void truncate(String topic, long before) throws Exception {
        try (Admin admin = admin()) {
            admin.deleteRecords(Map.of(new TopicPartition(topic, 0), RecordsToDelete.beforeOffset(before)))
                    .all()
                    .get();
        }
    }

    /** Gives a topic so many partitions, and returns when they can be written to. */
    void addPartitions(String topic, int partitions) throws Exception {
        try (Admin admin = admin()) {
            admin.createPartitions(Map.of(topic, NewPartitions.increaseTo(partitions)))
                    .all()
                    .get();
            awaitPartitions(admin, topic, partitions);
        }
    }

    /** A broker may know of a change later than it answers it. */
    private static void awaitPartitions(Admin admin, String topic, int partitions) throws Exception {
        int known = 0;
        while (known < partitions) {
            try {
                known = admin.describeTopics(List.of(topic))
                        .allTopicNames()
                        .get()
                        .get(topic)
                        .partitions()
                        .size();
            } catch (final ExecutionException e) {
                if (!(e.getCause() instanceof UnknownTopicOrPartitionException)) {
                    throw e;
                }
            }
        }
    }

    /** Opens the one lane at that address, made if there is none. */
    static Lane open(String address) {
        return Transports.of(address).open(address, QueueOptions.DEFAULTS);
    }

    /** The messages of a topic's first partition, as any consumer of committed ones sees them. */
    static List<ConsumerRecord<byte[], byte[]>> read(String bootstrap, String topic) {
        final List<ConsumerRecord<byte[], byte[]>> read = new ArrayList<>();
        final TopicPartition partition = new TopicPartition(topic, 0);
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", bootstrap, "isolation.level", "read_committed"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            final long end = consumer.endOffsets(List.of(partition)).get(partition);
            while (consumer.position(partition) < end) {
                consumer.poll(Duration.ofMillis(200)).forEach(read::add);
            }
        }
        return read;
    }

    /** The offsets of the requests that the results of a topic answer, in their order. */
    static List<Long> answered(String bootstrap, String topic) {
        return read(bootstrap, topic).stream()
                .map(result -> ByteBuffer.wrap(
                                result.headers().lastHeader("sluice-history").value())
                        .getLong())
                .toList();
    }
}
