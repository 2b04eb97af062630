package dev.sluice.service.jdbc.connect;

import dev.sluice.service.core.Backend.Reply;
import dev.sluice.service.core.Call;
import dev.sluice.service.update.CheckpointException;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Where the workers of a backend take their calls and leave what came of them. Any thread. */
public final class Desk {

    private static final Logger LOG = LoggerFactory.getLogger(Desk.class);

    public record Answered(Call call, Reply reply) {}

    private final BlockingQueue<Call> reads = new LinkedBlockingQueue<>();
    /** Those that no worker has answered, in their order. */
    private final Set<Call> readsLeft = new LinkedHashSet<>();

    private final BlockingQueue<Call> updates = new LinkedBlockingQueue<>();
    private final Queue<Answered> answered = new ConcurrentLinkedQueue<>();
    private final String gateway;
    private final String database;
    private final Runnable wakeUp;
    private volatile CheckpointException refusal;
    private volatile Throwable fault;

    /** @param wakeUp called by a worker that left something */
    public Desk(String gateway, String database, Runnable wakeUp) {
        this.gateway = gateway;
        this.database = database;
        this.wakeUp = wakeUp;
    }

    /** For a worker that reads. */
    public void read(Call call) {
        synchronized (readsLeft) {
            readsLeft.add(call);
        }
        reads.add(call);
    }

    /** Waits until all calls that read, and came before this one, are answered. */
    void awaitEarlierReads(Call call) throws InterruptedException {
        synchronized (readsLeft) {
            while (readsLeft.iterator().next() != call) {
                readsLeft.wait();
            }
        }
    }

    /** For the worker that updates; a call that reads only waits until that one is ready. */
    public void update(Call call) {
        updates.add(call);
    }

    /** The calls that update, or those that read, as they come. */
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

    /** A worker ends: what it met forbids to go on. */
    void refused(CheckpointException cause) {
        refusal = cause;
        wakeUp.run();
    }

    /** A worker ends because of a fault of the gateway. */
    void broken(Throwable cause) {
        fault = cause; // first of all: without memory the log may fail
        LOG.error("{}: a worker of {} failed; this is a fault of the gateway", gateway, database, cause);
        wakeUp.run();
    }

    /** Returns the call that was answered first of those that were not polled yet. */
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
