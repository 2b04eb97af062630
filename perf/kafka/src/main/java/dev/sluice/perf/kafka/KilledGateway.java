package dev.sluice.perf.kafka;

import dev.sluice.api.RequestRef;
import dev.sluice.api.Rows;
import dev.sluice.client.GatewayClient;
import dev.sluice.perf.lab.Database;
import dev.sluice.perf.lab.Opened;
import dev.sluice.perf.load.ExpectedResults;
import dev.sluice.service.Main;
import dev.sluice.testsupport.GatewayYaml;
import dev.sluice.testsupport.JavaCommand;
import dev.sluice.testsupport.OwnJvm;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongPredicate;
import java.util.stream.Stream;

/** The program of the gateway in a JVM of its own, killed and started again, and a job that goes on asking it. One thread. */
final class KilledGateway implements AutoCloseable {

    /** Those of the launcher. */
    private static final List<String> OPTIONS = Stream.concat(
                    Stream.of("-XX:+ExitOnOutOfMemoryError"), JavaCommand.SHARED_CLASSES.stream())
            .toList();

    private static final int BURST = 2;
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final int MOST_RESULTS = 1_000;
    private static final long WORKING_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** Then the job has seen all that the killed process committed, and no new one has started. */
    private static final long SEEN_NANOS = TimeUnit.MILLISECONDS.toNanos(300);

    private static final Duration PATIENCE = Duration.ofMinutes(3);

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
     * The seconds that a kill and a start cost.
     *
     * @param firstNew seconds from the kill until the job had a result that only the new process can have written
     * @param allOld seconds from the kill until it had those of all requests that it wrote before the process had ended
     */
    record Restarted(double firstNew, double allOld) {}

    /**
     * Kills it while it works, and starts it again at once.
     *
     * @throws IllegalStateException if a result is missing, wrong, or not in its place
     */
    Restarted kill() throws IOException {
        ask(1);
        client.awaitAll(answers, PATIENCE);
        askWhile(nanos -> nanos < WORKING_NANOS);
        final long killed = System.nanoTime();
        gateway.kill();
        final long written = client.written();
        gateway = start();
        askWhile(nanos -> nanos < SEEN_NANOS);
        final long seen = client.answered();
        askWhile(nanos -> client.answered() == seen);
        final double firstNew = (System.nanoTime() - killed) / 1e9;
        askWhile(nanos -> client.answered() < written);
        final double allOld = (System.nanoTime() - killed) / 1e9;
        client.awaitAll(answers, PATIENCE);
        return new Restarted(firstNew, allOld);
    }

    private void ask(int requests) {
        for (int i = 0; i < requests; i++) {
            id = id % Account.ROWS + 1;
            client.requests().lookup(Account.LOOKUP, id);
            answers.expected.add(id);
        }
    }

    /** Asks at a pace, some two thousand requests a second, while that holds for the nanoseconds since this began. */
    private void askWhile(LongPredicate goesOn) {
        final long begun = System.nanoTime();
        while (goesOn.test(System.nanoTime() - begun)) {
            ask(BURST);
            client.poll(answers, MOST_RESULTS);
            LockSupport.parkNanos(PAUSE_NANOS);
            if (System.nanoTime() - begun > PATIENCE.toNanos()) {
                throw new IllegalStateException("The job waits in vain for results: " + gateway.described());
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
