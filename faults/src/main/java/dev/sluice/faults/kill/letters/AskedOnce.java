package dev.sluice.faults.kill.letters;

import dev.sluice.faults.kill.BrokenPromises;
import dev.sluice.faults.kill.BrokenPromises.Kind;
import dev.sluice.internal.queue.QueuePair;
import dev.sluice.internal.queue.RequestReader;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.internal.wire.RequestFrame.RequestReceiver;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Reads the requests of one run after the other: each is on the queue once, however often the job was killed. */
final class AskedOnce implements RequestReceiver, AutoCloseable {

    private static final int BATCH = 1_000;

    private final RequestReader requests;
    private final BrokenPromises findings;
    private final Set<String> calls = new HashSet<>();
    private String run = "";

    AskedOnce(QueuePair queues, BrokenPromises findings) {
        this.requests = queues.requestsFromStart();
        this.findings = findings;
    }

    /** Reads what that run has asked, which has ended. */
    void check(Letters letters) {
        run = letters.runId();
        calls.clear();
        while (requests.poll(this, BATCH) > 0) {
            continue;
        }
        if (calls.size() != letters.requests()) {
            findings.add(
                    calls.size() < letters.requests() ? Kind.LOST : Kind.WRONG,
                    calls.size() + " calls of " + run + " are on the queue, and must be " + letters.requests());
        }
    }

    @Override
    public void request(long index, long writtenNanos, RequestFrame request) {
        final Map<String, String> headers = request.headers();
        final String call = headers.get(RequestFrame.ITEM) + " " + headers.get(RequestFrame.CALL);
        if (!run.equals(headers.get(RequestFrame.RUN))) {
            findings.add(Kind.WRONG, "while " + run + " ran, another one asked: " + headers);
        } else if (!calls.add(call)) {
            findings.add(Kind.DUPLICATED, run + " asked again, after a kill: " + call + " " + request.name());
        }
    }

    @Override
    public void undecodable(long index, long writtenNanos, String why) {
        findings.add(Kind.WRONG, "a request of " + run + " cannot be read: " + why);
    }

    @Override
    public void close() {
        requests.close();
    }
}
