package dev.sluice.faults.kill.bank;

import dev.sluice.faults.kill.BrokenPromises;
import dev.sluice.faults.kill.BrokenPromises.Kind;
import dev.sluice.faults.kill.DatabaseKind;
import dev.sluice.faults.kill.KilledProgram;
import dev.sluice.faults.kill.Queues;
import dev.sluice.faults.kill.RandomGateway;
import dev.sluice.faults.kill.Stores;
import dev.sluice.faults.kill.Stores.Store;
import dev.sluice.faults.kill.growth.Usage;
import dev.sluice.service.Main;
import dev.sluice.testsupport.Child;
import dev.sluice.testsupport.GatewayYaml;
import dev.sluice.testsupport.Program;
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
import java.util.function.UnaryOperator;

/**
 * A pair of queues, with checks, whose gateway and writers live as long as the run. It has its own databases, and retention
 * deletes old files of the queues. For one thread.
 */
final class Steady extends Scene {

    private static final String NAME = "steady";
    private static final int LANES = 2;
    private static final String RETENTION = "15s";
    private static final int AT_ONCE = 1_000;
    /** The requests per second of each writer; a pace that two cores can keep up beside everything else. */
    private static final double PER_SECOND = 100;

    private static final double NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long LARGEST_BACKLOG = 3_000;
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
    /**
     * The longest time between two checks that counts as waiting for results. After a longer time this process itself was busy,
     * and did not let the writers write.
     */
    private static final long LOOKED_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(120);

    private final List<WrongClock> clocks = new ArrayList<>();
    private final SlowReader slow;
    private final Child gateway;
    private final Map<String, ProcessHandle> processes = new LinkedHashMap<>();
    private final long startNanos = System.nanoTime();
    private long resultsBefore;
    private long lookNanos = startNanos;
    private long quietNanos;

    /** Creates the queues and the databases in a directory, and starts the processes. */
    static Steady start(Path place, long seed, DatabaseKind database, ItemService items, BrokenPromises findings)
            throws IOException, SQLException, InterruptedException {
        final Path directory = Files.createDirectories(place.resolve(NAME));
        return new Steady(directory, seed, database.openServer(directory), items, findings);
    }

    private Steady(Path directory, long seed, Stores server, ItemService items, BrokenPromises findings)
            throws IOException, SQLException, InterruptedException {
        super(directory, server, LANES, findings);
        final GatewayYaml yaml = RandomGateway.declare(
                new GatewayYaml(NAME, queues())
                        .with("queues.rollCycle", Queues.ROLL_CYCLE)
                        .with("queues.retention", RETENTION),
                LANES,
                databases(),
                Store::url);
        items.declare(yaml, LANES);
        final Map<String, String> ofWriters = clock("writers");
        for (final Lane lane : Queues.open(queues(), LANES)) {
            final int number = lanes.size();
            lanes.add(new Served(
                    lane,
                    new JudgedLane(lane, seed, number, databases(), findings),
                    new FedWriter(
                            "it had written",
                            findings,
                            (first, said) -> start(
                                    "writer-" + number,
                                    WriterProgram.class,
                                    program -> program.with(ofWriters).lines(said),
                                    lane.address(),
                                    seed,
                                    number,
                                    WriterProgram.PLAIN))));
        }
        slow = new SlowReader(lanes.get(0).lane(), findings);
        final Path config = yaml.write(directory.resolve("gateway.yaml"));
        final Map<String, String> ofGateway = clock("gateway");
        gateway = start("gateway", Main.class, program -> program.with(ofGateway), "run", "--config", config);
        processes.put("readers and checks", ProcessHandle.current());
    }

    private Path queues() {
        return directory.resolve("queues");
    }

    /**
     * Creates a clock that can be set, and returns the environment variables with which processes use it; empty if that is
     * impossible on this machine.
     */
    private Map<String, String> clock(String of) throws IOException, InterruptedException {
        final Optional<WrongClock> clock = WrongClock.make(directory, of);
        clock.ifPresent(clocks::add);
        return clock.map(WrongClock::environment).orElse(Map.of());
    }

    private Child start(String name, Class<?> main, UnaryOperator<Program> more, Object... arguments)
            throws IOException {
        final Child child = more.apply(KilledProgram.of(name, directory.resolve(name + ".log"), "", main, arguments))
                .start();
        processes.put(name, child.process().toHandle());
        return child;
    }

    SlowReader slow() {
        return slow;
    }

    /** Returns the clocks of the writers and of the gateway; none if there is no compiler to build them. */
    List<WrongClock> clocks() {
        return clocks;
    }

    /**
     * Checks the new results and that all processes live. Lets the writers write at an even pace, unless the backlog is too
     * large, as after an outage.
     */
    void look() throws IOException {
        read();
        for (final Served lane : lanes) {
            lane.writer().tend(Math.min(due(), lane.judged().answered() + LARGEST_BACKLOG));
        }
    }

    private long due() {
        return (long) ((System.nanoTime() - startNanos) / NANOS * PER_SECOND);
    }

    /** Whether more requests wait than each writer writes in a second, as after an outage. */
    boolean hasBacklog() {
        return lanes.stream().anyMatch(lane -> due() - lane.judged().answered() > PER_SECOND);
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

    /**
     * Measures the usage of the pair's processes, of this process and of the queues. Without a backlog, as waiting requests are in
     * the gateway's memory, too.
     */
    Usage usage() throws IOException, InterruptedException {
        return Usage.read(processes, queues());
    }

    /** Waits until everything is answered, stops the gateway, and checks everything. */
    void finish() throws IOException, SQLException, InterruptedException {
        final List<Long> last = endWriters();
        while (!findings.any() && !isAnswered(last)) {
            read();
            LockSupport.parkNanos(LOOK_NANOS);
        }
        if (gateway.stop() != Child.TERMINATED) {
            findings.add(Kind.DIED, "it should have stopped in order: " + gateway.described());
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
        return answered().equals(last) && slow.last() >= lanes.get(0).judged().results();
    }

    @Override
    public void close() {
        gateway.close();
        slow.close();
        super.close();
        server().close();
    }
}
