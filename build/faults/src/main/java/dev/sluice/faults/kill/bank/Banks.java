package dev.sluice.faults.kill.bank;

import dev.sluice.faults.kill.BrokenPromises;
import dev.sluice.faults.kill.BrokenPromises.Kind;
import dev.sluice.faults.kill.Model;
import dev.sluice.faults.kill.Stores;
import dev.sluice.faults.kill.Verifier;
import dev.sluice.faults.kill.bank.Workload.Request;
import dev.sluice.internal.wire.RequestFrame;
import java.util.ArrayList;
import java.util.List;

/** The model of a lane's workload and of its tables in all databases. For one thread. */
final class Banks implements Model {

    private final Workload workload;
    private final BrokenPromises findings;
    private final List<Bank> banks = new ArrayList<>();
    private final long[] lastUpdates = new long[Stores.NAMES.size()];
    private long sequence;
    private long updates;

    Banks(Workload workload, BrokenPromises findings) {
        this.workload = workload;
        this.findings = findings;
        for (int database = 0; database < Stores.NAMES.size(); database++) {
            banks.add(new Bank(database, workload));
        }
    }

    @Override
    public String answer(String where, long number, RequestFrame frame) {
        final Request request = workload.at(sequence + 1);
        sequence++;
        if (frame.sequence() != sequence
                || !frame.name().equals(request.name())
                || !frame.arguments().values().equals(request.arguments())) {
            findings.add(
                    frame.sequence() > sequence ? Kind.LOST : Kind.DUPLICATED,
                    where + " has the number " + frame.sequence() + " and is " + frame.name()
                            + frame.arguments().values() + "; due is " + request);
            return Verifier.INVALID;
        }
        final String answer = request.valid() ? banks.get(request.database()).answer(request) : Verifier.INVALID;
        if (answer.startsWith("updated")) {
            updates++;
            lastUpdates[request.database()] = number;
        }
        return answer;
    }

    /** Accepts the message, because the writers write messages that are not requests. */
    @Override
    public void unreadable(String where, String why) {}

    /**
     * Accepts a request whose number was used before. A former process of a writer may still write after another process has
     * replaced it.
     */
    @Override
    public void refused(String where, RequestFrame frame) {
        if (frame.sequence() > sequence) {
            findings.add(
                    Kind.LOST, where + " has the number " + frame.sequence() + ", but " + (sequence + 1) + " is due");
        }
    }

    Bank bank(int database) {
        return banks.get(database);
    }

    /** Returns the number of the last request at its writer. */
    long sequence() {
        return sequence;
    }

    /** Returns the number of successful updates. */
    long updates() {
        return updates;
    }

    /** Returns the number of requests up to the last successful update of a database, this update included. */
    long lastUpdate(int database) {
        return lastUpdates[database];
    }
}
