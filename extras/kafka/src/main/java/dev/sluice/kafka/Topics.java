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

/** The three topics of an address, as they are. Any thread. */
final class Topics {

    /** The key of the number of lanes, which is not one lane's: it is at the beginning of the control topic, and found at once. */
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
     * How many lanes there are: as many as when they were first used. 0 where there is no topic of requests.
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
                    + ", which keeps names and notices: make it with one partition and cleanup.policy=compact");
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
                    + address.results() + " has " + results + ", and there were " + lanes
                    + " lanes when they were first used: make all three topics anew, under another name or this one");
        }
        return lanes;
    }

    /** The number of lanes that was noted when they were first used, for good; empty if none was, or this user may not read it. */
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
                return OptionalInt.empty(); // whoever needs it hears that he may not read the topic
            }
            throw e;
        }
    }

    /**
     * Notes how many lanes there are, unless that is noted: partitions that are added later change no name's lane.
     *
     * @throws QueueException if another number is noted
     */
    void note(int lanes, Control control) {
        final OptionalInt there = noted();
        if (there.isEmpty()) {
            control.putOfAll(LANES, Integer.toString(lanes));
            noted = OptionalInt.of(lanes);
        } else if (there.getAsInt() != lanes) {
            throw new QueueException(address.requests() + " was opened with " + lanes
                    + " lanes, and another process began with " + there.getAsInt()
                    + ": partitions were added meanwhile. Open it again");
        }
    }

    /** Describes a topic, with what this user may do; empty if there is none. */
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
     * How many lanes there are once the brokers know of those that were just made.
     *
     * @throws QueueException if they still do not after some seconds
     */
    int awaitLanes() {
        final int lanes = again(LONGEST_NANOS, () -> lanes(false), some -> some > 0);
        if (lanes == 0) {
            throw new QueueException("the topic " + address.requests() + " was made, and the brokers do not know it");
        }
        return lanes;
    }

    /** How many lanes there are, also where another process made them a moment ago; 0 if there are none. */
    int existingLanes() {
        return again(YOUNG_NANOS, this::lanes, some -> some > 0);
    }

    /** Describes a topic that is there. */
    TopicDescription existing(String topic) {
        return again(YOUNG_NANOS, () -> describe(topic), Optional::isPresent)
                .orElseThrow(() -> new QueueException("there is no topic " + topic));
    }

    /** Asks again for a while: a broker may not know of a topic that another broker knows. */
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

    /** The bytes of one copy of each of a lane's partitions, and the least that a broker's disk with a copy has left. */
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

    /** The settings of a topic, those that its brokers have for all among them. */
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

    /** The bytes of the largest message, without what a record has beside it, that a topic with these settings and a producer take. */
    static int largestMessage(Config settings) {
        return Math.min(
                        Integer.parseInt(value(settings, TopicConfig.MAX_MESSAGE_BYTES_CONFIG)),
                        Brokers.LARGEST_MESSAGE)
                - QueueOptions.OVERHEAD;
    }

    /** How many brokers have each message. */
    static int copies(TopicDescription topic) {
        return topic.partitions().stream()
                .mapToInt(partition -> partition.replicas().size())
                .min()
                .orElse(0);
    }

    /** Both numbers, for messages. */
    static String shape(int partitions, int copies) {
        return partitions
                + (partitions == 1 ? " partition, " : " partitions, ")
                + copies
                + (copies == 1 ? " copy" : " copies");
    }

    /** The value of a setting, which each topic has. */
    static String value(Config settings, String name) {
        return Objects.requireNonNull(settings.get(name), name).value();
    }
}
