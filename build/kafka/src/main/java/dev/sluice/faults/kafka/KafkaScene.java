package dev.sluice.faults.kafka;

import dev.sluice.api.QueueOptions;
import dev.sluice.faults.kill.BrokenPromises;
import dev.sluice.faults.kill.BrokenPromises.Kind;
import dev.sluice.faults.kill.KilledProgram;
import dev.sluice.faults.kill.RandomGateway;
import dev.sluice.faults.kill.Stores;
import dev.sluice.faults.kill.bank.Bank;
import dev.sluice.faults.kill.bank.FedWriter;
import dev.sluice.faults.kill.bank.JudgedLane;
import dev.sluice.faults.kill.bank.Scene;
import dev.sluice.testsupport.GatewayYaml;
import dev.sluice.testsupport.KafkaBrokers;
import dev.sluice.transport.Lane;
import dev.sluice.transport.Lanes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Everything that runs in the crash test: brokers, databases, gateways that share the lanes, and for each lane a writer and a
 * judge, which checks the results. A lane is a partition for requests with a partition for their results. Not thread-safe.
 */
final class KafkaScene extends Scene {

    static final int LANES = 3;
    private static final String NAME = "crash";
    private static final List<String> MEMBERS = List.of("one", "two");
    private static final int AT_ONCE = 1_000;
    private static final int LARGEST_BACKLOG = 3_000;
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final long STUCK_NANOS = TimeUnit.SECONDS.toNanos(150);
    private final SplittableRandom random;
    /** The network links that the test can cut: one object for each of {@link #MEMBERS}, and a last one for all writers. */
    private final List<Links> links =
            Stream.generate(Links::new).limit(MEMBERS.size() + 1L).toList();

    private final KafkaBrokers brokers;
    private final Roles roles;
    private final List<Gateway> gateways = new ArrayList<>();
    private final List<Pace> paces = new ArrayList<>();
    private final Queue<String> dead = new ConcurrentLinkedQueue<>();

    /** How much a lane's writer may write, and when the lane had its last result. */
    private static final class Pace {
        private int backlog = LARGEST_BACKLOG;
        private long done;
        private long doneNanos = System.nanoTime();
    }

    /**
     * Starts all processes.
     *
     * @param directory the directory for the files and logs of the processes
     * @param stores creates the databases
     */
    KafkaScene(Path directory, int count, long seed, Stores stores, BrokenPromises findings)
            throws IOException, SQLException, InterruptedException {
        super(directory, stores, LANES, findings);
        this.random = new SplittableRandom(seed);
        this.brokers = KafkaBrokers.start(
                Files.createDirectories(directory.resolve("brokers")), count, dead::add, List.copyOf(links));
        this.roles = new Roles(NAME, LANES, count, brokers.bootstrap());
        boolean whole = false;
        try {
            begin(seed);
            whole = true;
        } finally {
            if (!whole) {
                close();
            }
        }
    }

    private void begin(long seed) throws IOException {
        final Lanes all = Lanes.at(address(brokers.bootstrap()), QueueOptions.DEFAULTS.withLanes(LANES));
        final String writersBrokers = brokers.bootstrap(MEMBERS.size());
        for (int number = 0; number < LANES; number++) {
            final Lane lane = all.open(number);
            final List<String> arguments = List.of(
                    address(writersBrokers),
                    NAME + ".requests",
                    writersBrokers,
                    Long.toString(seed),
                    Integer.toString(number));
            paces.add(new Pace());
            lanes.add(new Served(
                    lane,
                    new JudgedLane(lane, seed, number, databases(), PATIENCE, findings),
                    startWriter(number, arguments)));
        }
        for (int i = 0; i < MEMBERS.size(); i++) {
            final int member = i;
            links.get(i).openDatabase(databases().get(0).url());
            gateways.add(new Gateway(MEMBERS.get(i), directory, links.get(i), () -> config(member)));
        }
    }

