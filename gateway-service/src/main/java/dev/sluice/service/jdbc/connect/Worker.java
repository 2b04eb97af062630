package dev.sluice.service.jdbc.connect;

import dev.sluice.service.core.Backend.Reply;
import dev.sluice.service.core.Call;
import dev.sluice.service.core.MaskedLog;
import dev.sluice.service.update.CheckpointException;
import dev.sluice.service.update.GivenBackException;
import java.sql.SQLException;
import java.util.OptionalLong;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.locks.Lock;
import org.slf4j.Logger;

/** Answers one call after another on a connection that the worker keeps. Runs on its own thread. */
public final class Worker implements Runnable {

    private static final Logger LOG = MaskedLog.of(Worker.class);

    /** A connection that was idle for longer than this is tested before use, because firewalls drop idle connections. */
    private static final long FRESH_NANOS = 30_000_000_000L;

    /** Answers the questions of a call; if an exception is thrown, the remaining questions are unanswered. */
    public interface Task {
        /** Called for each session before the session gets its first call. */
        default void opened(Session session) throws GivenBackException, SQLException {}

        /** Whether a call of reads must wait for all earlier reads, because two concurrent reads might affect each other. */
        default boolean oneAtATime(Call call) {
            return false;
        }

        void answer(Session session, Call call) throws GivenBackException, SQLException;
    }

    private final Sessions sessions;
    private final Task task;
    private final Desk desk;
    private final boolean updates;
    private final BlockingQueue<Call> calls;
    private final boolean eager;
    private final Lock turn;
    private volatile Session session;
    /** Whether a call is being answered. */
    private volatile boolean busy;

    private volatile long busySinceNanos;
    private long lastUsedNanos;

    /**
     * @param updates whether this worker takes calls of updates; otherwise it takes calls of reads
     * @param eager whether it opens its session at once, without waiting for the first call
     */
    public Worker(Sessions sessions, Task task, Desk desk, boolean updates, boolean eager) {
        this.sessions = sessions;
        this.task = task;
        this.desk = desk;
        this.updates = updates;
        this.calls = desk.calls(updates);
        this.eager = eager;
        this.turn = sessions.turn();
    }

    @Override
    public void run() {
        try {
            if (eager) {
                openAhead();
            }
            while (!Thread.currentThread().isInterrupted()) {
                final Call call = calls.take();
                busySinceNanos = System.nanoTime();
                busy = true;
                final Reply reply = answer(call);
                busy = false;
                desk.reply(call, reply);
            }
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt(); // the backend is being closed
        } catch (final CheckpointException e) {
            desk.refused(e);
        } catch (final RuntimeException | Error e) {
            desk.broken(e);
        } finally {
            giveUpSession();
        }
    }

    /** Returns when this worker began to wait for the database or for a connection; empty if it is idle. */
    public OptionalLong askedSinceNanos() {
        final long since = busySinceNanos;
        final Session asked = session;
        if (!busy) {
            return OptionalLong.empty();
        }
        return OptionalLong.of(asked != null && asked.trippedNanos() - since > 0 ? asked.trippedNanos() : since);
    }

    /** Opens the session before the first call. Ignores an outage, because the first call will detect it again. */
    private void openAhead() throws CheckpointException, InterruptedException {
        try {
            open();
        } catch (final CheckpointException e) {
            throw e;
        } catch (final GivenBackException | SQLException e) {
            LOG.debug("No session could be opened yet; the first call tries again", e);
            giveUpSession();
        }
    }

    private Reply answer(Call call) throws CheckpointException, InterruptedException {
        try {
            open();
        } catch (final CheckpointException e) {
            throw e;
        } catch (final GivenBackException e) {
            giveUpSession();
            return Reply.Unavailable.unasked(sessions.redacted(e.getMessage()));
        } catch (final SQLException e) {
            giveUpSession();
            return Reply.Unavailable.unasked(sessions.reason(e));
        }
        takeTurn(call);
        try {
            task.answer(session, call);
            return new Reply.Done(session.takeTrips());
        } catch (final CheckpointException e) {
            throw e;
        } catch (final GivenBackException e) {
            final int trips = session.takeTrips();
            if (e.connectionLost()) {
                giveUpSession();
            } else {
                recover();
            }
            if (e.conflict()) {
                return new Reply.Conflicted(trips);
            }
            final String reason = sessions.redacted(e.getMessage());
            return e.misfit() ? Reply.Unavailable.misfit(trips, reason) : new Reply.Unavailable(trips, reason);
        } catch (final SQLException e) {
            // The task failed outside a statement, for example at a rollback: the connection is not usable any more.
            final int trips = session.takeTrips();
            giveUpSession();
            return new Reply.Unavailable(trips, sessions.reason(e));
        } finally {
            turn.unlock();
            lastUsedNanos = System.nanoTime();
        }
    }

    /**
     * Waits for the session's lock; before that, waits for all earlier reads if the task requires this. A worker that waits here
     * is not busy, because the call was not sent yet.
     */
    private void takeTurn(Call call) throws InterruptedException {
        busy = false;
        if (task.oneAtATime(call)) {
            desk.awaitEarlierReads(call);
        }
        turn.lockInterruptibly();
        busySinceNanos = System.nanoTime();
        busy = true;
    }

    /** Opens a session if necessary. Connects without the lock {@link #turn}, because the server may be unavailable for long. */
    private void open() throws GivenBackException, SQLException, InterruptedException {
        if (session != null
                && System.nanoTime() - lastUsedNanos > FRESH_NANOS
                && !session.connection().isValid(sessions.patienceSeconds())) {
            giveUpSession();
        }
        if (session == null) {
            session = sessions.open(updates);
            turn.lockInterruptibly();
            try {
                task.opened(session);
            } finally {
                turn.unlock();
            }
        }
    }

    /** Rolls back, so that a call that was given back leaves no changes in the database. */
    private void recover() {
        try {
            session.reset(sessions.autoCommit(updates));
        } catch (final SQLException e) {
            LOG.debug("A connection could not be rolled back; another one replaces it", e);
            giveUpSession();
        }
    }

    private void giveUpSession() {
        if (session != null) {
            sessions.evict(updates, session);
            session = null;
        }
    }
}
