package dev.sluice.faults.kill;

import dev.sluice.faults.kill.BrokenPromises.Kind;
import dev.sluice.faults.kill.Kill.Moment;
import dev.sluice.faults.kill.Stores.Store;
import dev.sluice.service.Main;
import dev.sluice.testsupport.GatewayYaml;
import dev.sluice.testsupport.Trees;
import dev.sluice.transport.Lane;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Some cycles over one pair of queues and its databases, with a kill in each. One thread. */
public abstract class Round implements AutoCloseable {

    /**
     * The place of a round.
     *
     * @param directory of everything that the round leaves
     * @param seed of everything at random in it, but for the moments
     * @param stores make its databases
     * @param tally counts what happens
     * @param findings take what was not as promised
     * @param scenario what the round belongs to
     */
    public record Site(
            Path directory, long seed, Stores stores, KillCounts tally, BrokenPromises findings, Scenario scenario) {}

    /** Says what a series kills, and checks what must hold after each kill. */
    @FunctionalInterface
    public interface Scenario {

        /** Begins a round; the round makes its own directory and databases. */
        Round begin(Site site) throws IOException, SQLException, InterruptedException;

        /** Looks after what lives beside the rounds, while one waits for its processes. */
        default void look() throws IOException, SQLException, InterruptedException {}

        /** Whether the next round is to begin soon. */
        default boolean isNextDue() {
            return false;
        }

        /** Ends and judges that, after the last round. */
        default void end() throws IOException, SQLException, InterruptedException {}
    }

    /** The progress of a round whose processes work. One thread. */
    public interface Watched {

        /** Does what is due; returns a number that changes when the processes get something done. */
        long look() throws IOException, InterruptedException;

        /** Returns whether there is nothing more to wait for. */
        default boolean ended() {
            return false;
        }

        /** Returns what a kill would come upon, if its moment has come. */
        default Optional<Moment> due() {
            return Optional.empty();
        }

        /** Whether the moment is near, and a short one, to be waited for without long pauses. */
        default boolean closely() {
            return false;
        }
    }

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(120);
    private static final long PAUSE_NANOS = 200_000;
    /** Making a file takes milliseconds; without any pause this process takes the gateway's time. */
    private static final long SHORT_PAUSE_NANOS = 20_000;

    /** Full chunks at once after a kill, so that kills come upon those, too. */
    private static final int OFF = 0;
    /** One request at a time after a kill: kills at chosen moments may meet the same innocent request some times. */
    private static final int HARDLY_EVER = 1_000;

    private static final int[] CHUNKS = {1, 7, 50, 100, 100, 1000};
    private static final int[] TRANSACTIONS = {1, 10, 100, 100};

    protected final Path directory;
    protected final SplittableRandom random;
    protected final KillCounts tally;
    protected final BrokenPromises findings;
    private final Scenario scenario;
    protected final Path queuesPath;
    protected List<Lane> lanes;
    private final List<Store> stores = new ArrayList<>();
    private Optional<Child> gateway = Optional.empty();

    /** Makes new queues with so many lanes. */
    protected Round(Site site, int count) throws IOException {
        directory = Files.createDirectories(site.directory());
        random = new SplittableRandom(site.seed());
        tally = site.tally();
        findings = site.findings();
        scenario = site.scenario();
        queuesPath = directory.resolve("queues");
        lanes = Queues.open(queuesPath, count);
    }

    /** Opens the queues that are in their place now. */
    protected final void openQueuesAgain() {
        lanes.forEach(Lane::close);
        lanes = Queues.open(queuesPath, lanes.size());
    }

    /** Makes a database of the round. */
    protected final Store create(Site site, String name, Store.Tables tables) throws IOException, SQLException {
        final Store store = site.stores().create(directory, name, tables);
        stores.add(store);
        return store;
    }

    /** Adds the services, lookups and statements of the round to a gateway's configuration. */
    protected abstract void declare(GatewayYaml yaml);

    /** Starts what does not run, kills, and looks at what is there then. */
    public abstract void cycle(int number) throws IOException, SQLException, InterruptedException;

    /** Has all requests answered without another kill, and checks everything. */
    public abstract void finish() throws IOException, SQLException, InterruptedException;

    /** The gateway that runs, if one does. */
    protected final Optional<Child> gateway() {
        return gateway;
    }

    /** Starts a gateway with another configuration than the last one; it stops at that fault point, if it is not empty. */
    protected final Child startGateway(int number, String point) throws IOException {
        return startGateway("gateway-%04d".formatted(number), randomYaml(), point);
    }

    /**
     * Starts a gateway that must end with exit code 1, over what a backup was brought back to, and is to say why.
     *
     * @param words what it must say
     */
    protected final void startRefused(int number, String words) throws IOException, InterruptedException {
        final String files = "gateway-%04d-refused".formatted(number);
        try (Child process = startGateway(files, randomYaml(), "")) {
            if (!process.ended(1)
                    || !Files.readString(directory.resolve(files + ".log")).contains(words)) {
                findings.add(
                        Kind.UNNOTICED, "it was to refuse the start, saying '" + words + "': " + process.described());
            }
        }
        gateway = Optional.empty();
    }

