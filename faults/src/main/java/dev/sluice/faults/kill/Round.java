package dev.sluice.faults.kill;

import dev.sluice.faults.kill.BrokenPromises.Kind;
import dev.sluice.internal.queue.QueuePair;
import dev.sluice.service.Main;
import dev.sluice.testsupport.Trees;
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

/** Some cycles over one pair of queues and its databases, with a kill in each. One thread. */
public abstract class Round implements AutoCloseable {

    /**
     * Where a round takes place.
     *
     * @param directory of everything that the round leaves
     * @param seed of everything at random in it, but for the moments
     * @param stores make its databases
     * @param findings take what was not as promised
     */
    public record Site(Path directory, long seed, Stores stores, BrokenPromises findings) {}

    protected final Path directory;
    protected final SplittableRandom random;
    protected final BrokenPromises findings;
    protected final Path queuesPath;
    protected final QueuePair queues;
    private final List<Store> stores = new ArrayList<>();
    private Optional<Child> gateway = Optional.empty();

    /** Makes new queues. */
    protected Round(Site site) throws IOException {
        directory = Files.createDirectories(site.directory());
        random = new SplittableRandom(site.seed());
        findings = site.findings();
        queuesPath = directory.resolve("queues");
        queues = Queues.open(queuesPath);
    }

    /** Makes a database of the round. */
    protected final Store create(Site site, String name, Store.Tables tables) throws IOException, SQLException {
        final Store store = site.stores().create(directory, name, tables);
        stores.add(store);
        return store;
    }

    /** How the gateways of the round are configured. */
    protected abstract GatewayFile config();

    /** Starts what does not run, kills, and looks at what is there then. */
    public abstract void cycle(int number) throws IOException, SQLException, InterruptedException;

    /** Has everything answered without another kill, and looks at everything. */
    public abstract void finish() throws IOException, SQLException, InterruptedException;

    protected final List<Store> stores() {
        return stores;
    }

    /** The gateway that runs, if one does. */
    protected final Optional<Child> gateway() {
        return gateway;
    }

    /** Starts a gateway with another configuration than the last one; it stops at that fault point, if it is not empty. */
    protected final Child startGateway(int number, String point) throws IOException {
        final Path file = directory.resolve("gateway-%04d.yaml".formatted(number));
        config().write(file, random);
        return startGateway(file, point);
    }

    /** Starts the gateway that answers what is left. */
    protected final Child startLastGateway() throws IOException {
        final Path file = directory.resolve("gateway-last.yaml");
        config().writePlain(file);
        return startGateway(file, "");
    }

    private Child startGateway(Path file, String point) throws IOException {
        final String log = file.getFileName().toString().replace(".yaml", ".log");
        final Child started = Child.start(
                "the gateway",
                directory.resolve(log),
                new FaultFile(point, directory.resolve("gateway.fault")),
                Main.class,
                List.of("run", "--config", file.toString()));
        gateway = Optional.of(started);
        return started;
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
