package dev.sluice.testsupport;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Brokers of Apache Kafka on 127.0.0.1, with the jars of this JVM's class path: each is a JVM of its own, with a controller in it, that
 * can be killed and started again on what it had. A commit is on most of them. They end with this JVM at the latest. One thread at a time.
 */
public final class KafkaBrokers implements AutoCloseable {

    private static final String STARTED = "Kafka Server started";
    private static final long START_SECONDS = 90;
    /** Compiled once: what lives for a minute spends half its time on optimizing otherwise. */
    private static final List<String> OPTIONS = List.of(
            "-Xmx256m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Dorg.slf4j.simpleLogger.log.kafka.server.KafkaRaftServer=info"); // which says when it works

    private static final List<String> FORMAT_OPTIONS =
            List.of("-Xmx64m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

    private final Path directory;
    private final Consumer<String> died;
    private final List<Integer> ports;
    private final List<Integer> controllers;
    private final List<Listeners> further = new ArrayList<>();
    private final List<OwnJvm> brokers = new ArrayList<>();

    /** Something between some clients and the brokers, such as a proxy. */
    @FunctionalInterface
    public interface Proxy {

        /** Returns the port by which these clients reach a broker that listens for them at that port; called once for each, by number. */
        int portBefore(int port) throws IOException;
    }

    /** Ports for the clients that come on one way: where each broker listens, and what it tells them. */
    private record Listeners(String name, List<Integer> ports, List<Integer> told) {}

    private KafkaBrokers(Path directory, int count, Consumer<String> died, List<Proxy> ways) throws IOException {
        this.directory = directory;
        this.died = died;
        final List<Integer> free = IntStream.generate(LocalPorts::free)
                .distinct()
                .limit((2L + ways.size()) * count)
                .boxed()
                .toList();
        this.ports = free.subList(0, count);
        this.controllers = free.subList(count, 2 * count);
        for (final Proxy way : ways) {
            final int first = (2 + further.size()) * count;
            final Listeners listeners =
                    new Listeners("WAY" + further.size(), free.subList(first, first + count), new ArrayList<>());
            for (final int port : listeners.ports()) {
                listeners.told().add(way.portBefore(port));
            }
            further.add(listeners);
        }
    }

    /** Whether their jars are on this JVM's class path. */
    public static boolean areThere() {
        return KafkaBrokers.class.getClassLoader().getResource("kafka/Kafka.class") != null;
    }

    /**
     * Starts new ones, or those that had their files in that directory, at other ports; returns when all of them work.
     *
     * @param directory takes their files and logs; it is there, and whoever names it deletes it
     * @param died hears, on another thread, how one ended that was not killed here
     * @throws IOException if one of them does not start; the message has the end of its log
     */
    public static KafkaBrokers start(Path directory, int count, Consumer<String> died)
            throws IOException, InterruptedException {
        return start(directory, count, died, List.of());
    }

    /**
     * Starts them, as {@link #start(Path, int, Consumer)} does; some clients reach them on ways of their own.
     *
     * @param ways one for each {@link #bootstrap(int)}
     */
    public static KafkaBrokers start(Path directory, int count, Consumer<String> died, List<Proxy> ways)
            throws IOException, InterruptedException {
        final KafkaBrokers started = new KafkaBrokers(directory, count, died, ways);
        try {
            for (int broker = 0; broker < count; broker++) {
                Files.writeString(started.settings(broker), started.text(broker));
            }
            if (!started.areFormatted()) {
                started.format();
            }
            for (int broker = 0; broker < count; broker++) {
                started.brokers.add(started.begin(broker));
            }
            for (final OwnJvm broker : started.brokers) {
                broker.awaitSaid(STARTED, START_SECONDS);
            }
            return started;
        } catch (final IOException | InterruptedException | RuntimeException e) {
            started.close();
            throw e;
        }
    }

    /** Brokers are started when the directories of all are made: before, there is nothing in any. */
    private boolean areFormatted() {
        return IntStream.range(0, ports.size())
                .allMatch(broker -> Files.exists(files(broker).resolve("meta.properties")));
    }

    /** Has their directories made by Kafka's own tool, all at a time. */
    private void format() throws IOException, InterruptedException {
        final UUID random = UUID.randomUUID();
        final String cluster = Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(ByteBuffer.allocate(2 * Long.BYTES)
                        .putLong(random.getMostSignificantBits())
                        .putLong(random.getLeastSignificantBits())
                        .array());
        final List<OwnJvm> formatting = new ArrayList<>();
        for (int broker = 0; broker < ports.size(); broker++) {
            Trees.delete(files(broker));
            formatting.add(OwnJvm.start(
                    "the formatting of broker " + broker,
                    log(broker),
                    FORMAT_OPTIONS,
                    "kafka.tools.StorageTool",
                    List.of(
                            "format",
                            "--cluster-id=" + cluster,
                            "--config",
                            settings(broker).toString())));
        }
        try {
            for (final OwnJvm format : formatting) {
                format.awaitSuccess();
            }
        } finally {
            formatting.forEach(OwnJvm::close);
        }
    }

    private OwnJvm begin(int broker) throws IOException {
        final OwnJvm begun = OwnJvm.start(
                "broker " + broker,
                log(broker),
                OPTIONS,
                "kafka.Kafka",
                List.of(settings(broker).toString()));
        begun.onDeath(died);
        return begun;
    }

    private Path settings(int broker) {
        return directory.resolve("broker-" + broker + ".properties");
    }

    private Path files(int broker) {
        return directory.resolve("broker-" + broker);
    }

    private Path log(int broker) {
        return directory.resolve("broker-" + broker + ".log");
    }

    private String text(int broker) {
        final int copies = Math.min(3, ports.size());
        final int inSync = Math.max(1, copies - 1);
        final String voters = IntStream.range(0, controllers.size())
                .mapToObj(voter -> voter + "@127.0.0.1:" + controllers.get(voter))
                .collect(Collectors.joining(","));
        // Java's default heap of a broker is 1 GB; what it keeps for the cleaning of logs alone is 128 MB.
        return """
                process.roles=broker,controller
                node.id=%d
                controller.quorum.voters=%s
                controller.listener.names=CONTROLLER
                listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT%s
                listeners=PLAINTEXT://127.0.0.1:%d,CONTROLLER://127.0.0.1:%d%s
                advertised.listeners=PLAINTEXT://127.0.0.1:%d%s
                log.dirs=%s
                auto.create.topics.enable=false
                default.replication.factor=%d
                min.insync.replicas=%d
                offsets.topic.num.partitions=1
                offsets.topic.replication.factor=%d
                transaction.state.log.num.partitions=4
                transaction.state.log.replication.factor=%d
                transaction.state.log.min.isr=%d
                group.initial.rebalance.delay.ms=0
                broker.session.timeout.ms=9000
                log.cleaner.dedupe.buffer.size=8388608
                """.formatted(
                        broker,
                        voters,
                        each(way -> "," + way.name() + ":PLAINTEXT"),
                        ports.get(broker),
                        controllers.get(broker),
                        each(way -> address(way.name(), way.ports().get(broker))),
                        ports.get(broker),
                        each(way -> address(way.name(), way.told().get(broker))),
                        files(broker),
                        copies,
                        inSync,
                        copies,
                        copies,
                        inSync);
    }

    private String each(Function<Listeners, String> text) {
        return further.stream().map(text).collect(Collectors.joining());
    }

    private static String address(String name, int port) {
        return "," + name + "://127.0.0.1:" + port;
    }

    /** Names all of them, as clients are told. */
    public String bootstrap() {
        return named(ports);
    }

    /** Names all of them, as clients are told that come on that way, by its place in the list. */
    public String bootstrap(int way) {
        return named(further.get(way).told());
    }

    private static String named(List<Integer> ports) {
        return ports.stream().map(port -> "127.0.0.1:" + port).collect(Collectors.joining(","));
    }

    public int count() {
        return ports.size();
    }

    /** The process of the broker with that number, which is its node id. */
    public Process process(int broker) {
        return brokers.get(broker).process();
    }

    /** Ends a broker as {@code kill -9} does, and returns when it has ended. */
    public void kill(int broker) {
        brokers.get(broker).kill();
    }

    /**
     * Starts a broker that was killed, and returns when it works.
     *
     * @throws IOException if it does not; the message has the end of its log
     */
    public void restart(int broker) throws IOException, InterruptedException {
        startAgain(broker);
        brokers.get(broker).awaitSaid(STARTED, START_SECONDS);
    }

    /** Starts a broker that was killed, and does not wait until it {@link #works}. */
    public void startAgain(int broker) throws IOException {
        brokers.set(broker, begin(broker));
    }

    /** Whether a broker has said that it works, since its start. */
    public boolean works(int broker) {
        return brokers.get(broker).hasSaid(STARTED);
    }

    @Override
    public void close() {
        brokers.forEach(OwnJvm::close);
    }
}
