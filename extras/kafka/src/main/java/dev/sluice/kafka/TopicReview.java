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
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.AuthorizationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Checks that the topics of an address and the brokers have the settings that Sluice's promises need. Changes nothing. */
final class TopicReview {

    private static final Logger LOG = LoggerFactory.getLogger(TopicReview.class);
    /** The findings that this process has logged. */
    private static final Set<String> SAID = ConcurrentHashMap.newKeySet();

    private final Brokers brokers;
    private final KafkaAddress address;
    private final Topics topics;

    TopicReview(Brokers brokers, KafkaAddress address) {
        this.brokers = brokers;
        this.address = address;
        this.topics = new Topics(brokers, address);
    }

    /** Logs, once in a process, the settings of a topic that surely break a promise. */
    void warnOnce(String topic, Config settings) {
        wrong(topic, settings, lasting(topic))
                .map(Finding::text)
                .filter(SAID::add)
                .forEach(text -> LOG.warn("A promise does not hold on Kafka: {}", text));
    }

    private List<Setting> lasting(String topic) {
        return topic.equals(address.control()) ? Setting.COMPACTED : Setting.KEPT;
    }

    private Stream<Finding> wrong(String topic, Config settings, List<Setting> needed) {
        return needed.stream().flatMap(setting -> setting.find(address, topic, settings).stream());
    }

    /**
     * Returns all findings. The settings of a topic are not checked if the topic does not exist, or if this user may not see it.
     *
     * @param requestLimit the size of the largest request in bytes
     * @param resultLimit the size of the largest result in bytes
     */
    List<Finding> findings(long requestLimit, long resultLimit) {
        final List<Finding> found = new ArrayList<>();
        brokers.unsafeTransactions().ifPresent(wrong -> found.add(new Finding(Kind.PROBLEM, wrong)));
        final Map<String, List<Setting>> needed = new TreeMap<>();
        needed.put(
                address.requests(),
                ofMessages(requestLimit, Kind.PROBLEM, "limits.requestBytes needs more, so no gateway starts"));
        needed.put(
                address.results(),
                ofMessages(
                        resultLimit, Kind.WARNING, "limits.resultBytes needs more, so larger results become failures"));
        needed.put(address.control(), Setting.OF_CONTROL);
        final Map<String, TopicDescription> there = new TreeMap<>();
        final List<String> missing = new ArrayList<>();
        needed.forEach((topic, settings) -> allowed(() -> topics.describe(topic))
                .ifPresent(seen -> seen.ifPresentOrElse(is -> there.put(topic, is), () -> missing.add(topic))));
        there.forEach((topic, is) -> allowed(() -> topics.settings(topic))
                .ifPresent(settings -> found.addAll(wrong(is, settings, needed.getOrDefault(topic, List.of())))));
        final TopicDescription requests = there.get(address.requests());
        if (requests != null) {
            found.addAll(together(requests.partitions().size(), there, missing));
        }
        return found;
    }

    /** Returns the brokers' answer; empty if this user lacks the right, which {@link Rights} reports. */
    private static <T> Optional<T> allowed(Supplier<T> asked) {
        try {
            return Optional.of(asked.get());
        } catch (final QueueException e) {
            if (e.getCause() instanceof AuthorizationException) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /** Checks that the topics fit together. */
    private List<Finding> together(int partitions, Map<String, TopicDescription> there, List<String> missing) {
        final List<Finding> found = new ArrayList<>();
        final OptionalInt noted =
                there.containsKey(address.control()) ? new Topics(brokers, address).noted() : OptionalInt.empty();
        final int lanes = noted.orElse(partitions);
        there.values().stream()
                .filter(topic -> noted.isPresent() && !topic.name().equals(address.control()))
                .filter(topic -> topic.partitions().size() > lanes)
                .forEach(topic -> found.add(new Finding(Kind.WARNING, TopicWatch.more(topic, lanes))));
        missing.forEach(topic -> found.add(new Finding(
                Kind.PROBLEM,
                "there is no topic " + topic + ", which each lane needs; run sluice lanes create '" + address
                        + "' --lanes " + lanes)));
        final TopicDescription results = there.get(address.results());
        if (results != null && results.partitions().size() < lanes
                || results != null && noted.isEmpty() && results.partitions().size() > lanes) {
            final int answered = results.partitions().size();
            found.add(new Finding(
                    Kind.PROBLEM,
                    address.requests() + " has " + lanes + " partitions and " + address.results() + " has " + answered
                            + ": each lane needs one of both, and their number decides which lane a job uses; "
                            + (answered < lanes
                                    ? "if none were added to the requests, run "
                                            + address.command(
                                                    "kafka-topics",
                                                    "--alter --topic " + address.results() + " --partitions " + lanes)
                                            + ", otherwise use another name"
                                    : "use another name")));
        }
        final TopicDescription control = there.get(address.control());
        if (control != null && control.partitions().size() > 1) {
            found.add(new Finding(
                    Kind.WARNING,
                    address.control() + " has " + control.partitions().size()
                            + " partitions, but only the first is used; before the first start, run "
                            + address.command("kafka-topics", "--delete --topic " + address.control())
                            + ", and create it again"));
        }
        return found;
    }

    private static List<Setting> ofMessages(long limit, Kind kind, String otherwise) {
        final List<Setting> all = new ArrayList<>(Setting.OF_MESSAGES);
        all.add(Setting.largest((int) limit + QueueOptions.OVERHEAD, kind, otherwise));
        return all;
    }

    private List<Finding> wrong(TopicDescription topic, Config settings, List<Setting> needed) {
        final List<Finding> found = new ArrayList<>();
        found.addAll(wrong(topic.name(), settings, lasting(topic.name())).toList());
        found.forEach(finding -> SAID.add(finding.text())); // so opening the lane does not log these findings again
        found.addAll(wrong(topic.name(), settings, needed).toList());
        final int inSync = Integer.parseInt(Topics.value(settings, TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG));
        copies(address, topic.name(), Topics.copies(topic), inSync).ifPresent(found::add);
        return found;
    }

    /**
     * Returns a finding if messages may be lost, or lanes may stop, with these numbers of copies and of required in-sync copies.
     */
    static Optional<Finding> copies(KafkaAddress address, String topic, int copies, int inSync) {
        final String has = topic + " has min.insync.replicas=" + inSync + " and " + copies
                + (copies == 1 ? " copy" : " copies") + " of each message: ";
        final String more = "; run "
                + address.command(
                        "kafka-reassign-partitions",
                        "--execute --reassignment-json-file FILE, where FILE has three brokers for each partition");
        final String mended = "; run "
                + address.setting(
                        topic, TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG, Integer.toString(NewTopics.inSync(copies)));
        if (inSync > copies) {
            return problem(has + "brokers accept no message" + mended);
        } else if (copies == 1) {
            return warning(has + "a dead broker stops the lanes, and its disk has the only copy" + more);
        } else if (copies == 2) {
            return warning(has
                    + (inSync == 2
                            ? "a dead broker stops the lanes"
                            : "an acknowledged message may be lost with one broker")
                    + more);
        } else if (inSync < 2) {
            return problem(has + "an acknowledged message may be lost with one broker" + mended);
        }
        return inSync == copies ? warning(has + "a dead broker stops the lanes" + mended) : Optional.empty();
    }

    private static Optional<Finding> problem(String text) {
        return Optional.of(new Finding(Kind.PROBLEM, text));
    }

    private static Optional<Finding> warning(String text) {
        return Optional.of(new Finding(Kind.WARNING, text));
    }
}
