package dev.sluice.kafka;

import dev.sluice.api.QueueException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks that the topics of a lane were not replaced since the lane was opened. If a topic is deleted and created again, Kafka's
 * clients silently continue in the new topic, at the offset that they had in the old topic. For one thread.
 */
final class TopicWatch {

    private static final Logger LOG = LoggerFactory.getLogger(TopicWatch.class);
    private static final long BETWEEN_NANOS = 2_000_000_000L;
    /**
     * If this many consecutive answers do not contain a topic, the topic counts as deleted. One such answer proves nothing,
     * because brokers that have just started may not know the topic yet.
     */
    private static final int MOST_UNKNOWN = 5;

    private static final Set<String> WARNED = ConcurrentHashMap.newKeySet();

    private final Brokers brokers;
    private final List<TopicDescription> opened;
    private final int lanes;
    private long askedNanos = System.nanoTime();
    private int unknown;
    private @Nullable KafkaFuture<Map<String, TopicDescription>> answer;

    /** @param opened the topics of requests and results, as they were when the lane was opened */
    TopicWatch(Brokers brokers, List<TopicDescription> opened, int lanes) {
        this.brokers = brokers;
        this.opened = opened;
        this.lanes = lanes;
    }

    /**
     * Sends a query to the brokers every two seconds, and checks the answer once it has arrived. Never waits.
     *
     * @throws QueueException if a topic was deleted or replaced
     */
    void look() {
        final KafkaFuture<Map<String, TopicDescription>> asked = answer;
        if (asked == null) {
            if (System.nanoTime() - askedNanos >= BETWEEN_NANOS) {
                askedNanos = System.nanoTime();
                answer = brokers.admin().describeTopics(names()).allTopicNames();
            }
        } else if (asked.isDone()) {
            answer = null;
            look(asked);
        }
    }

    private List<String> names() {
        return opened.stream().map(TopicDescription::name).toList();
    }

    private void look(KafkaFuture<Map<String, TopicDescription>> done) {
        try {
            final Map<String, TopicDescription> now = done.get();
            opened.forEach(topic -> compare(topic, now.getOrDefault(topic.name(), topic)));
            unknown = 0;
        } catch (final ExecutionException e) {
            // If the brokers are unavailable, the code that waits for them reports this.
            unknown = e.getCause() instanceof UnknownTopicOrPartitionException ? unknown + 1 : 0;
            if (unknown >= MOST_UNKNOWN) {
                throw new QueueException(
                        "one of the topics " + String.join(", ", names())
                                + " is gone: it was deleted while it was in use",
                        e.getCause());
            }
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void compare(TopicDescription before, TopicDescription now) {
        if (!before.topicId().equals(now.topicId())) {
            throw new QueueException("the topic " + now.name()
                    + " was deleted and created again while it was in use: its id was "
                    + before.topicId() + " and is " + now.topicId()
                    + ". Requests that were written since then may have no result, and results may not be read");
        }
        warnOfMore(now, lanes);
    }

    /** Logs, once in a process, that a topic has more partitions than there are lanes. */
    static void warnOfMore(TopicDescription topic, int lanes) {
        final int partitions = topic.partitions().size();
        if (partitions > lanes && WARNED.add(topic.topicId() + " " + partitions)) {
            LOG.warn("{}", more(topic, lanes));
        }
    }

    /** Returns the message that a topic has more partitions than there are lanes. */
    static String more(TopicDescription topic, int lanes) {
        return topic.name() + " has " + topic.partitions().size() + " partitions, but only " + lanes
                + " of them are lanes: partitions were added after the first use. Jobs and gateways use only these"
                + " lanes; requests that other programs write to the added partitions are not answered";
    }
}
