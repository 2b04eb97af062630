package dev.sluice.kafka;

import dev.sluice.transport.Finding;
import dev.sluice.transport.Finding.Kind;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.config.TopicConfig;

/**
 * A setting of a topic on which a promise of Sluice depends.
 *
 * @param value the value for a new topic
 * @param fits whether a given value is good enough
 * @param kind the severity of a finding if the value is not good enough
 * @param otherwise the consequence of a value that is not good enough
 */
record Setting(String name, String value, Predicate<String> fits, Kind kind, String otherwise) {

    /** The message size that a notice of 8 MB, the maximum, needs. */
    private static final int LARGEST_NOTICE = 9 << 20;

    private static final Setting CLEAN = of(
            TopicConfig.UNCLEAN_LEADER_ELECTION_ENABLE_CONFIG,
            "false",
            Kind.PROBLEM,
            "a broker that was not in sync may become the leader, and the messages that it lacks are lost");

    /**
     * Brokers compare a message's time with their own clock. If the limit for the difference is low, a broker whose clock was set
     * back refuses all messages.
     */
    static final Setting AHEAD = new Setting(
            TopicConfig.MESSAGE_TIMESTAMP_AFTER_MAX_MS_CONFIG,
            Long.toString(Long.MAX_VALUE),
            given -> Long.parseLong(given) >= TimeUnit.DAYS.toMillis(365),
            Kind.WARNING,
            "brokers refuse messages whose time is this far ahead of the broker's clock: jobs end, and gateways wait");

    /** Settings of the topics of requests and results. A wrong value surely breaks a promise. */
    static final List<Setting> KEPT = List.of(
            of(
                    TopicConfig.RETENTION_MS_CONFIG,
                    "-1",
                    Kind.PROBLEM,
                    "messages are deleted at that age, even if they are not yet answered or read"),
            of(
                    TopicConfig.RETENTION_BYTES_CONFIG,
                    "-1",
                    Kind.PROBLEM,
                    "messages are deleted beyond that size, even if they are not yet answered or read"),
            new Setting(
                    TopicConfig.CLEANUP_POLICY_CONFIG,
                    TopicConfig.CLEANUP_POLICY_DELETE,
                    policy -> !policy.contains(TopicConfig.CLEANUP_POLICY_COMPACT),
                    Kind.PROBLEM,
                    "brokers refuse messages without a key, and these messages have none"));

    /** Settings of the control topic, which has names and notices. A wrong value surely breaks a promise. */
    static final List<Setting> COMPACTED = List.of(of(
            TopicConfig.CLEANUP_POLICY_CONFIG,
            TopicConfig.CLEANUP_POLICY_COMPACT,
            Kind.PROBLEM,
            "positions of jobs and notes of gateways are deleted with old messages, or old values never go"));

    /** Further settings of the topics of requests and results, beside {@link #KEPT}. */
    static final List<Setting> OF_MESSAGES = List.of(
            CLEAN,
            AHEAD,
            of(
                    TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG,
                    "CreateTime",
                    Kind.WARNING,
                    "messages are searched by the brokers' times, but show the times of their writers"));

    /** Further settings of the control topic, beside {@link #COMPACTED}. */
    static final List<Setting> OF_CONTROL =
            List.of(CLEAN, AHEAD, largest(LARGEST_NOTICE, Kind.WARNING, "a notice of the gateway may have 8 MB"));

    private static Setting of(String name, String value, Kind kind, String otherwise) {
        return new Setting(name, value, value::equals, kind, otherwise);
    }

    /** Returns the setting that allows messages of {@code bytes} bytes, including record overhead. */
    static Setting largest(int bytes, Kind kind, String otherwise) {
        return new Setting(
                TopicConfig.MAX_MESSAGE_BYTES_CONFIG,
                Integer.toString(bytes),
                given -> Long.parseLong(given) >= bytes,
                kind,
                otherwise);
    }

    /** Whether the topic's value is good enough. Also true if the brokers do not know the setting. */
    boolean fits(Config settings) {
        final ConfigEntry entry = settings.get(name);
        return entry == null || entry.value() == null || fits.test(entry.value());
    }

    /** Returns a finding if the topic's value is not good enough. */
    Optional<Finding> find(KafkaAddress address, String topic, Config settings) {
        return fits(settings)
                ? Optional.empty()
                : Optional.of(new Finding(
                        kind,
                        topic + " has " + name + "=" + Topics.value(settings, name) + ": " + otherwise + "; run "
                                + address.setting(topic, name, value)));
    }
}
