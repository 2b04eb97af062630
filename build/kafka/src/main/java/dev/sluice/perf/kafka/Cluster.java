package dev.sluice.perf.kafka;

import dev.sluice.api.QueueOptions;
import dev.sluice.testsupport.KafkaBrokers;
import dev.sluice.transport.Lanes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;

/** The brokers of a run. Not thread-safe. */
record Cluster(KafkaBrokers brokers) implements AutoCloseable {

    /** Starts the brokers. Their files and logs are in the given directory. */
    static Cluster start(Path directory, int count) throws IOException, InterruptedException {
        return new Cluster(KafkaBrokers.start(Files.createDirectories(directory), count, System.err::println));
    }

    String bootstrap() {
        return brokers.bootstrap();
    }

    /** Creates the topics of one lane, and returns the address of the lane. */
    String createLane(String name) {
        Lanes.at("kafka:" + name + "?bootstrap=" + bootstrap(), QueueOptions.DEFAULTS.withLanes(1));
        return "kafka:" + name + "/0?bootstrap=" + bootstrap();
    }

    /** Creates topics with one partition and the default number of replicas. */
    void create(String... topics) throws ExecutionException, InterruptedException {
        try (Admin admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap()))) {
            admin.createTopics(List.of(topics).stream()
                            .map(name -> new NewTopic(name, Optional.of(1), Optional.empty()))
                            .toList())
                    .all()
                    .get();
        }
    }

    /** The CPU time that all brokers have used since their start. */
    Duration cpu() {
        return IntStream.range(0, brokers.count())
                .mapToObj(broker -> cpu(brokers.process(broker).process()))
                .reduce(Duration.ZERO, Duration::plus);
    }

    /** The CPU time that a process has used since its start, as exactly as the operating system measures it. */
    static Duration cpu(Process process) {
        return process.info().totalCpuDuration().orElse(Duration.ZERO);
    }

    @Override
    public void close() {
        brokers.close();
    }
}
