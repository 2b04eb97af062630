package dev.sluice.faults.kafka;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;

/** Finds the broker that has a certain role. Not thread-safe. */
final class Roles implements AutoCloseable {

    private static final int MILLIS = 4_000;

    private final String name;
    private final int lanes;
    private final int brokers;
    private final Admin admin;

    /**
     * A broker with a role.
     *
     * @param number the broker's node id
     * @param role a description of the role
     */
    record Broker(int number, String role) {}

    /** @param name the prefix of the topics' names */
    Roles(String name, int lanes, int brokers, String bootstrap) {
        this.name = name;
        this.lanes = lanes;
        this.brokers = brokers;
        this.admin = Admin.create(Map.of(
                AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap,
                AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, MILLIS / 2,
                AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, MILLIS));
    }

    /** Returns the broker that has a random role, or a random broker if the role cannot be queried. */
    Broker any(SplittableRandom random) throws InterruptedException {
        final int draw = random.nextInt(4);
        final int lane = random.nextInt(lanes);
        final int other = random.nextInt(brokers);
        try {
            return switch (draw) {
                case 0 -> new Broker(leader(lane), "the leader of lane " + lane);
                case 1 -> new Broker(ofGroup(), "the group's coordinator");
                case 2 -> new Broker(ofTransactions(lane), "the coordinator of lane " + lane + "'s transactions");
                default -> new Broker(other, "chosen at random");
            };
        } catch (final ExecutionException | TimeoutException e) {
            return new Broker(other, "chosen at random, because its role could not be queried");
        }
    }

    private int leader(int lane) throws InterruptedException, ExecutionException, TimeoutException {
        final String results = name + ".results";
        return admin.describeTopics(List.of(results))
                .topicNameValues()
                .get(results)
                .get(MILLIS, TimeUnit.MILLISECONDS)
                .partitions()
                .get(lane)
                .leader()
                .id();
    }

    private int ofGroup() throws InterruptedException, ExecutionException, TimeoutException {
        final String group = "sluice." + name;
        return admin.describeConsumerGroups(List.of(group))
                .describedGroups()
                .get(group)
                .get(MILLIS, TimeUnit.MILLISECONDS)
                .coordinator()
                .id();
    }

    private int ofTransactions(int lane) throws InterruptedException, ExecutionException, TimeoutException {
        final String id = "sluice." + name + "." + lane;
        return admin.describeTransactions(List.of(id))
                .description(id)
                .get(MILLIS, TimeUnit.MILLISECONDS)
                .coordinatorId();
    }

    @Override
    public void close() {
        admin.close(Duration.ZERO);
    }
}
