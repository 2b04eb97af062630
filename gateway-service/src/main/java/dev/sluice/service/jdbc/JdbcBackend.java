package dev.sluice.service.jdbc;

import dev.sluice.service.config.DatabaseConfig;
import dev.sluice.service.config.DatabaseConfig.TransactionMode;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.config.ResilienceConfig;
import dev.sluice.service.core.Backend;
import dev.sluice.service.core.Call;
import dev.sluice.service.core.Question;
import dev.sluice.service.core.Resilience;
import dev.sluice.service.core.StoppedException;
import dev.sluice.service.jdbc.connect.Desk;
import dev.sluice.service.jdbc.connect.Product;
import dev.sluice.service.jdbc.connect.Session.Turn;
import dev.sluice.service.jdbc.connect.Sessions;
import dev.sluice.service.jdbc.connect.Worker;
import dev.sluice.service.jdbc.proof.SchemaChanges;
import dev.sluice.service.jdbc.read.JdbcOperation;
import dev.sluice.service.jdbc.read.ReadCall;
import dev.sluice.service.jdbc.read.Reader.Limits;
import dev.sluice.service.jdbc.update.CheckpointSchema;
import dev.sluice.service.jdbc.update.UpdateTask;
import dev.sluice.service.update.Checkpoint;
import dev.sluice.service.update.CheckpointException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;

/**
 * The backend for one database. Several threads execute reads, and one thread executes the updates, because updates keep
 * their order. Each thread keeps its own connection with its prepared statements. Opening the backend does not connect to
 * the database: a database that is down when the gateway starts is an outage like any other.
 *
 * <p>{@link #start} and {@link #poll} belong to the service thread.
 */
final class JdbcBackend implements Backend {

    private static final long LAST_CALLS_MILLIS = 2_000;

    private final String gateway;
    private final DatabaseConfig database;
    private final Checkpoint checkpoint;
    private final Resilience resilience;
    private final Sessions sessions;
    private final Desk desk;
    private final List<Worker> workers = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final SchemaChanges changes;
    private final UpdateTask updates;
    private final boolean eager;
    private final int callsInFlight;
    private int freeReaders;
    private boolean updaterFree = true;
    /**
     * The calls of reads that wait until the update thread has claimed the checkpoint, that is, has made this process its owner.
     */
    private final Set<Call> claimedFor = new HashSet<>();

    /**
     * @param sessions the sessions of the database, closed by this backend
     * @param changes counts the statements that change the schema of the database
     * @param checkpoint the checkpoint, which updates write in the same transaction as their changes
     * @param eager whether to open the update session at the start, because the configuration declares updates, or because
     *     updates without results may be waiting in the queue
     * @param wakeUp called by the workers when a reply is available for {@link #poll}
     */
    JdbcBackend(
            GatewayConfig config,
            DatabaseConfig database,
            Sessions sessions,
            SchemaChanges changes,
            Checkpoint checkpoint,
            boolean eager,
            Runnable wakeUp) {
        this.gateway = config.name();
        this.database = database;
        this.sessions = sessions;
        this.desk = new Desk(gateway, database.name(), wakeUp);
        this.changes = changes;
        this.eager = eager;
        this.checkpoint = checkpoint;
        this.callsInFlight = config.chunk().callsInFlight();
        this.freeReaders = callsInFlight;
        final ResilienceConfig outages = database.resilience();
        this.resilience =
                Resilience.of(outages.backoff(), outages.maxBackoff(), outages.failAfter(), outages.callsPerSecond());
        final Limits limits =
                new Limits(config.limits().resultRows(), config.limits().resultBytes());
        for (int i = 1; i <= callsInFlight; i++) {
            final ReadCall reads = new ReadCall(limits, outages.retries(), database.snapshot(), changes);
            prepare("read-" + i, reads, false, i == 1 && !Product.of(database).known());
        }
        final Optional<CheckpointSchema> schema =
                checkpoint.keepsOutcomes() ? Optional.of(new CheckpointSchema(gateway, name())) : Optional.empty();
        final boolean each = database.transaction() == TransactionMode.EACH;
        this.updates =
                new UpdateTask(gateway + ": " + name(), checkpoint, outages.retries(), each, schema, changes, limits);
        prepare("update", updates, true, eager);
    }

    private void prepare(String role, Worker.Task task, boolean update, boolean opensAhead) {
        final Worker worker = new Worker(sessions, task, desk, update, opensAhead);
        final Thread thread = new Thread(worker, gateway + "-" + database.name() + "-" + role);
        workers.add(worker);
        thread.setDaemon(true);
        threads.add(thread);
    }

