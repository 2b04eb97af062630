package dev.sluice.faults.soak;

import dev.sluice.faults.kill.Queues;
import dev.sluice.faults.kill.Stores;
import dev.sluice.faults.kill.Stores.Store;
import dev.sluice.faults.kill.bank.Bank;
import dev.sluice.faults.kill.bank.FedWriter;
import dev.sluice.faults.kill.bank.JudgedLane;
import dev.sluice.faults.kill.bank.WriterProgram;
import dev.sluice.testsupport.GatewayYaml;
import dev.sluice.testsupport.WrongClock;
import dev.sluice.transport.Lane;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/** A pair of queues with the bank's requests: its gateway, a writer for each lane, and what judges them. One thread. */
final class BankPair implements AutoCloseable {

    private static final int AT_ONCE = 1_000;
    /** The pace can be kept up beside everything else on two cores. */
    private static final double PER_SECOND = 100;

    private static final long LARGEST_BACKLOG = 3_000;
    private static final double NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final int[] CHUNKS = {1, 7, 50, 100, 100, 1000};

    private record Served(Lane lane, JudgedLane judged, FedWriter writer) {}

    private final String name;
    private final Surroundings surroundings;
    private final SplittableRandom random;
    private final List<Store> stores = new ArrayList<>();
    private final List<Served> lanes = new ArrayList<>();
    private final int count;
    private final Gateway gateway;
    private final long startNanos;
    private int starts;

    /**
     * Makes the queues and the databases, and starts all.
     *
     * @param count of lanes
     * @param clockOfGateway that it sees instead of the machine's
     * @param clockOfWriters that these see
     */
    BankPair(
            String name,
            int count,
            Surroundings surroundings,
            Optional<WrongClock> clockOfGateway,
            Optional<WrongClock> clockOfWriters)
            throws IOException, SQLException {
        this.name = name;
        this.count = count;
        this.surroundings = surroundings;
        final long seed = surroundings.seed() + name.hashCode();
        this.random = new SplittableRandom(seed);
        for (final String database : Stores.NAMES) {
            stores.add(surroundings.create(name, database, connection -> Bank.create(connection, count)));
        }
        startNanos = System.nanoTime();
        for (final Lane lane : Queues.open(surroundings.queues().resolve(name), count)) {
            final int number = lanes.size();
            lanes.add(new Served(
                    lane,
                    new JudgedLane(lane, seed, number, stores, surroundings.findings()),
                    startWriter(
                            "writer " + name + (count == 1 ? "" : "-" + number),
                            clockOfWriters,
                            List.of(lane.address(), Long.toString(seed), Integer.toString(number)))));
        }
        gateway = new Gateway(name, surroundings, clockOfGateway, this::config);
    }

    /** @param arguments of {@link WriterProgram} */
    private FedWriter startWriter(String life, Optional<WrongClock> clock, List<String> arguments) throws IOException {
        return new FedWriter(
                "it had written",
                surroundings.findings(),
                (process, said) -> surroundings.start(
                        life + (process == 1 ? "" : " " + process),
                        clock,
                        clock.isPresent() ? PlainWriterProgram.class : WriterProgram.class,
                        arguments,
                        said));
    }

    /** Another one for each start after the first: what a gateway left must not depend on how the next one cuts its chunks. */
    private GatewayYaml config() {
        final GatewayYaml yaml = surroundings.config(name, count);
        if (starts++ > 0) {
            yaml.with("chunk.limit", CHUNKS[random.nextInt(CHUNKS.length)])
                    .with("chunk.callsInFlight", 1 + random.nextInt(4));
        }
        for (int i = 0; i < stores.size(); i++) {
            stores.get(i).declare(yaml, Stores.NAMES.get(i), stores.get(i).url());
        }
        surroundings.items().declare(yaml, count);
        return yaml;
    }

    Gateway gateway() {
        return gateway;
    }

    /** The writer of its first lane. */
    FedWriter writer() {
        return lanes.get(0).writer();
    }

    /** Its first lane. */
    Lane lane() {
        return lanes.get(0).lane();
    }

    Store store() {
        return stores.get(0);
    }

    /** Compares what has come, lets the writers write on at an even pace but for a backlog after outages, and looks whether all live. */
    void look() throws IOException {
        gateway.look();
        final long due = (long) ((System.nanoTime() - startNanos) / NANOS * PER_SECOND);
        for (final Served lane : lanes) {
            lane.judged().poll(AT_ONCE);
            lane.writer().tend(Math.min(due, lane.judged().answered() + LARGEST_BACKLOG));
        }
    }

    /** Compares what has come. */
    void read() throws IOException {
        gateway.look();
        lanes.forEach(lane -> lane.judged().poll(AT_ONCE));
    }

    /** How many requests are answered, of each lane. */
    List<Long> answered() {
        return lanes.stream().map(lane -> lane.judged().answered()).toList();
    }

    /** Whether each lane has a result. */
    boolean works() {
        return lanes.stream().allMatch(lane -> lane.judged().results() > 0);
    }

    /** How many results there are of all lanes. */
    long results() {
        return lanes.stream().mapToLong(lane -> lane.judged().results()).sum();
    }

    /** How many results there are of its first lane. */
    long resultsOfFirst() {
        return lanes.get(0).judged().results();
    }

    long updates() {
        return lanes.stream().mapToLong(lane -> lane.judged().updates()).sum();
    }

    /** Checks that every update that was answered is in the databases, and none is there twice. */
    void checkUpdates() throws IOException, SQLException {
        for (final Served lane : lanes) {
            lane.judged().drain();
            if (!surroundings.findings().any()) {
                lane.judged().checkUpdates();
            }
        }
    }

    /** Has the writers end; returns the numbers of the last requests. */
    List<Long> endWriters() throws IOException, InterruptedException {
        final List<Long> last = new ArrayList<>();
        for (final Served lane : lanes) {
            last.add(lane.writer().finish());
        }
        return last;
    }

    /** Checks everything, once the gateway has stopped after these requests. */
    void atEnd(List<Long> last) throws IOException, SQLException {
        for (int number = 0; number < lanes.size(); number++) {
            lanes.get(number).judged().atEndOfWhatIsKept(last.get(number));
        }
    }

    @Override
    public void close() {
        gateway.close();
        for (final Served lane : lanes) {
            lane.writer().close();
            lane.judged().close();
            lane.lane().close();
        }
    }
}
