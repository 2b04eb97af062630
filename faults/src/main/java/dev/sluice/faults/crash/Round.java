package dev.sluice.faults.crash;

import dev.sluice.faults.processes.Child;
import dev.sluice.faults.processes.FaultFile;
import dev.sluice.faults.processes.Findings;
import dev.sluice.faults.processes.Findings.Kind;
import dev.sluice.faults.processes.GatewayFile;
import dev.sluice.faults.processes.Queues;
import dev.sluice.faults.processes.Store;
import dev.sluice.faults.processes.Stores;
import dev.sluice.queue.QueuePair;
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
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Some cycles over one pair of queues and its databases: a gateway is started and killed in each. One thread. */
final class Round implements AutoCloseable {

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final long PAUSE_NANOS = 200_000;
    private static final int LARGEST_BACKLOG = 4_000;

    private final Path directory;
    private final SplittableRandom random;
    private final Findings findings;
    private final Tally tally;
    private final ItemService items;
    private final long callsBefore;
    private final List<Store> stores = new ArrayList<>();
    private final List<StoreCheck> checks = new ArrayList<>();
    private final GatewayFile config;
    private final QueuePair queues;
    private final Verifier verifier;
    private final Writer writer;
    private Optional<Kill.Kind> lastKill = Optional.empty();

    Round(Path directory, long seed, Backends backends, boolean atLeastOnce, Findings findings, Tally tally)
            throws IOException, SQLException {
        this.directory = Files.createDirectories(directory);
        this.random = new SplittableRandom(seed);
        this.findings = findings;
        this.tally = tally;
        this.items = backends.items();
        this.callsBefore = items.calls();
        final Workload workload = new Workload(seed);
        final List<Bank> banks = new ArrayList<>();
        for (final String name : Stores.NAMES) {
            final Store store = backends.stores().create(directory, name, BankTables::create);
            final Bank bank = new Bank(banks.size(), workload);
            stores.add(store);
            banks.add(bank);
            checks.add(new StoreCheck(name, store, bank, findings));
        }
        config = new GatewayFile(queuesPath(), stores, Declarations.text(items.url()), atLeastOnce);
        queues = Queues.open(queuesPath());
        verifier = new Verifier(queues, workload, banks, findings);
        writer = new Writer(directory, seed, random.split(), findings);
    }

    private Path queuesPath() {
        return directory.resolve("queues");
    }

    /** Starts a gateway, kills it, and looks at what is there then. */
    void cycle(int number, Kill kill) throws IOException, SQLException, InterruptedException {
        final int backlog = 50 + random.nextInt(LARGEST_BACKLOG);
        final Path file = directory.resolve("gateway-%04d.yaml".formatted(number));
        config.write(file, random);
        final OptionalLong restart;
        try (Child gateway = gateway(file, kill.point())) {
            final GatewayLife life = new GatewayLife(
                    gateway, new Trigger(kill, gateway, queuesPath(), items), verifier, writer, findings);
            final Optional<Kill.Kind> cameUpon = life.untilKill(backlog);
            if (!gateway.kill() && !findings.any()) {
                findings.add(Kind.DIED, gateway.described());
            }
            restart = life.restartNanos();
            lastKill.ifPresent(before -> restart.ifPresent(nanos -> tally.restarted(before, nanos)));
            cameUpon.ifPresent(kind -> tally.killed(kind, kill));
            lastKill = cameUpon;
        }
        final int halfMade = NewFile.halfMade(Queues.output(queuesPath()));
        tally.halfMade(halfMade);
        drain();
        note(
                "%s: gateway-%04d: first result after %s; killed %s, planned as %s; %d files half made; %,d results, answered up to request %d%n"
                        .formatted(
                                Instant.now(),
                                number,
                                restart.isPresent() ? restart.getAsLong() / 1_000_000 + " ms" : "unknown time",
                                lastKill.map(Kill.Kind::toString).orElse("not killed"),
                                kill,
                                halfMade,
                                verifier.results(),
                                verifier.sequence()));
        for (final StoreCheck check : checks) {
            tally.caught(check.afterKill(verifier.sequence()));
        }
    }

    /** For whoever looks for the reason of what was found. */
    private void note(String line) throws IOException {
        Files.writeString(directory.resolve("cycles.log"), line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private Child gateway(Path file, String point) throws IOException {
        final String name = file.getFileName().toString().replace(".yaml", "");
        return Child.start(
                "the gateway",
                directory.resolve(name + ".log"),
                new FaultFile(point, directory.resolve("gateway.fault")),
                Main.class,
                List.of("run", "--config", file.toString()));
    }

    private void drain() {
        while (verifier.poll(Integer.MAX_VALUE) > 0) {
            continue;
        }
    }

    /** Has everything answered, ends writer and gateway in order, and looks at everything. */
    void finish() throws IOException, SQLException, InterruptedException {
        final Path file = directory.resolve("gateway-last.yaml");
        config.writePlain(file);
        try (Child gateway = gateway(file, "")) {
            final long last = writer.finish();
            awaitAnswers(gateway, last);
            if (!gateway.stop()) {
                findings.add(Kind.DIED, "it was to stop in order: " + gateway.described());
            }
            drain();
            if (verifier.sequence() != last) {
                findings.add(
                        verifier.sequence() < last ? Kind.LOST : Kind.DUPLICATED,
                        "request " + last + " was the last, and " + verifier.sequence() + " the last answered");
            }
        }
        final boolean complete = !findings.any();
        if (complete) {
            verifier.readAgain();
        }
        for (final StoreCheck check : checks) {
            if (complete) {
                check.atEnd();
            } else {
                check.afterKill(verifier.sequence());
            }
        }
    }

    private void awaitAnswers(Child gateway, long last) throws IOException {
        long progress = System.nanoTime();
        while (!findings.any() && verifier.sequence() < last) {
            if (verifier.poll(Integer.MAX_VALUE) > 0) {
                progress = System.nanoTime();
            } else if (!gateway.isAlive()) {
                findings.add(Kind.DIED, gateway.described());
            } else if (System.nanoTime() - progress > PATIENCE_NANOS) {
                findings.add(
                        Kind.STUCK,
                        "no result in 60 s, and " + (last - verifier.sequence()) + " are missing: "
                                + gateway.described());
            } else {
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }

    /** Results so far. */
    long results() {
        return verifier.results();
    }

    /** Deletes everything it left, when it is closed. */
    void delete() throws IOException, SQLException {
        for (final Store store : stores) {
            store.drop();
        }
        Trees.delete(directory);
    }

    @Override
    public void close() {
        tally.called(items.calls() - callsBefore);
        tally.round(verifier.requests(), verifier.results(), verifier.updates(), writer.kills());
        try (queues;
                verifier) {
            writer.close();
        }
    }
}
