package dev.sluice.faults.kill.bank;

import dev.sluice.faults.kill.BrokenPromises;
import dev.sluice.faults.kill.BrokenPromises.Kind;
import dev.sluice.faults.kill.Stores;
import dev.sluice.faults.kill.Stores.Store;
import dev.sluice.transport.Lane;
import dev.sluice.transport.ResultReader;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A lane of any transport, judged: the verifier that reads its results beside its requests, and the model of its tables. One thread. */
public final class JudgedLane implements AutoCloseable {

    private final BrokenPromises findings;
    private final List<StoreCheck> checks = new ArrayList<>();
    private final Verifier verifier;

    /**
     * Reads a lane whose requests and results come from different logs.
     *
     * @param queues the lane
     * @param seed of its workload
     * @param lane its number
     * @param stores the databases, by {@link Stores#NAMES}
     * @param patience how long after its result a request may be seen
     */
    public JudgedLane(
            Lane queues, long seed, int lane, List<Store> stores, Duration patience, BrokenPromises findings) {
        this.findings = findings;
        final Workload workload = new Workload(seed, lane);
        final ResultReader results = queues.newResults().toStart();
        verifier = new Verifier(queues, results, patience, workload, banks(workload, lane, stores), findings);
    }

    /** Reads a lane on this disk, under the name of the kill tests: its files stay until they are read. */
    public JudgedLane(Lane queues, long seed, int lane, List<Store> stores, BrokenPromises findings) {
        this.findings = findings;
        final Workload workload = new Workload(seed, lane);
        verifier = new Verifier(queues, workload, banks(workload, lane, stores), findings);
    }

    private List<Bank> banks(Workload workload, int lane, List<Store> stores) {
        final List<Bank> banks = new ArrayList<>();
        for (int database = 0; database < stores.size(); database++) {
            final Bank bank = new Bank(database, workload);
            banks.add(bank);
            checks.add(new StoreCheck(Stores.NAMES.get(database), stores.get(database), lane, bank, findings));
        }
        return banks;
    }

    /** Looks at the results there are, so many at most, and says how many. */
    public int poll(int limit) {
        return verifier.poll(limit);
    }

    /** Reads all results there are. */
    public void drain() {
        while (verifier.poll(Integer.MAX_VALUE) > 0) {
            continue;
        }
    }

    /** The number of the last request that was answered. */
    public long answered() {
        return verifier.sequence();
    }

    long requests() {
        return verifier.requests();
    }

    public long results() {
        return verifier.results();
    }

    /** How many of the results were of updates that did not fail. */
    public long updates() {
        return verifier.updates();
    }

    /** How many requests had been answered with the last update in that database that did not fail. */
    long lastUpdate(int database) {
        return verifier.lastUpdate(database);
    }

    /** How many requests came again from a process that another one had followed. */
    public long repeated() {
        return verifier.repeated();
    }

    /**
     * Checks that every update that was answered is in the databases, and none is there twice.
     *
     * @return how many updates are between their commit and their result
     */
    public long checkUpdates() throws IOException, SQLException {
        long caught = 0;
        for (final StoreCheck check : checks) {
            caught += check.afterKill(verifier.sequence());
        }
        return caught;
    }

    /** Checks everything, once the gateway has stopped after that request, the last. */
    public void atEnd(long last) throws IOException, SQLException {
        if (hasEnded(last)) {
            verifier.readAgain();
            checkStores();
        }
    }

    /** Checks everything but what retention has deleted, once the gateway has stopped after that request, the last. */
    public void atEndOfWhatIsKept(long last) throws IOException, SQLException {
        if (hasEnded(last)) {
            checkStores();
        }
    }

    private boolean hasEnded(long last) throws IOException, SQLException {
        drain();
        if (verifier.sequence() != last) {
            findings.add(
                    verifier.sequence() < last ? Kind.LOST : Kind.DUPLICATED,
                    "request " + last + " was the last, and " + verifier.sequence() + " the last answered");
        }
        if (findings.any()) {
            checkUpdates();
            return false;
        }
        return true;
    }

    private void checkStores() throws IOException, SQLException {
        for (final StoreCheck check : checks) {
            check.atEnd();
        }
    }

    @Override
    public void close() {
        verifier.close();
    }
}
