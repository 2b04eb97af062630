package dev.sluice.kafka;

import dev.sluice.api.QueueException;
import dev.sluice.api.QueueOptions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** The three topics of an address. */
final class Topics {

    private static final String FOR_EVER = "-1";
    /** A notice may have 8 MB. */
    private static final String LARGEST_NOTICE = Integer.toString(9 << 20);

    private static final long LONGEST_NANOS = 10_000_000_000L;
    private static final long PAUSE_NANOS = 20_000_000;

    private final Brokers brokers;
    private final KafkaAddress address;

    Topics(Brokers brokers, KafkaAddress address) {
        this.brokers = brokers;
        this.address = address;
    }

    /**
     * How many lanes there are; 0 where there is no topic of requests.
     *
     * @throws QueueException if the topics do not fit together
     */
    int lanes() {
        final Optional<TopicDescription> requests = describe(address.requests());
        if (requests.isEmpty()) {
            return 0;
        }
        final int lanes = requests.get().partitions().size();
        final int results = describe(address.results())
                .map(topic -> topic.partitions().size())
                .orElse(0);
        if (results != lanes) {
            throw new QueueException("the topic " + address.requests() + " has " + lanes + " partitions and "
                    + address.results() + " has " + results + ": each lane needs one of both");
        } else if (describe(address.control()).isEmpty()) {
            throw new QueueException("there is no topic " + address.control()
                    + ", which keeps names and notices: make it with one partition and cleanup.policy=compact");
        }
        return lanes;
    }

    /** Describes a topic; empty if there is none. */
    Optional<TopicDescription> describe(String topic) {
        try {
            return Optional.of(brokers.ask(
                    brokers.admin()
                            .describeTopics(List.of(topic))
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

    /** Makes those that are missing, with as many partitions as there are to be lanes, as the brokers replicate by default. */
    void make(int lanes, QueueOptions options) {
        final String largest =
                Integer.toString(QueueOptions.largestMessage(options.blockSize()) + QueueOptions.OVERHEAD);
        final Map<String, String> kept = Map.of(
                TopicConfig.RETENTION_MS_CONFIG, FOR_EVER,
                TopicConfig.RETENTION_BYTES_CONFIG, FOR_EVER,
                TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_DELETE,
                TopicConfig.MAX_MESSAGE_BYTES_CONFIG, largest);
        final Map<String, String> compacted = Map.of(
                TopicConfig.CLEANUP_POLICY_CONFIG,
                TopicConfig.CLEANUP_POLICY_COMPACT,
                TopicConfig.MAX_MESSAGE_BYTES_CONFIG,
                LARGEST_NOTICE);
        // The topic of requests last: where it is, the others are.
        for (final NewTopic topic : List.of(
                topic(address.control(), 1, compacted),
                topic(address.results(), lanes, kept),
                topic(address.requests(), lanes, kept))) {
            try {
                brokers.ask(
                        brokers.admin().createTopics(List.of(topic)).values().get(topic.name()),
                        "the topic " + topic.name() + " cannot be made");
            } catch (final QueueException e) {
                if (!(e.getCause() instanceof TopicExistsException)) { // then another process was quicker
                    throw e;
                }
            }
        }
    }

    private static NewTopic topic(String name, int partitions, Map<String, String> settings) {
        return new NewTopic(name, Optional.of(partitions), Optional.empty()).configs(settings);
    }

    /**
     * How many lanes there are once all brokers know of those that were just made.
     *
     * @throws QueueException if they still do not after some seconds
     */
    int awaitLanes() {
        final long begun = System.nanoTime();
        while (true) {
            try {
                final int lanes = lanes();
                if (lanes > 0) {
                    return lanes;
                }
            } catch (final QueueException e) {
                if (System.nanoTime() - begun > LONGEST_NANOS) {
                    throw e;
                }
            }
            if (System.nanoTime() - begun > LONGEST_NANOS) {
                throw new QueueException(
                        "the topic " + address.requests() + " was made, and the brokers do not know it");
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    /** The bytes of the largest message, without what a record has beside it, that the topic and a producer take. */
    int largestMessage(String topic) {
        final ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        final String value = brokers.ask(
                        brokers.admin()
                                .describeConfigs(List.of(resource))
                                .values()
                                .get(resource),
                        "the settings of the topic " + topic + " cannot be read")
                .get(TopicConfig.MAX_MESSAGE_BYTES_CONFIG)
                .value();
        return Math.min(Integer.parseInt(value), Brokers.LARGEST_MESSAGE) - QueueOptions.OVERHEAD;
    }
}