    /**
     * Starts the workers.
     *
     * @param declared the declared lookups and statements of this database
     */
    void begin(List<JdbcOperation> declared) {
        updates.prove(declared);
        threads.forEach(Thread::start);
    }

    /**
     * Waits, at most the given time, until the footprints of declared statements (the tables and rows that they touch) have been
     * read from the catalog. Returns at once if the backend is not eager.
     */
    void awaitProofs(long nanos) {
        if (eager) {
            updates.awaitProofs(nanos);
        }
    }

    @Override
    public String name() {
        return database.name();
    }

    @Override
    public Resilience resilience() {
        return resilience;
    }

    @Override
    public int callsInFlight() {
        return callsInFlight;
    }

    /**
     * Returns false if updates keep a checkpoint: then a failure is an outcome, too, and must be stored in the database.
     */
    @Override
    public boolean mayFailUnasked() {
        return !checkpoint.keepsOutcomes();
    }

    @Override
    public boolean keepsReads() {
        return checkpoint.keepsOutcomes();
    }

    @Override
    public boolean waitsForResults(Call run) {
        return !checkpoint.hasRoom(run.questions().get(0).index());
    }

    @Override
    public boolean start(Call call) {
        if (call.update() ? !updaterFree : freeReaders == 0) {
            return false;
        }
        if (call.update()) {
            updaterFree = false;
            desk.update(call);
        } else {
            freeReaders--;
            read(call);
        }
        return true;
    }

    /**
     * Starts a call of reads. If an earlier gateway process may have stored results of the call, the call first goes to the
     * update thread, which claims the checkpoint and thereby learns which results are stored.
     */
    private void read(Call call) {
        if (eager && checkpoint.mustBeClaimedFor(call)) {
            claimedFor.add(call);
            desk.update(call);
            return;
        }
        try {
            checkpoint.answerKept(call);
        } catch (final CheckpointException e) {
            throw stopped(e);
        }
        if (call.questions().stream().allMatch(Question::answered)) {
            desk.reply(call, new Reply.Done(0));
        } else {
            desk.read(call);
        }
    }

    @Override
    public OptionalLong silentSinceNanos(long nowNanos) {
        final long half = database.statementTimeout().toNanos() / 2;
        OptionalLong oldest = OptionalLong.empty();
        for (final Worker worker : workers) {
            final OptionalLong since = worker.askedSinceNanos();
            if (since.isPresent()
                    && nowNanos - since.getAsLong() > half
                    && (oldest.isEmpty() || since.getAsLong() - oldest.getAsLong() < 0)) {
                oldest = since;
            }
        }
        return oldest;
    }

    @Override
    public void durable(long index) {
        checkpoint.durable(index);
    }

    @Override
    public boolean wantsDurable() {
        return checkpoint.wantsDurable();
    }

    @Override
    public int poll(Replies replies) {
        changes.turn(System.nanoTime());
        if (desk.refusal().isPresent()) {
            throw stopped(desk.refusal().get());
        }
        if (desk.fault().isPresent()) {
            throw new IllegalStateException(
                    gateway + ": a worker of " + name() + " failed; this is a fault of the gateway",
                    desk.fault().get());
        }
        int polled = 0;
        for (Optional<Desk.Answered> next = desk.poll(); next.isPresent(); next = desk.poll()) {
            final Call call = next.get().call();
            polled++;
            if (claimedFor.remove(call) && next.get().reply() instanceof Reply.Done) {
                read(call);
                continue;
            }
            if (call.update()) {
                updaterFree = true;
            } else {
                freeReaders++;
            }
            replies.reply(call, next.get().reply());
        }
        checkpoint.note();
        return polled;
    }

    private StoppedException stopped(CheckpointException refusal) {
        return new StoppedException(gateway + ": " + sessions.redacted(refusal.getMessage()), refusal);
    }

    /**
     * Waits up to two seconds for calls in progress, then closes their connections. An embedded database may write its files
     * when its last connection is closed.
     */
    @Override
    public void close() {
        final Lock turn = Turn.of(database.url());
        boolean taken = false;
        threads.forEach(Thread::interrupt);
        final long deadline = System.nanoTime() + LAST_CALLS_MILLIS * 1_000_000;
        try {
            for (final Thread thread : threads) {
                thread.join(Math.max(1, (deadline - System.nanoTime()) / 1_000_000));
            }
            taken = turn.tryLock(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt(); // closing goes on, without waiting
        }
        try {
            sessions.close();
        } finally {
            if (taken) {
                turn.unlock();
            }
        }
    }
}
