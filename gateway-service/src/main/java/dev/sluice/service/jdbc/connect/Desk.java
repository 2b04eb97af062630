package dev.sluice.service.jdbc.connect;

import dev.sluice.service.core.Backend.Reply;
import dev.sluice.service.core.Call;
import dev.sluice.service.core.MaskedLog;
import dev.sluice.service.update.CheckpointException;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.slf4j.Logger;

/** Hands calls to the workers of a backend, and hands their replies back to the service thread. Any thread. */
public final class Desk {

    private static final Logger LOG = MaskedLog.of(Desk.class);

    public record Answered(Call call, Reply reply) {}

    private final BlockingQueue<Call> reads = new LinkedBlockingQueue<>();
    /** The calls of reads that are not answered yet, in the order in which they were added. */
    private final Set<Call> readsLeft = new LinkedHashSet<>();

    private final BlockingQueue<Call> updates = new LinkedBlockingQueue<>();
    private final Queue<Answered> answered = new ConcurrentLinkedQueue<>();
    private final String gateway;
    private final String database;
    private final Runnable wakeUp;
    private volatile CheckpointException refusal;
    private volatile Throwable fault;

    /** @param wakeUp called by a worker after it has left a reply or an error */
    public Desk(String gateway, String database, Runnable wakeUp) {
        this.gateway = gateway;
        this.database = database;
        this.wakeUp = wakeUp;
    }

    /** Adds a call for the workers that execute reads. */
    public void read(Call call) {
        synchronized (readsLeft) {
            readsLeft.add(call);
        }
        reads.add(call);
    }

    /** Waits until all calls of reads that were added before this call are answered. */
    void awaitEarlierReads(Call call) throws InterruptedException {
        synchronized (readsLeft) {
            while (readsLeft.iterator().next() != call) {
                readsLeft.wait();
            }
        }
    }

    /** Adds a call for the worker that executes updates. A call of reads is added here only to wait for that worker. */
    public void update(Call call) {
        updates.add(call);
    }

    /** Returns the queue of calls of updates, or the queue of calls of reads. */
    BlockingQueue<Call> calls(boolean update) {
        return update ? updates : reads;
    }

    public void reply(Call call, Reply reply) {
        synchronized (readsLeft) {
            if (readsLeft.remove(call)) {
                readsLeft.notifyAll();
            }
        }
        answered.add(new Answered(call, reply));
        wakeUp.run();
    }

    /** Reports that a worker ends because the gateway must not go on. */
    void refused(CheckpointException cause) {
        refusal = cause;
        wakeUp.run();
    }

    /** Reports that a worker ends because of a fault of the gateway. */
    void broken(Throwable cause) {
        fault = cause; // set before logging, which may fail if memory is exhausted
        LOG.error("{}: a worker of {} failed; this is a fault of the gateway", gateway, database, cause);
        wakeUp.run();
    }

    /** Removes and returns the earliest answered call that was not polled yet. */
    public Optional<Answered> poll() {
        return Optional.ofNullable(answered.poll());
    }

    public Optional<CheckpointException> refusal() {
        return Optional.ofNullable(refusal);
    }

    public Optional<Throwable> fault() {
        return Optional.ofNullable(fault);
    }
}
