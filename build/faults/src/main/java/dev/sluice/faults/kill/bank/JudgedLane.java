package dev.sluice.faults.kill.bank;

import dev.sluice.faults.kill.BrokenPromises;
import dev.sluice.faults.kill.BrokenPromises.Kind;
import dev.sluice.faults.kill.Judge;
import dev.sluice.faults.kill.Stores;
import dev.sluice.faults.kill.Stores.Store;
import dev.sluice.faults.kill.bank.Workload.Request;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.transport.Lane;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Judges a lane of any transport by the bank's workload, and its tables in the databases by the model. For one thread. */
public final class JudgedLane extends Judge {

    private final Workload workload;
    private final List<Bank> banks = new ArrayList<>();
    private final List<StoreCheck> checks = new ArrayList<>();
    private final long[] lastUpdates = new long[Stores.NAMES.size()];
    private long sequence;
    private long updates;

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
        super(queues, queues.newResults().toStart(), patience, findings);
        workload = new Workload(seed, lane);
        begin(lane, stores);
    }

    /** Reads a lane on this disk with the reader name of the kill tests, so that retention keeps files until they are read. */
    public JudgedLane(Lane queues, long seed, int lane, List<Store> stores, BrokenPromises findings) {
        super(queues, findings);
        workload = new Workload(seed, lane);
        begin(lane, stores);
    }

    private void begin(int lane, List<Store> stores) {
        for (int database = 0; database < stores.size(); database++) {
            final Bank bank = new Bank(database, workload);
            banks.add(bank);
            checks.add(new StoreCheck(Stores.NAMES.get(database), stores.get(database), lane, bank, findings));
        }
    }

    @Override
    protected String answer(String where, long number, RequestFrame frame) {
        final Request request = workload.at(sequence + 1);
        sequence++;
        if (frame.sequence() != sequence
                || !frame.name().equals(request.name())
                || !frame.arguments().values().equals(request.arguments())) {
            findings.add(
                    frame.sequence() > sequence ? Kind.LOST : Kind.DUPLICATED,
                    where + " has the number " + frame.sequence() + " and is " + frame.name()
                            + frame.arguments().values() + "; due is " + request);
            return INVALID;
        }
        final String answer = request.valid() ? banks.get(request.database()).answer(request) : INVALID;
        if (answer.startsWith("updated")) {
            updates++;
            lastUpdates[request.database()] = number;
        }
        return answer;
    }

    /** Accepts the message, because the writers write messages that are not requests. */
    @Override
    protected void unreadable(String where, String why) {}

    /**
     * Accepts a request whose number was used before. A former process of a writer may still write after another process has
     * replaced it.
     */
    @Override
    protected void refused(String where, RequestFrame frame) {
        if (frame.sequence() > sequence) {
            findings.add(
                    Kind.LOST, where + " has the number " + frame.sequence() + ", but " + (sequence + 1) + " is due");
        }
    }

    /** Returns the number of the last answered request. */
    public long answered() {
        return sequence;
    }

    /** Returns the number of results of successful updates. */
    public long updates() {
        return updates;
    }

    /** Returns the number of requests answered up to the last successful update of a database, this update included. */
    long lastUpdate(int database) {
        return lastUpdates[database];
    }

    /**
     * Checks that the databases contain every answered update, and none twice.
     *
     * @return the number of updates that are committed but have no result yet
     */
    public long checkUpdates() throws IOException, SQLException {
        long caught = 0;
        for (final StoreCheck check : checks) {
            caught += check.afterKill(sequence);
        }
        return caught;
    }

    /** Checks everything after the gateway has answered the last request and stopped. */
    public void atEnd(long last) throws IOException, SQLException {
        if (hasEnded(last)) {
            readAgain();
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
        if (sequence != last) {
            findings.add(
                    sequence < last ? Kind.LOST : Kind.DUPLICATED,
                    "request " + last + " was the last, but the last answered one is " + sequence);
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
}
