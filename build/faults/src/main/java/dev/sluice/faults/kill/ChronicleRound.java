package dev.sluice.faults.kill;

import dev.sluice.faults.kill.BrokenPromises.Kind;
import dev.sluice.faults.kill.Kill.Moment;
import dev.sluice.faults.kill.Rounds.Site;
import dev.sluice.faults.kill.Stores.Store;
import dev.sluice.service.Main;
import dev.sluice.testsupport.Child;
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

/** A round over queues on this disk, with a kill in each cycle. For one thread. */
public abstract class ChronicleRound implements Round {

    /** The progress of a round whose processes are running. For one thread. */
    public interface Watched {

        /** Does the steps that are due, and returns a number that changes whenever the processes make progress. */
        long look() throws IOException, InterruptedException;

        /** Returns whether there is nothing more to wait for. */
        default boolean ended() {
            return false;
        }

        /** Returns the state in which a kill would find the process, if the moment of the kill has come. */
        default Optional<Moment> due() {
            return Optional.empty();
        }

        /** Whether the awaited moment is short, so that only short pauses are allowed. */
        default boolean closely() {
            return false;
        }
    }

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(120);
    private static final long PAUSE_NANOS = 200_000;
    /**
     * The pause between two looks for a new file. It is short, because a kill must hit the few milliseconds in which the file is
     * created; but with no pause this process would slow the gateway down.
     */
    private static final long SHORT_PAUSE_NANOS = 20_000;

    /**
     * A value of quarantineAfter with which gateways take full chunks at once after a kill, so that kills hit full chunks, too.
     */
    private static final int OFF = 0;

    protected final Path directory;
    protected final SplittableRandom random;
    protected final Report report;
    protected final BrokenPromises findings;
    private final Rounds rounds;
    private final boolean atLeastOnce;
    protected final Path queuesPath;
    protected List<Lane> lanes;
    private final List<Store> stores = new ArrayList<>();
    private Optional<Child> gateway = Optional.empty();

    /** Creates new queues. */
    protected ChronicleRound(Site site, RoundOptions options) throws IOException {
        directory = Files.createDirectories(site.directory());
        random = new SplittableRandom(site.seed());
        report = site.report();
        findings = report.findings();
        rounds = site.rounds();
        queuesPath = directory.resolve("queues");
        lanes = Queues.open(queuesPath, options.lanes());
        atLeastOnce = options.atLeastOnce();
    }

    /** Closes the queues, and opens the queues that are at the same path now. */
    protected final void openQueuesAgain() {
        lanes.forEach(Lane::close);
        lanes = Queues.open(queuesPath, lanes.size());
    }

    /** Creates a database of the round. */
    protected final Store create(Site site, String name, Store.Tables tables) throws IOException, SQLException {
        final Store store = site.stores().create(directory, name, tables);
        stores.add(store);
        return store;
    }

    /** Adds the services, lookups and statements of the round to a gateway's configuration. */
    protected abstract void declare(GatewayYaml yaml);

    /** Returns the running gateway, if there is one. */
    protected final Optional<Child> gateway() {
        return gateway;
    }

    /** Starts a gateway with a new random configuration; it stops at the fault point unless {@code point} is empty. */
    protected final Child startGateway(int number, String point) throws IOException {
        return startGateway("gateway-%04d".formatted(number), randomYaml(), point);
    }

    /**
     * Starts a gateway after a part was set back to its backup. The gateway must refuse to start: it must end with exit code 1,
     * and its log must say why.
     *
     * @param words the words that its log must contain
     */
    protected final void startRefused(int number, String words) throws IOException, InterruptedException {
        final String files = "gateway-%04d-refused".formatted(number);
        try (Child process = startGateway(files, randomYaml(), "")) {
            if (!process.ends(1)
                    || !Files.readString(directory.resolve(files + ".log")).contains(words)) {
                findings.add(
                        Kind.UNNOTICED,
                        "it should have refused to start, saying '" + words + "': " + process.described());
            }
        }
        gateway = Optional.empty();
    }

    /** Starts the gateway that answers the remaining requests. */
    protected final Child startLastGateway() throws IOException {
        return startGateway("gateway-last", plainYaml(), "");
    }

    /** Writes a new random configuration, for a gateway that is embedded in another process. */
    protected final Path configure(int number) throws IOException {
        return configure("gateway-%04d".formatted(number), randomYaml());
    }

    private Path configure(String files, GatewayYaml yaml) throws IOException {
        declare(yaml);
        return yaml.write(directory.resolve(files + ".yaml"));
    }

    private Child startGateway(String files, GatewayYaml yaml, String point) throws IOException {
        final Path config = configure(files, yaml);
        final Child started = KilledProgram.of(
                        "the gateway", directory.resolve(files + ".log"), point, Main.class, "run", "--config", config)
                .start();
        gateway = Optional.of(started);
        return started;
    }

    /** Returns the configuration of a gateway that answers the remaining requests. */
    private GatewayYaml plainYaml() {
        final GatewayYaml yaml = RandomGateway.declare(
                new GatewayYaml("crash", queuesPath).with("queues.rollCycle", Queues.ROLL_CYCLE),
                lanes.size(),
                stores,
                Store::url);
        if (atLeastOnce) {
            Stores.NAMES
                    .subList(0, stores.size())
                    .forEach(name -> yaml.with("databases." + name + ".updates", "at-least-once"));
        }
        return yaml;
    }

    private GatewayYaml randomYaml() {
        final GatewayYaml yaml = plainYaml().with("queues.sync", random.nextInt(4) == 0 ? "chunk" : "none");
        if (random.nextInt(3) > 0) {
            yaml.with("limits.quarantineAfter", OFF);
        }
        return RandomGateway.vary(yaml, stores.size(), random);
    }

    /**
     * Waits for the moment of a kill, or for the end.
     *
     * @param processes the processes that must live and make progress until then
     * @return the state in which the kill finds the process; empty at the end, and if a promise was found broken
     */
    protected final Optional<Moment> await(Watched watched, Child... processes)
            throws IOException, SQLException, InterruptedException {
        long done = -1;
        long doneNanos = 0;
        while (!watched.ended() && !findings.any()) {
            rounds.look();
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

    /** Kills the gateway; a gateway that had already ended by itself is a finding. */
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
            if (process.stop() != Child.TERMINATED) {
                findings.add(Kind.DIED, "it should have stopped in order: " + process.described());
            }
        }
        gateway = Optional.empty();
    }

    /** Logs a line that helps to find the cause of a broken promise. */
    protected final void note(String line) throws IOException {
        Files.writeString(
                directory.resolve("kills.log"),
                Instant.now() + ": " + line + "\n",
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
    }

    @Override
    public final void delete() throws IOException, SQLException {
        for (final Store store : stores) {
            store.drop();
        }
        Trees.delete(directory);
    }

    @Override
    public void close() {
        gateway.ifPresent(Child::close);
        lanes.forEach(Lane::close);
    }
}
