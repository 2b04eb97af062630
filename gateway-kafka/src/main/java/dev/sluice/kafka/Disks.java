package dev.sluice.kafka;

import dev.sluice.transport.Lane.Space;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.LogDirDescription;
import org.apache.kafka.clients.admin.ReplicaInfo;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;

/** The space that a lane takes on the brokers. */
final class Disks {

    private Disks() {}

    /** The bytes of one copy of each partition, and the least that a broker's disk with a copy has left. */
    static Space space(Brokers brokers, TopicPartition requests, TopicPartition results) {
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
}
