package dev.sluice.kafka;

import dev.sluice.api.QueueException;
import dev.sluice.api.QueueOptions;
import dev.sluice.transport.Finding;
import dev.sluice.transport.Finding.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.CreateTopicsOptions;
import org.apache.kafka.clients.admin.CreateTopicsResult;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.InvalidReplicationFactorException;
import org.apache.kafka.common.errors.TopicExistsException;

/**
 * Creates the missing topics of an address, with the settings that Sluice's promises need.
 *
 * @param copies the number of brokers that keep each message; empty for the brokers' default
 * @param dryRun whether to create nothing, and only report
 */
record NewTopics(Brokers brokers, KafkaAddress address, OptionalInt copies, boolean dryRun) {

    private static final int ENOUGH_COPIES = 3;

    /**
     * Creates the topics with one partition for each lane. Does not change existing topics.
     *
     * @return a finding for each topic, which says what was done
     * @throws QueueException if a topic cannot be created, or exists with another number of lanes
     */
    List<Finding> make(int lanes, QueueOptions options) {
        final Topics topics = new Topics(brokers, address);
        final Map<String, String> kept = values(Setting.KEPT);
        kept.put(
                TopicConfig.MAX_MESSAGE_BYTES_CONFIG,
                Integer.toString(QueueOptions.largestMessage(options.blockSize()) + QueueOptions.OVERHEAD));
        final Map<String, String> compacted = values(Setting.COMPACTED);
        final List<NewTopic> all = List.of(
                topic(address.control(), 1, compacted),
                topic(address.results(), lanes, kept),
                // The topic of requests is created last. So if it exists, the other topics exist, too.
                topic(address.requests(), lanes, kept));
        final Map<String, TopicDescription> there = new TreeMap<>();
        all.forEach(topic -> topics.describe(topic.name()).ifPresent(is -> there.put(topic.name(), is)));
        there.values().forEach(is -> checkLanes(is, lanes));
        final List<Finding> done = new ArrayList<>();
        for (final NewTopic topic : all) {
            final TopicDescription is = there.get(topic.name());
            final Optional<String> said = is == null ? made(topic) : Optional.of(there(is));
            done.add(new Finding(
                    Kind.NOTE, said.orElse(topic.name() + " exists: another process is creating these topics")));
            if (said.isEmpty()) {
                return done; // the next topics are left to the other process, which may use another number of lanes
            }
        }
        return done;
    }

    private static Map<String, String> values(List<Setting> settings) {
        return new TreeMap<>(Stream.concat(settings.stream(), Stream.of(Setting.AHEAD))
                .collect(Collectors.toMap(Setting::name, Setting::value)));
    }

    private NewTopic topic(String name, int partitions, Map<String, String> settings) {
        return new NewTopic(
                        name,
                        Optional.of(partitions),
                        copies.isPresent() ? Optional.of((short) copies.getAsInt()) : Optional.empty())
                .configs(new TreeMap<>(settings));
    }

    private void checkLanes(TopicDescription is, int lanes) {
        final int there = is.partitions().size();
        if (there != lanes && !is.name().equals(address.control())) {
            throw new QueueException(is.name() + " exists with " + Topics.shape(there, Topics.copies(is))
                    + ", but the number of lanes is to be " + lanes + ", which cannot be changed later: use "
                    + there
                    + ", or another name");
        }
    }

    private String there(TopicDescription is) {
        final int each = Topics.copies(is);
        return is.name() + " exists: " + Topics.shape(is.partitions().size(), each)
                + (copies.orElse(each) == each
                        ? ""
                        : "; --replication " + copies.getAsInt() + " does not change a topic that exists");
    }

    /**
     * Creates a topic. First a validation request shows how the brokers would create the topic. The answer determines the number
     * of copies that must be in sync, and the broker defaults that must be overridden.
     *
     * @return a description of the created topic; empty if another process has created it first
     */
    private Optional<String> made(NewTopic topic) {
        final CreateTopicsResult would =
                brokers.admin().createTopics(List.of(topic), new CreateTopicsOptions().validateOnly(true));
        if (!await(would, topic)) {
            return Optional.empty();
        }
        final String unknown = "the brokers do not say how " + topic.name() + " would be created";
        final int each = brokers.ask(would.replicationFactor(topic.name()), unknown);
        final Config defaults = brokers.ask(would.config(topic.name()), unknown);
        final Map<String, String> settings = topic.configs();
        settings.put(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG, Integer.toString(inSync(each)));
        (topic.name().equals(address.control()) ? Setting.OF_CONTROL : Setting.OF_MESSAGES)
                .stream()
                        .filter(setting -> !setting.fits(defaults))
                        .forEach(setting -> settings.put(setting.name(), setting.value()));
        if (!dryRun && !await(brokers.admin().createTopics(List.of(topic)), topic)) {
            return Optional.empty();
        }
        return Optional.of(topic.name() + (dryRun ? " would be created: " : " was created: ")
                + Topics.shape(topic.numPartitions(), each)
                + ", "
                + settings.entrySet().stream().map(Object::toString).collect(Collectors.joining(", ")));
    }

    /** Waits for the creation; returns false if another process has created the topic first. */
    private boolean await(CreateTopicsResult result, NewTopic topic) {
        try {
            brokers.ask(result.values().get(topic.name()), "the topic " + topic.name() + " cannot be created");
            return true;
        } catch (final QueueException e) {
            if (e.getCause() instanceof TopicExistsException) {
                return false;
            }
            if (e.getCause() instanceof InvalidReplicationFactorException) {
                throw new QueueException(e.getMessage() + " For fewer copies, use --replication 1", e.getCause());
            }
            throw e;
        }
    }

    /**
     * Returns how many of the copies must be in sync. With three or more copies, the failure of one broker loses no message, and
     * the lanes go on.
     */
    static int inSync(int copies) {
        return copies < ENOUGH_COPIES ? 1 : 2;
    }
}
