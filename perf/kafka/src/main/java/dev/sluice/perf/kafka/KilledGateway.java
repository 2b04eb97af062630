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
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongPredicate;
import java.util.stream.Stream;

/** A gateway in a JVM of its own, which is killed, or loses a broker, and a job that goes on asking it. One thread. */
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

    /** A member without lanes says so. */
    private static final String NO_LANES = "lanes given to this process: none";

    private static final long START_SECONDS = 60;
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    private final Cluster cluster;
    private final String name;
    private final Path directory;
    private final GatewayYaml yaml;
    /** The one that works, or worked last, is the first. */
    private final List<String> members;

    private final Opened opened = new Opened();
    private final GatewayClient client;
    private final Answers answers = new Answers();
    private OwnJvm gateway;
    private long id;
    private long lastResultNanos;
    private long longestNanos;

    /** @param members those of the group that share the lane; none: it is in no group */
    KilledGateway(String name, List<String> members, Cluster cluster, Database database, Path directory)
            throws IOException {
        this.cluster = cluster;
        this.name = name;
        this.directory = directory;
        this.members = new ArrayList<>(members);
        this.yaml = SluiceOnKafka.configuration(database).with("name", name).with("queues.path", cluster.lanes(name));
        this.client = opened.add(GatewayClient.builder(cluster.lanes(name)).open());
        this.gateway = start();
    }

    /** Starts the one that works. */
    private OwnJvm start() throws IOException {
        final String process = members.isEmpty() ? "gateway" : members.get(0);
        if (!members.isEmpty()) {
            yaml.with("queues.member", process);
        }
        return OwnJvm.start(
                "the gateway " + process,
                directory.resolve(process + ".log"),
                OPTIONS,
                Main.class.getName(),
                List.of(
                        "run",
                        "--config",
                        yaml.write(directory.resolve(process + ".yaml")).toString()));
    }

    /**
     * The seconds that a kill costs.
     *
     * @param firstNew seconds from the kill until the job had a result that only the next process can have written
     * @param allOld seconds from the kill until it had those of all requests that it wrote before the process had ended
     */
    record Restarted(double firstNew, double allOld) {}

    /**
     * Kills it while it works, and starts it again at once, or, if it has two members, has the other one take the lane over.
     *
     * @throws IllegalStateException if a result is missing, wrong, or not in its place
     */
    Restarted kill() throws IOException, InterruptedException {
        work();
        Optional<OwnJvm> spare = Optional.empty();
        if (members.size() > 1) {
            Collections.reverse(members);
            spare = Optional.of(opened.add(start()));
            spare.get().awaitSaid(NO_LANES, START_SECONDS);
        }
        work();
        final long killed = System.nanoTime();
        gateway.kill();
        final long written = client.written();
        gateway = spare.isPresent() ? spare.get() : start();
        askWhile(nanos -> nanos < SEEN_NANOS);
        final long seen = client.answered();
        askWhile(nanos -> client.answered() == seen);
        final double firstNew = (System.nanoTime() - killed) / 1e9;
        askWhile(nanos -> client.answered() < written);
        final double allOld = (System.nanoTime() - killed) / 1e9;
        client.awaitAll(answers, PATIENCE);
        return new Restarted(firstNew, allOld);
    }

    /**
     * Kills the broker that leads its requests while it works; the broker is started again afterwards.
     *
     * @return the most seconds without a result, until all that was written before the loss could be known of is answered
     */
    double killBroker() throws IOException, ExecutionException, InterruptedException {
        cluster.awaitInSync();
        work();
        final int broker = cluster.leader(name + ".requests");
        longestNanos = 0;
        lastResultNanos = System.nanoTime();
        cluster.brokers().kill(broker);
        askWhile(nanos -> nanos < SEEN_NANOS);
        final long written = client.written();
        askWhile(nanos -> client.answered() < written);
        final double longest = longestNanos / 1e9;
        cluster.brokers().restart(broker);
        client.awaitAll(answers, PATIENCE);
        return longest;
    }

    /** Has it work for a second. */
    private void work() {
        ask(1);
        client.awaitAll(answers, PATIENCE);
        askWhile(nanos -> nanos < WORKING_NANOS);
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
            if (client.poll(answers, MOST_RESULTS) > 0) {
                longestNanos = Math.max(longestNanos, System.nanoTime() - lastResultNanos);
                lastResultNanos = System.nanoTime();
            }
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
