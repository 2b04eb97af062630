package dev.sluice.faults.kill;

import dev.sluice.faults.kill.BrokenPromises.Kind;
import dev.sluice.faults.kill.Kill.Moment;
import dev.sluice.internal.queue.QueuePair;
import dev.sluice.service.Main;
import dev.sluice.testsupport.GatewayYaml;
import dev.sluice.testsupport.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
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
     * Where a round takes place.
     *
     * @param directory of everything that the round leaves
     * @param seed of everything at random in it, but for the moments
     * @param stores make its databases
     * @param tally counts what happens
     * @param findings take what was not as promised
     */
    public record Site(Path directory, long seed, Stores stores, Tally tally, BrokenPromises findings) {}

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(120);
    private static final long PAUSE_NANOS = 200_000;
    /** Making a file takes milliseconds; without any pause this process takes the gateway's time. */
    private static final long SHORT_PAUSE_NANOS = 20_000;

    protected final Path directory;
    protected final SplittableRandom random;
    protected final Tally tally;
    protected final BrokenPromises findings;
    protected final Path queuesPath;
    protected final QueuePair queues;
    private final List<Store> stores = new ArrayList<>();
    private Optional<Child> gateway = Optional.empty();

    /** Makes new queues. */
    protected Round(Site site) throws IOException {
        directory = Files.createDirectories(site.directory());
        random = new SplittableRandom(site.seed());
        tally = site.tally();
        findings = site.findings();
        queuesPath = directory.resolve("queues");
        queues = Queues.open(queuesPath);
    }

    /** Makes a database of the round. */
    protected final Store create(Site site, String name, Store.Tables tables) throws IOException, SQLException {
        final Store store = site.stores().create(directory, name);
        try (Connection connection = store.connect()) {
            tables.create(connection);
        }
        stores.add(store);
        return store;
    }

    /** Adds the services, lookups and statements of the round to a gateway's configuration. */
    protected abstract void declare(GatewayYaml yaml);

    /** Starts what does not run, kills, and looks at what is there then. */
    public abstract void cycle(int number) throws IOException, SQLException, InterruptedException;

    /** Has everything answered without another kill, and looks at everything. */
    public abstract void finish() throws IOException, SQLException, InterruptedException;

    /** The gateway that runs, if one does. */
    protected final Optional<Child> gateway() {
        return gateway;
    }

    /** Starts a gateway with another configuration than the last one; it stops at that fault point, if it is not empty. */
    protected final Child startGateway(int number, String point) throws IOException {
        return startGateway("gateway-%04d".formatted(number), GatewayFile.random(queuesPath, stores, random), point);
    }

    /** Starts the gateway that answers what is left. */
    protected final Child startLastGateway() throws IOException {
        return startGateway("gateway-last", GatewayFile.plain(queuesPath, stores), "");
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

    /**
     * Waits for the moment of a kill, or for the end.
     *
     * @param processes must live until then, and get something done
     * @return what the kill comes upon; empty at the end, and when a promise was found broken
     */
    protected final Optional<Moment> await(Watched watched, Child... processes)
            throws IOException, InterruptedException {
        long done = -1;
        long doneNanos = 0;
        while (!watched.ended() && !findings.any()) {
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
        queues.close();
    }
}
