package dev.sluice.faults.kill.bank;

import dev.sluice.faults.kill.BrokenPromises;
import dev.sluice.faults.kill.BrokenPromises.Kind;
import dev.sluice.faults.kill.Child;
import dev.sluice.faults.kill.DatabaseKind;
import dev.sluice.faults.kill.Queues;
import dev.sluice.faults.kill.Stores;
import dev.sluice.faults.kill.Stores.Store;
import dev.sluice.faults.kill.growth.Usage;
import dev.sluice.service.Main;
import dev.sluice.testsupport.GatewayYaml;
import dev.sluice.testsupport.WrongClock;
import dev.sluice.transport.Lane;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * A pair of queues whose gateway and writers live as long as the run, over a database of their own, while retention deletes the queues'
 * files; and what judges them. One thread.
 */
final class Steady implements AutoCloseable {

    private static final String NAME = "steady";
    private static final int LANES = 2;
    private static final String RETENTION = "15s";
    private static final int AT_ONCE = 1_000;
    /** The pace can be kept up beside everything else on two cores. */
    private static final double PER_SECOND = 100;

    private static final double NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long LARGEST_BACKLOG = 3_000;
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
    /** Nobody lets the writers write on while this process does something else for longer. */
    private static final long LOOKED_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(120);

    private record Served(Lane lane, JudgedLane judged, FedWriter writer) {}

    private final Path directory;
    private final BrokenPromises findings;
    private final Stores server;
    private final Store main;
    private final List<WrongClock> clocks = new ArrayList<>();
    private final List<Served> lanes = new ArrayList<>();
    private final SlowReader slow;
    private final Child gateway;
    private final Map<String, ProcessHandle> processes = new LinkedHashMap<>();
    private final long startNanos = System.nanoTime();
    private long resultsBefore;
    private long lookNanos = startNanos;
    private long quietNanos;

    /** Makes the queues and the databases in that directory, and starts all. */
    Steady(Path place, long seed, DatabaseKind database, ItemService items, BrokenPromises findings)
            throws IOException, SQLException, InterruptedException {
        this.directory = Files.createDirectories(place.resolve(NAME));
        this.findings = findings;
        server = database.openServer(directory);
        final GatewayYaml yaml = new GatewayYaml(NAME, queues())
                .with("queues.rollCycle", Queues.ROLL_CYCLE)
                .with("queues.lanes", LANES)
                .with("queues.retention", RETENTION);
        final List<Store> stores = new ArrayList<>();
        for (final String name : Stores.NAMES) {
            final Store store = server.create(directory, name, connection -> Bank.create(connection, LANES));
            store.declare(yaml, name, store.url());
            stores.add(store);
        }
        main = stores.get(0);
        items.declare(yaml, LANES);
        final Map<String, String> ofWriters = clock("writers");
        for (final Lane lane : Queues.open(queues(), LANES)) {
            final int number = lanes.size();
            final List<String> arguments = List.of(lane.address(), Long.toString(seed), Integer.toString(number));
            lanes.add(new Served(
                    lane,
                    new JudgedLane(lane, seed, number, stores, findings),
                    new FedWriter(
                            "it had written",
                            findings,
                            (first, said) ->
                                    start("writer-" + number, ofWriters, PlainWriterProgram.class, arguments, said))));
        }
        slow = new SlowReader(lanes.get(0).lane(), findings);
        final Path config = yaml.write(directory.resolve("gateway.yaml"));
        gateway = start(
                "gateway", clock("gateway"), Main.class, List.of("run", "--config", config.toString()), line -> {});
        processes.put("readers and checks", ProcessHandle.current());
    }

    private Path queues() {
        return directory.resolve("queues");
    }

    /** Makes a clock for processes, and returns the environment in which they see it; empty where none can be made. */
    private Map<String, String> clock(String of) throws IOException, InterruptedException {
        final Optional<WrongClock> clock = WrongClock.make(directory, of);
        clock.ifPresent(clocks::add);
        return clock.map(WrongClock::environment).orElse(Map.of());
    }

