package dev.sluice.kafka;

import dev.sluice.api.QueueException;
import dev.sluice.api.QueueOptions;
import dev.sluice.transport.Lane.Space;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.LogDirDescription;
import org.apache.kafka.clients.admin.ReplicaInfo;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Reads the state of an address's three topics from the brokers. Any thread. */
final class Topics {

    /**
     * The key under which the control topic stores the number of lanes, for all lanes together. This record is one of the first,
     * so reading the topic from its start finds the record quickly.
     */
    private static final String LANES = "all/topics/lanes";

    private static final byte[] LANES_KEY = LANES.getBytes(StandardCharsets.UTF_8);
    private static final long YOUNG_NANOS = 2_000_000_000L;
    private static final long LONGEST_NANOS = 10_000_000_000L;
    private static final long PAUSE_NANOS = 20_000_000;

    private final Brokers brokers;
    private final KafkaAddress address;
    private volatile OptionalInt noted = OptionalInt.empty();

    Topics(Brokers brokers, KafkaAddress address) {
        this.brokers = brokers;
        this.address = address;
    }

    /**
     * Returns the number of lanes, which does not change once the lanes have been used. Returns 0 if there is no topic of
     * requests.
     *
     * @throws QueueException if the topics do not fit together
     */
    int lanes() {
        return lanes(true);
    }

    private int lanes(boolean used) {
        final Optional<TopicDescription> requests = describe(address.requests());
        if (requests.isEmpty()) {
            return 0;
        }
        if (describe(address.control()).isEmpty()) {
            throw new QueueException("there is no topic " + address.control()
                    + ", which keeps names and notices: create it with one partition and cleanup.policy=compact");
        }
        final int partitions = requests.get().partitions().size();
        final OptionalInt noted = used ? noted() : OptionalInt.empty();
        final int lanes = noted.orElse(partitions);
        final int results = describe(address.results())
                .map(topic -> topic.partitions().size())
                .orElse(0);
        if (noted.isEmpty() && results != lanes) {
            throw new QueueException("the topic " + address.requests() + " has " + lanes + " partitions and "
                    + address.results() + " has " + results + ": each lane needs one of both");
        } else if (partitions < lanes || results < lanes) {
            throw new QueueException("the topic " + address.requests() + " has " + partitions + " partitions and "
                    + address.results() + " has " + results + ", but there were " + lanes
                    + " lanes when they were first used: create all three topics again, under this name or another");
        }
        return lanes;
    }

    /**
     * Returns the number of lanes that was recorded when the lanes were first used. The number never changes. Empty if no number
     * was recorded, or this user may not read the number.
     */
    OptionalInt noted() {
        if (noted.isEmpty()) {
            noted = readNoted();
        }
        return noted;
    }

    private OptionalInt readNoted() {
        final PartitionLog control = new PartitionLog(brokers, new TopicPartition(address.control(), 0));
        try (PartitionLog.Range all = control.range(control.begin(), control.end())) {
            while (all.next()) {
                final ConsumerRecord<byte[], byte[]> message = all.current();
                if (message.value() != null && Arrays.equals(message.key(), LANES_KEY)) {
                    return OptionalInt.of(Integer.parseInt(new String(message.value(), StandardCharsets.UTF_8)));
                }
            }
            return OptionalInt.empty();
        } catch (final QueueException e) {
            if (e.getCause() instanceof AuthorizationException) {
                return OptionalInt.empty(); // code that needs the topic gets the error when it reads the topic
            }
            throw e;
        }
    }

    /**
     * Records the number of lanes if no number is recorded yet. The lane to which a name maps depends on this number. So
     * partitions that are added later must not change the number.
     *
     * @throws QueueException if another number is recorded
     */
    void note(int lanes, Control control) {
        final OptionalInt there = noted();
        if (there.isEmpty()) {
            control.putOfAll(LANES, Integer.toString(lanes));
            noted = OptionalInt.of(lanes);
        } else if (there.getAsInt() != lanes) {
            throw new QueueException(address.requests() + " was opened with " + lanes
                    + " lanes, but another process has begun with " + there.getAsInt()
                    + ": partitions were added meanwhile. Open it again");
        }
    }