    /** Starts the gateway that answers what is left. */
    protected final Child startLastGateway() throws IOException {
        return startGateway("gateway-last", plainYaml(), "");
    }

    private Child startGateway(String files, GatewayYaml yaml, String point) throws IOException {
        declare(yaml);
        final Path config = yaml.write(directory.resolve(files + ".yaml"));
        final Child started = Child.start(
                "gateway",
                directory.resolve(files + ".log"),
                point,
                Main.class,
                List.of("run", "--config", config.toString()),
                line -> {});
        gateway = Optional.of(started);
        return started;
    }

    /** Makes the configuration of a gateway that answers what is left. */
    private GatewayYaml plainYaml() {
        final GatewayYaml yaml = new GatewayYaml("crash", queuesPath)
                .with("queues.rollCycle", Queues.ROLL_CYCLE)
                .with("queues.lanes", lanes.size())
                .with("limits.quarantineAfter", HARDLY_EVER);
        for (int i = 0; i < stores.size(); i++) {
            stores.get(i).declare(yaml, Stores.NAMES.get(i), stores.get(i).url());
        }
        return yaml;
    }

    /** Makes another configuration for each start: what a gateway left must not depend on how the next one cuts its chunks. */
    private GatewayYaml randomYaml() {
        final GatewayYaml yaml = plainYaml()
                .with("queues.sync", random.nextInt(4) == 0 ? "chunk" : "none")
                .with("limits.quarantineAfter", random.nextInt(3) == 0 ? HARDLY_EVER : OFF)
                .with("chunk.limit", CHUNKS[random.nextInt(CHUNKS.length)])
                .with("chunk.callsInFlight", 1 + random.nextInt(4));
        final int transaction = TRANSACTIONS[random.nextInt(TRANSACTIONS.length)];
        final String shared = random.nextInt(10) == 0 ? "each" : "shared";
        final boolean snapshot = random.nextInt(5) == 0;
        for (int i = 0; i < stores.size(); i++) {
            final String database = "databases." + Stores.NAMES.get(i) + ".";
            yaml.with(database + "updatesPerTransaction", transaction)
                    .with(database + "transaction", shared)
                    .with(database + "snapshot", snapshot);
        }
        return yaml;
    }

    /**
     * Waits for the moment of a kill, or for the end.
     *
     * @param processes must live until then, and get something done
     * @return what the kill comes upon; empty at the end, and when a promise was found broken
     */
    protected final Optional<Moment> await(Watched watched, Child... processes)
            throws IOException, SQLException, InterruptedException {
        long done = -1;
        long doneNanos = 0;
        while (!watched.ended() && !findings.any()) {
            scenario.look();
            final long now = System.nanoTime();
            final long before = done;
            done = watched.look();
            final Optional<Moment> due = watched.due();
            if (due.isPresent()) {
                return due;
            }
            for (final Child process : processes) {
                if (!process.isAlive() && !watched.ended()) {
                    findings.add(Kind.DIED, process.described());
                }
            }
            if (done != before) {
                doneNanos = now;
            } else if (now - doneNanos > PATIENCE_NANOS) {
                findings.add(Kind.STUCK, "nothing was done in 120 s: " + described(processes));
            } else {
                LockSupport.parkNanos(watched.closely() ? SHORT_PAUSE_NANOS : PAUSE_NANOS);
            }
        }
        return Optional.empty();
    }

    private static String described(Child... processes) throws IOException {
        final StringBuilder text = new StringBuilder();
        for (final Child process : processes) {
            text.append(process.described()).append('\n');
        }
        return text.toString();
    }

    /** Kills the gateway, which must have lived until then. */
    protected final void killGateway() throws IOException, InterruptedException {
        final Child process = gateway.orElseThrow();
        if (!process.kill() && !findings.any()) {
            findings.add(Kind.DIED, process.described());
        }
        gateway = Optional.empty();
    }

    /** Stops the gateway in order. */
    protected final void stopGateway() throws IOException, InterruptedException {
        try (Child process = gateway.orElseThrow()) {
            if (!process.stop()) {
                findings.add(Kind.DIED, "it was to stop in order: " + process.described());
            }
        }
        gateway = Optional.empty();
    }

    /** Keeps a line for whoever looks for the reason of what was found. */
    protected final void note(String line) throws IOException {
        Files.writeString(
                directory.resolve("kills.log"),
                Instant.now() + ": " + line + "\n",
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
    }

    /** Deletes everything it left, when it is closed. */
    final void delete() throws IOException, SQLException {
        for (final Store store : stores) {
            store.drop();
        }
        Trees.delete(directory);
    }

    /** Ends what still runs. */
    @Override
    public void close() {
        gateway.ifPresent(Child::close);
        lanes.forEach(Lane::close);
    }
}