    private Child start(
            String name, Map<String, String> clock, Class<?> program, List<String> arguments, Consumer<String> said)
            throws IOException {
        final Child child = Child.start(name, directory.resolve(name + ".log"), "", clock, program, arguments, said);
        processes.put(name, child.process().toHandle());
        return child;
    }

    /** The server of its databases. */
    Stores server() {
        return server;
    }

    /** One of its databases. */
    Store store() {
        return main;
    }

    SlowReader slow() {
        return slow;
    }

    /** The clocks of its gateway and of its writers; none where there is no compiler to make them. */
    List<WrongClock> clocks() {
        return clocks;
    }

    /** Compares what has come, lets the writers write on at an even pace but for a backlog after outages, and looks whether all live. */
    void look() throws IOException {
        read();
        final long due = (long) ((System.nanoTime() - startNanos) / NANOS * PER_SECOND);
        for (final Served lane : lanes) {
            lane.writer().tend(Math.min(due, lane.judged().answered() + LARGEST_BACKLOG));
        }
    }

    private void read() throws IOException {
        lanes.forEach(lane -> lane.judged().poll(AT_ONCE));
        slow.look();
        final long now = System.nanoTime();
        quietNanos = results() == resultsBefore ? quietNanos + Math.min(now - lookNanos, LOOKED_NANOS) : 0;
        lookNanos = now;
        resultsBefore = results();
        if (!gateway.isAlive()) {
            findings.add(Kind.DIED, gateway.described());
        } else if (quietNanos > PATIENCE_NANOS) {
            findings.add(Kind.STUCK, "nothing was done in 120 s: " + gateway.described());
        }
    }

    /** Whether each lane has a result. */
    boolean works() {
        return lanes.stream().allMatch(lane -> lane.judged().results() > 0);
    }

    /** How many results there are. */
    long results() {
        return lanes.stream().mapToLong(lane -> lane.judged().results()).sum();
    }

    /** How many of them are of updates. */
    long updates() {
        return lanes.stream().mapToLong(lane -> lane.judged().updates()).sum();
    }

    /** Reads the usage of its processes, of this one and of its queues. */
    Usage usage() throws IOException, InterruptedException {
        return Usage.read(processes, queues());
    }

    /** Checks that every update that was answered is in the databases, and none is there twice. */
    void checkUpdates() throws IOException, SQLException {
        for (final Served lane : lanes) {
            lane.judged().drain();
            if (!findings.any()) {
                lane.judged().checkUpdates();
            }
        }
    }

    /** Has everything answered, stops the gateway, and checks all. */
    void finish() throws IOException, SQLException, InterruptedException {
        final List<Long> last = new ArrayList<>();
        for (final Served lane : lanes) {
            last.add(lane.writer().finish());
        }
        while (!findings.any() && !isAnswered(last)) {
            read();
            LockSupport.parkNanos(LOOK_NANOS);
        }
        if (!gateway.stop()) {
            findings.add(Kind.DIED, "it was to stop in order: " + gateway.described());
        }
        if (findings.any()) {
            return;
        }
        for (int lane = 0; lane < LANES; lane++) {
            lanes.get(lane).judged().atEndOfWhatIsKept(last.get(lane));
        }
        final long results = lanes.get(0).judged().results();
        if (slow.last() != results) {
            findings.add(Kind.DUPLICATED, "the slow reader has read " + slow.last() + " results of " + results);
        }
    }

    private boolean isAnswered(List<Long> last) {
        return lanes.stream().map(lane -> lane.judged().answered()).toList().equals(last)
                && slow.last() >= lanes.get(0).judged().results();
    }

    @Override
    public void close() {
        gateway.close();
        slow.close();
        for (final Served lane : lanes) {
            lane.writer().close();
            lane.judged().close();
            lane.lane().close();
        }
        server.close();
    }
}