    /** Describes a topic and this user's rights to it; empty if the topic does not exist. */
    Optional<TopicDescription> describe(String topic) {
        try {
            return Optional.of(brokers.ask(
                    brokers.admin()
                            .describeTopics(
                                    List.of(topic), new DescribeTopicsOptions().includeAuthorizedOperations(true))
                            .topicNameValues()
                            .get(topic),
                    "the topic " + topic + " cannot be described"));
        } catch (final QueueException e) {
            if (e.getCause() instanceof UnknownTopicOrPartitionException) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /**
     * Waits until the brokers know topics that were just created, and returns the number of lanes.
     *
     * @throws QueueException if the brokers do not know the topics after ten seconds
     */
    int awaitLanes() {
        final int lanes = again(LONGEST_NANOS, () -> lanes(false), some -> some > 0);
        if (lanes == 0) {
            throw new QueueException(
                    "the topic " + address.requests() + " was created, but the brokers do not know it");
        }
        return lanes;
    }

    /** Returns the number of lanes, or 0 if there are none. Also finds lanes that another process has just created. */
    int existingLanes() {
        return again(YOUNG_NANOS, this::lanes, some -> some > 0);
    }

    /** Describes an existing topic. */
    TopicDescription existing(String topic) {
        return again(YOUNG_NANOS, () -> describe(topic), Optional::isPresent)
                .orElseThrow(() -> new QueueException("there is no topic " + topic));
    }

    /** Repeats a query for some time, because a broker may not yet know a topic that another broker knows. */
    private static <T> T again(long nanos, Supplier<T> question, Predicate<T> known) {
        final long begun = System.nanoTime();
        while (true) {
            final boolean last = System.nanoTime() - begun > nanos;
            try {
                final T answer = question.get();
                if (last || known.test(answer)) {
                    return answer;
                }
            } catch (final QueueException e) {
                if (last || e.getCause() != null && !(e.getCause() instanceof UnknownTopicOrPartitionException)) {
                    throw e;
                }
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    /** Returns the sizes of the lane's two partitions, one copy of each, and the free space of the fullest disk with a copy. */
    Space space(int partition) {
        final TopicPartition requests = new TopicPartition(address.requests(), partition);
        final TopicPartition results = new TopicPartition(address.results(), partition);
        final List<Integer> nodes =
                brokers.ask(brokers.admin().describeCluster().nodes(), "the brokers cannot be listed").stream()
                        .map(Node::id)
                        .toList();
        final Map<Integer, Map<String, LogDirDescription>> all = brokers.ask(
                brokers.admin().describeLogDirs(nodes).allDescriptions(),
                "the size of " + requests.topic() + " cannot be read");
        long asked = 0;
        long answered = 0;
        long usable = Long.MAX_VALUE;
        for (final Map<String, LogDirDescription> broker : all.values()) {
            for (final LogDirDescription directory : broker.values()) {
                final ReplicaInfo input = directory.replicaInfos().get(requests);
                final ReplicaInfo output = directory.replicaInfos().get(results);
                asked = Math.max(asked, input == null ? 0 : input.size());
                answered = Math.max(answered, output == null ? 0 : output.size());
                if (input != null || output != null) {
                    usable = Math.min(usable, directory.usableBytes().orElse(Long.MAX_VALUE));
                }
            }
        }
        return new Space(asked, answered, usable);
    }

    /** Returns the settings of a topic, including the defaults of its brokers. */
    Config settings(String topic) {
        final ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        return again(
                YOUNG_NANOS,
                () -> brokers.ask(
                        brokers.admin()
                                .describeConfigs(List.of(resource))
                                .values()
                                .get(resource),
                        "the settings of the topic " + topic + " cannot be read"),
                settings -> true);
    }

    /**
     * Returns the size, without record overhead, of the largest message that both a producer and a topic with these settings
     * accept.
     */
    static int largestMessage(Config settings) {
        return Math.min(
                        Integer.parseInt(value(settings, TopicConfig.MAX_MESSAGE_BYTES_CONFIG)),
                        Brokers.LARGEST_MESSAGE)
                - QueueOptions.OVERHEAD;
    }

    /** Returns the number of copies of each message; the smallest if the partitions differ. */
    static int copies(TopicDescription topic) {
        return topic.partitions().stream()
                .mapToInt(partition -> partition.replicas().size())
                .min()
                .orElse(0);
    }

    /** Returns both numbers as text, for messages. */
    static String shape(int partitions, int copies) {
        return partitions
                + (partitions == 1 ? " partition, " : " partitions, ")
                + copies
                + (copies == 1 ? " copy" : " copies");
    }

    /** Returns the value of a setting that every topic has. */
    static String value(Config settings, String name) {
        return Objects.requireNonNull(settings.get(name), name).value();
    }
}
