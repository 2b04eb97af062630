package dev.sluice.kafka;

import dev.sluice.api.QueueException;
import dev.sluice.api.QueueOptions;
import dev.sluice.transport.Finding;
import dev.sluice.transport.Lane;
import dev.sluice.transport.Lease;
import dev.sluice.transport.Membership;
import dev.sluice.transport.Retention;
import dev.sluice.transport.Transport;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.TopicDescription;

/**
 * The transport for lanes on Apache Kafka, with addresses {@code kafka:NAME?bootstrap=HOST:PORT}. Lane n consists of partition n
 * of the topic {@code NAME.requests} and partition n of the topic {@code NAME.results}. The topic {@code NAME.control} contains
 * the small values of all lanes, for example the positions of named readers. It also contains the notices, which are small
 * documents that one process writes for other processes to read. Needs brokers of version 4.0 or later. Any thread.
 */
public final class KafkaTransport implements Transport {

    /** @throws QueueException if the address is one on Kafka, and Kafka's client is missing */
    @Override
    public boolean takes(String address) {
        final boolean takes = KafkaAddress.isOne(address);
        if (takes) {
            checkClient(address);
        }
        return takes;
    }

    private static void checkClient(String address) {
        try {
            Class.forName("org.apache.kafka.clients.CommonClientConfigs", false, KafkaTransport.class.getClassLoader());
        } catch (final ClassNotFoundException e) {
            throw new QueueException(
                    "no transport accepts the address " + address + ": the jar of sluice-kafka is here, and that of"
                            + " kafka-clients is missing; put it into lib/ beside the sluice launcher, or start the"
                            + " launcher with SLUICE_LIB=kafka, the directory of both in a release; a job needs"
                            + " kafka-clients on its class path",
                    e);
        }
    }

    @Override
    public List<String> lanes(String address, QueueOptions options) {
        return addresses(address, Optional.of(options));
    }

    @Override
    public List<String> existingLanes(String address) {
        return addresses(address, Optional.empty());
    }

    @Override
    public Optional<OneOfLanes> oneOfLanes(String address) {
        final KafkaAddress parsed = KafkaAddress.parse(address);
        final String all = parsed.ofAllLanes().toString();
        return parsed.lane().isPresent() && existingLanes(all).size() > 1
                ? Optional.of(new OneOfLanes(all, parsed.partition()))
                : Optional.empty();
    }

    /** @param options the number of lanes to create if there are none; empty to create nothing */
    private static List<String> addresses(String address, Optional<QueueOptions> options) {
        final KafkaAddress parsed = KafkaAddress.parse(address);
        if (parsed.lane().isPresent()) {
            return List.of(address);
        }
        try (Brokers brokers = new Brokers(parsed)) {
            final Topics topics = new Topics(brokers, parsed);
            int lanes = options.isPresent() ? topics.lanes() : topics.existingLanes();
            if (lanes == 0 && options.isPresent()) {
                new NewTopics(brokers, parsed, OptionalInt.empty(), false)
                        .make(options.get().lanes(), options.get());
                lanes = topics.awaitLanes();
            }
            return lanes <= 1
                    ? List.of(address)
                    : IntStream.range(0, lanes)
                            .mapToObj(lane -> parsed.ofLane(lane).toString())
                            .toList();
        }
    }

    @Override
    public Lane open(String address, QueueOptions options) {
        final KafkaAddress parsed = KafkaAddress.parse(address);
        if (parsed.lane().isEmpty()) {
            lanes(address, options);
        }
        return openExisting(address, options);
    }

    @Override
    public Lane openExisting(String address, QueueOptions options) {
        final KafkaAddress parsed = KafkaAddress.parse(address);
        final Brokers brokers = new Brokers(parsed);
        try {
            return open(parsed, options, brokers);
        } catch (final RuntimeException e) {
            brokers.close();
            throw e;
        }
    }

    private static Lane open(KafkaAddress address, QueueOptions options, Brokers brokers) {
        final Topics topics = new Topics(brokers, address);
        final int lanes = topics.existingLanes();
        if (lanes == 0) {
            throw new QueueException("there is no topic " + address.requests() + " at " + address.bootstrap());
        } else if (address.partition() >= lanes) {
            throw new QueueException(address + " is not one of the " + lanes + " lanes of " + address.requests()
                    + ", which are counted from 0");
        } else if (lanes > 1 && address.lane().isEmpty()) {
            throw new QueueException(
                    address + " has " + lanes + " lanes: name one of them, such as " + address.ofLane(0));
        }
        final TopicDescription requests = topics.existing(address.requests());
        final Config ofRequests = topics.settings(address.requests());
        final Config ofResults = topics.settings(address.results());
        final TopicReview review = new TopicReview(brokers, address);
        review.warnOnce(address.requests(), ofRequests);
        review.warnOnce(address.results(), ofResults);
        review.warnOnce(address.control(), topics.settings(address.control()));
        final TopicDescription results = topics.existing(address.results());
        TopicWatch.warnOfMore(requests, lanes);
        TopicWatch.warnOfMore(results, lanes);
        final int largest = Topics.largestMessage(ofRequests);
        if (options.requestLimit() > largest
                && options.requestLimit() < QueueOptions.largestMessage(options.blockSize())) {
            throw new QueueException("a request may have " + options.requestLimit() + " bytes, but the topic "
                    + address.requests() + " accepts only " + largest + ": set its max.message.bytes to "
                    + (options.requestLimit() + QueueOptions.OVERHEAD) + " or more, or lower the limit");
        }
        return new KafkaLane(
                new LaneLogs(
                        address,
                        options.withRequestLimit(Math.min(options.requestLimit(), largest)),
                        brokers,
                        topics,
                        requests,
                        results,
                        lanes),
                Topics.largestMessage(ofResults));
    }

    @Override
    public Membership join(String address, String member) {
        final KafkaAddress parsed = KafkaAddress.parse(address);
        if (parsed.lane().isPresent()) {
            throw new QueueException(address + " is the address of one lane, but queues.member is '" + member
                    + "': use the address of all lanes, " + parsed.ofAllLanes() + ", or leave out queues.member");
        }
        return new KafkaMembership(parsed, member);
    }

    @Override
    public List<Finding> review(String address, long requestLimit, long resultLimit, boolean shared) {
        final KafkaAddress parsed = KafkaAddress.parse(address);
        try (Brokers brokers = new Brokers(parsed)) {
            final List<Finding> found = new TopicReview(brokers, parsed).findings(requestLimit, resultLimit);
            found.addAll(new Rights(brokers, parsed).lacking(shared));
            return found;
        }
    }

    @Override
    public List<Finding> make(String address, QueueOptions options, int copies, boolean dryRun) {
        final KafkaAddress parsed = KafkaAddress.parse(address);
        if (parsed.lane().isPresent()) {
            throw new QueueException(
                    address + " is the address of one lane: use the address of all lanes, " + parsed.ofAllLanes());
        }
        try (Brokers brokers = new Brokers(parsed)) {
            final List<Finding> found =
                    new NewTopics(brokers, parsed, OptionalInt.of(copies), dryRun).make(options.lanes(), options);
            if (!dryRun) {
                new Topics(brokers, parsed).awaitLanes();
            }
            found.addAll(new TopicReview(brokers, parsed).findings(options.requestLimit(), options.requestLimit()));
            return found;
        }
    }

    @Override
    public boolean lanesMove() {
        return true;
    }

    @Override
    public Optional<Retention> retention(Lane lane, Optional<Lease> lease) {
        return Optional.of(new KafkaRetention((KafkaLane) lane));
    }
}
