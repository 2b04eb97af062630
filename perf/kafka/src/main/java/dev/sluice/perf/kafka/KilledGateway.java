package dev.sluice.perf.kafka;

import dev.sluice.api.RequestRef;
import dev.sluice.api.Rows;
import dev.sluice.client.GatewayClient;
import dev.sluice.perf.lab.Database;
import dev.sluice.perf.lab.Opened;
import dev.sluice.perf.load.ExpectedResults;
import dev.sluice.service.Main;
import dev.sluice.testsupport.GatewayYaml;
import dev.sluice.testsupport.OwnJvm;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The program of the gateway in a JVM of its own, killed and started again, and a job that goes on asking it. One thread. */
final class KilledGateway implements AutoCloseable {

    /** Those of the launcher, without its archive of classes. */
    private static final List<String> OPTIONS = List.of("-XX:+ExitOnOutOfMemoryError");

    private static final int BURST = 10;
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final int SERVED = 1_000;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Path directory;
    private final Path config;
    private final Opened opened = new Opened();
    private final GatewayClient client;
    private final Answers answers = new Answers();
    private OwnJvm gateway;
    private long id;

    /** @param member whether it has its lane as a member of a group */
    KilledGateway(String name, boolean member, Cluster cluster, Database database, Path directory) throws IOException {
        this.directory = directory;
        final GatewayYaml yaml =
                SluiceOnKafka.configuration(database).with("name", name).with("queues.path", cluster.lane(name));
        if (member) {
            yaml.with("queues.member", "first");
        }
        this.config = yaml.write(directory.resolve("gateway.yaml"));
        this.client = opened.add(GatewayClient.builder(cluster.lane(name)).open());
        this.gateway = start();
    }

    private OwnJvm start() throws IOException {
        return OwnJvm.start(
                "the gateway",
                directory.resolve("gateway.log"),
                OPTIONS,
                Main.class.getName(),
                List.of("run", "--config", config.toString()));
    }

    /**
     * Kills it while it works, starts it again, and returns how long it took from the kill until the job had the result of a request
     * that it wrote when the process had ended: no other one can have answered that.
     *
     * @throws IllegalStateException if a result is missing, wrong, or not in its place
     */
    double secondsUntilNewResult() throws IOException {
        askUntil(client.written() + SERVED);
        final long killed = System.nanoTime();
        gateway.kill();
        final long before = client.written();
        gateway = start();
        askUntil(before + 1);
        final double seconds = (System.nanoTime() - killed) / 1e9;
        client.awaitAll(answers, PATIENCE);
        return seconds;
    }

    /** Asks at a pace, some thousand requests a second, until so many are answered. */
    private void askUntil(long answered) {
        final long begun = System.nanoTime();
        while (client.answered() < answered) {
            for (int i = 0; i < BURST; i++) {
                id = id % Account.ROWS + 1;
                client.requests().lookup(Account.LOOKUP, id);
                answers.expected.add(id);
            }
            while (client.poll(answers, BURST) > 0) {}
            LockSupport.parkNanos(PAUSE_NANOS);
            if (System.nanoTime() - begun > PATIENCE.toNanos()) {
                throw new IllegalStateException("No result came for 60 s: " + gateway.described());
            }
        }
    }

    /** Those of what was asked, in that order. */
    private static final class Answers implements ExpectedResults {

        private final Queue<Long> expected = new ArrayDeque<>();
        private long sequence;

        @Override
        public void rows(RequestRef request, Rows rows) {
            if (request.sequence() != ++sequence) {
                throw new IllegalStateException(
                        "The result of " + request + " came after " + (sequence - 1) + " others");
            }
            rows.only().as(Account.class).checkIs(expected.remove(), "The result of " + request);
        }
    }

    @Override
    public void close() {
        opened.close();
        gateway.close();
    }
}
