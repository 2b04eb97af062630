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
 * Brokers of Apache Kafka on 127.0.0.1, with the jars of this JVM's class path. Each broker runs in a separate JVM together with
 * a controller, and can be killed and restarted on its files. A commit is stored on a majority of the brokers. The brokers end
 * when this JVM ends, or earlier. Used by one thread at a time.
 */
public final class KafkaBrokers implements AutoCloseable {

    private static final String STARTED = "Kafka Server started";
    private static final String LOG_THE_START = "-Dorg.slf4j.simpleLogger.log.kafka.server.KafkaRaftServer=info";

    private final Path directory;
    private final Consumer<String> died;
    private final List<Integer> ports;
    private final List<Integer> controllers;
    private final List<Listeners> further = new ArrayList<>();
    private final List<Child> brokers = new ArrayList<>();

    /** A proxy between some clients and the brokers. */
    @FunctionalInterface
    public interface Proxy {

        /**
         * Returns the port through which these clients reach a broker. Called once for each broker, in order of the brokers'
         * numbers.
         *
         * @param port the port on which the broker listens for these clients
         */
        int portBefore(int port) throws IOException;
    }

    /**
     * For the clients of one proxy: the ports on which the brokers listen, and the proxy's ports, which the brokers advertise.
     */
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

    /** Whether Kafka's jars are on this JVM's class path. */
    public static boolean areThere() {
        return KafkaBrokers.class.getClassLoader().getResource("kafka/Kafka.class") != null;
    }

    /**
     * Starts brokers on new ports. If the directory contains files of earlier brokers, the new brokers continue with these files.
     * Returns when all brokers work.
     *
     * @param directory an existing directory for files and logs; the caller deletes it at the end
     * @param died called on another thread with a description if a broker ends without being killed by this class
     * @throws IllegalStateException if a broker does not start; the message contains the end of the broker's log
     */
    public static KafkaBrokers start(Path directory, int count, Consumer<String> died)
            throws IOException, InterruptedException {
        return start(directory, count, died, List.of());
    }

    /**
     * Starts brokers as {@link #start(Path, int, Consumer)} does. Some clients reach the brokers through proxies.
     *
     * @param ways the proxies; {@link #bootstrap(int)} returns the addresses of the brokers for the clients of a proxy
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
            for (final Child broker : started.brokers) {
                broker.awaitSaid(STARTED);
            }
            return started;
        } catch (final IOException | InterruptedException | RuntimeException e) {
            started.close();
            throw e;
        }
    }

    /** Whether the directories of all brokers are formatted. If not, no broker was started yet, so no directory contains data. */
    private boolean areFormatted() {
        return IntStream.range(0, ports.size())
                .allMatch(broker -> Files.exists(files(broker).resolve("meta.properties")));
    }

    /** Formats all directories at the same time with Kafka's own tool. */
    private void format() throws IOException, InterruptedException {
        final UUID random = UUID.randomUUID();
        final String cluster = Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(ByteBuffer.allocate(2 * Long.BYTES)
                        .putLong(random.getMostSignificantBits())
                        .putLong(random.getLeastSignificantBits())
                        .array());
        final List<Child> formatting = new ArrayList<>();
        for (int broker = 0; broker < ports.size(); broker++) {
            Trees.delete(files(broker));
            formatting.add(Program.java(
                            "kafka.tools.StorageTool",
                            "format",
                            "--cluster-id=" + cluster,
                            "--config",
                            settings(broker))
                    .named("the formatting of broker " + broker)
                    .log(log(broker))
                    .options(Program.QUICK)
                    .options("-Xmx64m")
                    .start());
        }
        try {
            for (final Child format : formatting) {
                format.expectEnd(0);
            }
        } finally {
            formatting.forEach(Child::close);
        }
    }

    private Child begin(int broker) throws IOException {
        final Child begun = Program.java("kafka.Kafka", settings(broker))
                .named("broker " + broker)
                .log(log(broker))
                .options(Program.QUICK)
                .options("-Xmx256m", LOG_THE_START)
                .start();
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
        // The default heap of a broker is 1 GB. Here the heap has only 256 MB, so the buffer for log cleaning must be
        // smaller than its default of 128 MB.
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

    /** Returns the addresses of all brokers for clients without a proxy. */
    public String bootstrap() {
        return named(ports);
    }

    /** Returns the addresses of all brokers for clients of the proxy with the given index. */
    public String bootstrap(int way) {
        return named(further.get(way).told());
    }

    private static String named(List<Integer> ports) {
        return ports.stream().map(port -> "127.0.0.1:" + port).collect(Collectors.joining(","));
    }

    public int count() {
        return ports.size();
    }

    /** The process of the broker with the given number, which is its node id. */
    public Child process(int broker) {
        return brokers.get(broker);
    }

    /** Ends a broker as {@code kill -9} does, and waits for its end. */
    public void kill(int broker) {
        brokers.get(broker).kill();
    }

    /**
     * Starts a killed broker again, and waits until it works.
     *
     * @throws IllegalStateException if the broker does not start; the message contains the end of the broker's log
     */
    public void restart(int broker) throws IOException, InterruptedException {
        startAgain(broker);
        brokers.get(broker).awaitSaid(STARTED);
    }

    /** Starts a killed broker again, without waiting until it {@link #works}. */
    public void startAgain(int broker) throws IOException {
        brokers.set(broker, begin(broker));
    }

    /** Whether the last start of a broker is complete, according to the broker's log. */
    public boolean works(int broker) {
        return brokers.get(broker).hasSaid(STARTED);
    }

    @Override
    public void close() {
        brokers.forEach(Child::close);
    }
}
