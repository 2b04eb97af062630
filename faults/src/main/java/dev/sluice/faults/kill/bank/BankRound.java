package dev.sluice.faults.kill.bank;

import dev.sluice.faults.kill.BrokenPromises.Kind;
import dev.sluice.faults.kill.Child;
import dev.sluice.faults.kill.GatewayFile;
import dev.sluice.faults.kill.Queues;
import dev.sluice.faults.kill.Round;
import dev.sluice.faults.kill.Store;
import dev.sluice.faults.kill.Stores;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Requests of a writer to two databases: a gateway is started and killed in each cycle. One thread. */
final class BankRound extends Round {

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final long PAUSE_NANOS = 200_000;
    private static final int LARGEST_BACKLOG = 4_000;

    private final BankScenario scenario;
    private final Tally tally;
    private final ItemService items;
    private final long callsBefore;
    private final List<StoreCheck> checks = new ArrayList<>();
    private final GatewayFile config;
    private final Verifier verifier;
    private final Writer writer;
    private Optional<Kill.Kind> lastKill = Optional.empty();

    BankRound(Site site, BankScenario scenario) throws IOException, SQLException {
        super(site);
        this.scenario = scenario;
        this.tally = scenario.tally();
        this.items = scenario.items();
        this.callsBefore = items.calls();
        final Workload workload = new Workload(site.seed());
        final List<Bank> banks = new ArrayList<>();
        for (final String name : Stores.NAMES) {
            final Store store = create(site, name, BankTables::create);
            final Bank bank = new Bank(banks.size(), workload);
            banks.add(bank);
            checks.add(new StoreCheck(name, store, bank, findings));
        }
        config = new GatewayFile(queuesPath, stores(), Declarations.text(items.url()), scenario.atLeastOnce());
        verifier = new Verifier(queues, workload, banks, findings);
        writer = new Writer(directory, site.seed(), random.split(), findings);
    }

    @Override
    protected GatewayFile config() {
        return config;
    }

    @Override
    public void cycle(int number) throws IOException, SQLException, InterruptedException {
        final Kill kill = scenario.nextKill(random);
        final int backlog = 50 + random.nextInt(LARGEST_BACKLOG);
        final Child gateway = startGateway(number, kill.point());
        final GatewayLife life =
                new GatewayLife(gateway, new Trigger(kill, gateway, queuesPath, items), verifier, writer, findings);
        final Optional<Kill.Kind> cameUpon = life.untilKill(backlog);
        killGateway();
        final OptionalLong restart = life.restartNanos();
        lastKill.ifPresent(before -> restart.ifPresent(nanos -> tally.restarted(before, nanos)));
        cameUpon.ifPresent(kind -> tally.killed(kind, kill));
        lastKill = cameUpon;
        final int halfMade = NewFile.halfMade(Queues.output(queuesPath));
        tally.halfMade(halfMade);
        drain();
        note(
                "gateway-%04d: first result after %s; killed %s, planned as %s; %d files half made; %,d results, answered up to request %d"
                        .formatted(
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

    private void drain() {
        while (verifier.poll(Integer.MAX_VALUE) > 0) {
            continue;
        }
    }

    @Override
    public void finish() throws IOException, SQLException, InterruptedException {
        final Child gateway = startLastGateway();
        final long last = writer.finish();
        awaitAnswers(gateway, last);
        stopGateway();
        drain();
        if (verifier.sequence() != last) {
            findings.add(
                    verifier.sequence() < last ? Kind.LOST : Kind.DUPLICATED,
                    "request " + last + " was the last, and " + verifier.sequence() + " the last answered");
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

    @Override
    public void close() {
        tally.called(items.calls() - callsBefore);
        tally.round(verifier.requests(), verifier.results(), verifier.updates(), writer.kills());
        writer.close();
        verifier.close();
        super.close();
    }
}
