package dev.sluice.perf.kafka;

import dev.sluice.api.QueueOptions;
import dev.sluice.testsupport.KafkaBrokers;
import dev.sluice.transport.Lanes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.ListTopicsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.TopicPartitionInfo;

/** The brokers of a run, which it starts and ends. One thread. */
record Cluster(KafkaBrokers brokers) implements AutoCloseable {

    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(1);

    /** Starts them; their files and logs are in that directory. */
    static Cluster start(Path directory, int count) throws IOException, InterruptedException {
        return new Cluster(KafkaBrokers.start(Files.createDirectories(directory), count, System.err::println));
    }

    String bootstrap() {
        return brokers.bootstrap();
    }

    /** The address of all lanes of that name. */
    String lanes(String name) {
        return "kafka:" + name + "?bootstrap=" + bootstrap();
    }

    /** The address of one of them. */
    String lane(String name, int lane) {
        return "kafka:" + name + "/" + lane + "?bootstrap=" + bootstrap();
    }

    /** Makes topics for so many lanes. */
    void createLanes(String name, int count) {
        Lanes.at(lanes(name), QueueOptions.DEFAULTS.withLanes(count));
    }

    /** Makes topics of one partition, with as many copies as topics have by default. */
    void create(String... topics) throws ExecutionException, InterruptedException {
        try (Admin admin = admin()) {
            admin.createTopics(List.of(topics).stream()
                            .map(name -> new NewTopic(name, Optional.of(1), Optional.empty()))
                            .toList())
                    .all()
                    .get();
        }
    }

    /** The broker that leads the first partition of a topic. */
    int leader(String topic) throws ExecutionException, InterruptedException {
        try (Admin admin = admin()) {
            return partitions(admin, List.of(topic)).get(0).leader().id();
        }
    }

    /** Waits until each broker has all messages, as after one was started again. */
    void awaitInSync() throws ExecutionException, InterruptedException {
        try (Admin admin = admin()) {
            final ListTopicsOptions all = new ListTopicsOptions().listInternal(true);
            final long begun = System.nanoTime();
            while (!partitions(admin, admin.listTopics(all).names().get()).stream()
                    .allMatch(partition -> partition.isr().size() == brokers.count())) {
                LockSupport.parkNanos(PAUSE_NANOS);
                if (System.nanoTime() - begun > PATIENCE_NANOS) {
                    throw new IllegalStateException(
                            "A broker that was started again still lacks messages after a minute");
                }
            }
        }
    }

    private static List<TopicPartitionInfo> partitions(Admin admin, Collection<String> topics)
            throws ExecutionException, InterruptedException {
        return admin.describeTopics(topics).allTopicNames().get().values().stream()
                .flatMap(topic -> topic.partitions().stream())
                .toList();
    }

    private Admin admin() {
        return Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap()));
    }

    /** The CPU that all brokers have used up since their start. */
    Duration cpu() {
        return IntStream.range(0, brokers.count())
                .mapToObj(broker -> cpu(brokers.process(broker)))
                .reduce(Duration.ZERO, Duration::plus);
    }

    /** The CPU that a process has used up since its start, in steps of the system's clock. */
    static Duration cpu(Process process) {
        return process.info().totalCpuDuration().orElse(Duration.ZERO);
    }

    @Override
    public void close() {
        brokers.close();
    }
}
