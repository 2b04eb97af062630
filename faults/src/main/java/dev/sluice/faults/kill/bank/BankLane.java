package dev.sluice.faults.kill.bank;

import dev.sluice.faults.kill.BrokenPromises;
import dev.sluice.faults.kill.BrokenPromises.Kind;
import dev.sluice.faults.kill.Round.Site;
import dev.sluice.faults.kill.Stores;
import dev.sluice.faults.kill.Stores.Store;
import dev.sluice.transport.Lane;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** A lane of a round: its writer, the verifier that reads its results beside its requests, and the model of its tables. One thread. */
final class BankLane implements AutoCloseable {

    private final Lane queues;
    private final BrokenPromises findings;
    private final List<StoreCheck> checks = new ArrayList<>();
    private final Verifier verifier;
    private final Writer writer;

    /**
     * Starts the writer.
     *
     * @param stores the databases, by {@link Stores#NAMES}
     */
    BankLane(Site site, Lane queues, int lane, List<Store> stores, SplittableRandom random) throws IOException {
        this.queues = queues;
        this.findings = site.findings();
        final Workload workload = new Workload(site.seed(), lane);
        final List<Bank> banks = new ArrayList<>();
        for (int database = 0; database < stores.size(); database++) {
            final Bank bank = new Bank(database, workload);
            banks.add(bank);
            checks.add(new StoreCheck(Stores.NAMES.get(database), stores.get(database), lane, bank, findings));
        }
        verifier = new Verifier(queues, workload, banks, findings);
        writer = new Writer(site, Path.of(queues.address()), lane, random);
    }

    Path queues() {
        return Path.of(queues.address());
    }

    Verifier verifier() {
        return verifier;
    }

    Writer writer() {
        return writer;
    }

    /** Reads all results there are. */
    void drain() {
        while (verifier.poll(Integer.MAX_VALUE) > 0) {
            continue;
        }
    }

    /** How many updates the kill caught between their commit and their result. */
    long afterKill() throws IOException, SQLException {
        long caught = 0;
        for (final StoreCheck check : checks) {
            caught += check.afterKill(verifier.sequence());
        }
        return caught;
    }

    /** Checks everything, once the gateway has stopped after that request, the last. */
    void atEnd(long last) throws IOException, SQLException {
        drain();
        if (verifier.sequence() != last) {
            findings.add(
                    verifier.sequence() < last ? Kind.LOST : Kind.DUPLICATED,
                    "request " + last + " was the last, and " + verifier.sequence() + " the last answered");
        }
        if (findings.any()) {
            afterKill();
            return;
        }
        verifier.readAgain();
        for (final StoreCheck check : checks) {
            check.atEnd();
        }
    }

    @Override
    public void close() {
        writer.close();
        verifier.close();
    }
}
