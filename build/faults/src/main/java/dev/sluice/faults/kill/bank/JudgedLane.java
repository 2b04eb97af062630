package dev.sluice.faults.kill.bank;

import dev.sluice.faults.kill.BrokenPromises;
import dev.sluice.faults.kill.BrokenPromises.Kind;
import dev.sluice.faults.kill.Model;
import dev.sluice.faults.kill.Stores;
import dev.sluice.faults.kill.Stores.Store;
import dev.sluice.faults.kill.Verifier;
import dev.sluice.transport.Lane;
import dev.sluice.transport.ResultReader;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Checks a lane of any transport: compares its results with its requests, and its tables in the databases with a model. For one
 * thread.
 */
public final class JudgedLane implements AutoCloseable {

    private final BrokenPromises findings;
    private final List<StoreCheck> checks = new ArrayList<>();
    private final Banks model;
    private final Verifier verifier;

    /**
     * Reads a lane whose requests and results are in separate logs.
     *
     * @param queues the lane
     * @param seed the seed of its workload
     * @param lane the number of the lane
     * @param stores the databases, in the order of {@link Stores#NAMES}
     * @param patience how long to wait for a request whose result is already visible; the logs are separate, so the result may be
     *     visible first
     */
    public JudgedLane(
            Lane queues, long seed, int lane, List<Store> stores, Duration patience, BrokenPromises findings) {
        this(seed, lane, stores, findings, model -> {
            final ResultReader results = queues.newResults().toStart();
            return new Verifier(queues, results, patience, model, findings);
        });
    }

    /** Reads a lane on this disk with the reader name of the kill tests, so that retention keeps files until they are read. */
    public JudgedLane(Lane queues, long seed, int lane, List<Store> stores, BrokenPromises findings) {
        this(seed, lane, stores, findings, model -> new Verifier(queues, model, findings));
    }

    private JudgedLane(
            long seed, int lane, List<Store> stores, BrokenPromises findings, Function<Model, Verifier> verifying) {
        this.findings = findings;
        model = new Banks(new Workload(seed, lane), findings);
        for (int i = 0; i < stores.size(); i++) {
            checks.add(new StoreCheck(Stores.NAMES.get(i), stores.get(i), lane, model.bank(i), findings));
        }
        verifier = verifying.apply(model);
    }

    /** Checks the available results, at most {@code limit}, and returns their number. */
    public int poll(int limit) {
        return verifier.poll(limit);
    }

    /** Checks all available results. */
    public void drain() {
        verifier.drain();
    }

    /** Returns the number of the last answered request. */
    public long answered() {
        return model.sequence();
    }

    long requests() {
        return verifier.requests();
    }

    public long results() {
        return verifier.results();
    }

    /** Returns the number of results of successful updates. */
    public long updates() {
        return model.updates();
    }

    /** Returns the number of requests answered up to the last successful update of a database, this update included. */
    long lastUpdate(int database) {
        return model.lastUpdate(database);
    }

    /**
     * Returns the number of requests that were refused, because another process had already replaced the process that wrote them.
     */
    public long repeated() {
        return verifier.repeated();
    }

    /**
     * Checks that the databases contain every answered update, and none twice.
     *
     * @return the number of updates that are committed but have no result yet
     */
    public long checkUpdates() throws IOException, SQLException {
        long caught = 0;
        for (final StoreCheck check : checks) {
            caught += check.afterKill(model.sequence());
        }
        return caught;
    }

    /** Checks everything after the gateway has answered the last request and stopped. */
    public void atEnd(long last) throws IOException, SQLException {
        if (hasEnded(last)) {
            verifier.readAgain();
            checkStores();
        }
    }

    /** Checks everything that retention has not deleted, after the gateway has answered the last request and stopped. */
    public void atEndOfWhatIsKept(long last) throws IOException, SQLException {
        if (hasEnded(last)) {
            checkStores();
        }
    }

    private boolean hasEnded(long last) throws IOException, SQLException {
        drain();
        if (model.sequence() != last) {
            findings.add(
                    model.sequence() < last ? Kind.LOST : Kind.DUPLICATED,
                    "request " + last + " was the last, but the last answered one is " + model.sequence());
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
