package dev.sluice.kafka;

import dev.sluice.api.QueueException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.admin.TopicDescription;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sees whether the topics of a lane are still those that were opened: Kafka's clients go on in a topic that is made anew, at the place that
 * they had in the former one. One thread.
 */
final class TopicWatch {

    private static final Logger LOG = LoggerFactory.getLogger(TopicWatch.class);

    private final Brokers brokers;
    private final List<TopicDescription> opened;
    private @Nullable CompletableFuture<Map<String, TopicDescription>> asked;
    private boolean warned;

    /** @param opened those of requests and results, as they were then */
    TopicWatch(Brokers brokers, List<TopicDescription> opened) {
        this.brokers = brokers;
        this.opened = opened;
    }

    /**
     * Looks at what the brokers answered to the last question, and asks again; never waits.
     *
     * @throws QueueException if one was made anew
     */
    void look() {
        final CompletableFuture<Map<String, TopicDescription>> former = asked;
        if (former != null && !former.isDone()) {
            return;
        }
        asked = brokers.admin()
                .describeTopics(opened.stream().map(TopicDescription::name).toList())
                .allTopicNames()
                .toCompletionStage()
                .toCompletableFuture();
        // Brokers that are away are no reason to end: whoever waits for them says so.
        if (former != null && !former.isCompletedExceptionally()) {
            final Map<String, TopicDescription> now = former.getNow(Map.of());
            opened.forEach(topic -> compare(topic, now.getOrDefault(topic.name(), topic)));
        }
    }

    private void compare(TopicDescription before, TopicDescription now) {
        if (!before.topicId().equals(now.topicId())) {
            throw new QueueException("the topic " + before.name()
                    + " was deleted and made anew while this gateway served it: requests that were written since then, and"
                    + " before the gateway begins again, may have no result");
        } else if (before.partitions().size() != now.partitions().size() && !warned) {
            warned = true;
            LOG.warn(
                    "{} has {} partitions, and had {} when it was opened: nobody serves more, and clients that open it now look"
                            + " for names on other lanes. Their number is fixed: make topics of another name",
                    before.name(),
                    now.partitions().size(),
                    before.partitions().size());
        }
    }
}