    /** @param arguments the arguments of {@link LaneWriterProgram} */
    private FedWriter startWriter(int lane, List<String> arguments) throws IOException {
        return new FedWriter(
                "the brokers had",
                findings,
                (process, said) -> KilledProgram.of(
                                "writer of lane " + lane,
                                directory.resolve("writer-" + lane + ".log"),
                                "",
                                LaneWriterProgram.class,
                                arguments.toArray())
                        .lines(said)
                        .start());
    }

    private static String address(String bootstrap) {
        return "kafka:" + NAME + "?bootstrap=" + bootstrap;
    }

    private GatewayYaml config(int member) {
        final GatewayYaml yaml = RandomGateway.declare(
                new GatewayYaml(NAME).with("queues.path", address(brokers.bootstrap(member))),
                LANES,
                databases(),
                store -> links.get(member).through(store.url()));
        Bank.declare(yaml, LANES);
        return RandomGateway.vary(yaml, databases().size(), random);
    }

    /**
     * Checks new results, lets the writers continue, and checks that all processes are alive and make progress.
     *
     * @param calm whether no mishap is in progress. If none is, each lane with a running writer must get results
     */
    void look(boolean calm) throws IOException {
        for (int number = 0; number < LANES; number++) {
            final Served lane = lanes.get(number);
            final Pace pace = paces.get(number);
            lane.judged().poll(AT_ONCE);
            lane.writer().tend(lane.judged().answered() + pace.backlog);
            if (!calm || !lane.writer().isUp() || lane.judged().results() != pace.done) {
                pace.done = lane.judged().results();
                pace.doneNanos = System.nanoTime();
            } else if (System.nanoTime() - pace.doneNanos > STUCK_NANOS && !findings.any()) {
                findings.add(
                        Kind.STUCK,
                        "lane " + number + " has had no result for " + STUCK_NANOS / 1_000_000_000
                                + " s; results before: " + pace.done + "\n" + described());
            }
        }
        for (final Gateway gateway : gateways) {
            if (gateway.isDead() && !findings.any()) {
                findings.add(Kind.DIED, gateway.described());
            }
        }
        for (String text = dead.poll(); text != null; text = dead.poll()) {
            findings.add(Kind.DIED, text);
        }
    }

    private String described() throws IOException {
        final StringBuilder text = new StringBuilder();
        for (final Gateway gateway : gateways) {
            text.append(gateway.described()).append('\n');
        }
        return text.toString();
    }

    /** For each lane, chooses a new limit for the number of requests that may wait. */
    void anotherBacklog() {
        paces.forEach(pace -> pace.backlog = 50 + random.nextInt(LARGEST_BACKLOG));
    }

    KafkaBrokers brokers() {
        return brokers;
    }

    Roles roles() {
        return roles;
    }

    List<Gateway> gateways() {
        return gateways;
    }

    /** The links to the brokers that all writers share. */
    Links writersLinks() {
        return links.get(MEMBERS.size());
    }

    /** Whether, according to the gateways' logs, each gateway has lanes, and each lane belongs to exactly one gateway. */
    boolean areShared() {
        final List<Set<Integer>> held = gateways.stream().map(Gateway::lanes).toList();
        final List<Integer> all = held.stream().flatMap(Set::stream).sorted().toList();
        return held.stream().noneMatch(Set::isEmpty)
                && all.equals(IntStream.range(0, LANES).boxed().toList());
    }

    FedWriter writer(int lane) {
        return lanes.get(lane).writer();
    }

    /** Stops the gateways, and checks everything. */
    void judge(List<Long> last) throws IOException, SQLException, InterruptedException {
        for (final Gateway gateway : gateways) {
            gateway.tell();
            if (!gateway.endedInOrder()) {
                findings.add(Kind.DIED, "did not end normally when told to: " + gateway.described());
            }
        }
        for (int number = 0; number < LANES; number++) {
            lanes.get(number).judged().atEnd(last.get(number));
        }
    }

    long requests() {
        return answered().stream().mapToLong(Long::longValue).sum();
    }

    /** Returns the number of requests of former writers that were refused. */
    long repeated() {
        return sum(JudgedLane::repeated);
    }

    @Override
    public void close() {
        gateways.forEach(Gateway::close);
        super.close();
        roles.close();
        brokers.close();
        links.forEach(Links::close);
    }
}
