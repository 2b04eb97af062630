package dev.sluice.service.jdbc.connect;

import dev.sluice.service.core.Backend.Reply;
import dev.sluice.service.core.Call;
import dev.sluice.service.update.CheckpointException;
import dev.sluice.service.update.GivenBackException;
import java.sql.SQLException;
import java.util.OptionalLong;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.locks.Lock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers one call after another on a connection that it keeps while it works. Runs on a thread of its own. */
public final class Worker implements Runnable {

    private static final Logger LOG = LoggerFactory.getLogger(Worker.class);

    /** A connection idle for longer is tried before it is used: firewalls forget. */
    private static final long FRESH_NANOS = 30_000_000_000L;

    /** Answers the questions of a call, as far as it gets. */
    public interface Task {
        /** Takes every session first, before it gets a call. */
        default void opened(Session session) throws GivenBackException, SQLException {}

        /** Whether a call that reads waits for all reads before it: two at a time might notice each other. */
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
    /** Whether a call is being answered, and since when. */
    private volatile boolean busy;

    private volatile long busySinceNanos;
    private long lastUsedNanos;

    /**
     * @param updates whether it takes calls that update; otherwise those that read
     * @param eager whether it opens its session without waiting for the first call
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
            Thread.currentThread().interrupt(); // told to end
        } catch (final CheckpointException e) {
            desk.refused(e);
        } catch (final RuntimeException | Error e) {
            desk.broken(e);
        } finally {
            giveUpSession();
        }
    }

    /** Since when the database has what it has not answered, or a connection is being opened; empty at rest. Any thread. */
    public OptionalLong askedSinceNanos() {
        final long since = busySinceNanos;
        final Session asked = session;
        if (!busy) {
            return OptionalLong.empty();
        }
        return OptionalLong.of(asked != null && asked.trippedNanos() - since > 0 ? asked.trippedNanos() : since);
    }

    /** An outage shows again when the first call comes. */
    private void openAhead() throws CheckpointException, InterruptedException {
        try {
            open();
        } catch (final CheckpointException e) {
            throw e;
        } catch (final GivenBackException | SQLException e) {
            LOG.debug("Not yet", e);
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
            // Rolling back or committing nothing failed: whatever it is, this connection is of no use any more.
            final int trips = session.takeTrips();
            giveUpSession();
            return new Reply.Unavailable(trips, sessions.reason(e));
        } finally {
            turn.unlock();
            lastUsedNanos = System.nanoTime();
        }
    }

    /** A call that waits for its turn is not asked yet. */
    private void takeTurn(Call call) throws InterruptedException {
        busy = false;
        if (task.oneAtATime(call)) {
            desk.awaitEarlierReads(call);
        }
        turn.lockInterruptibly();
        busySinceNanos = System.nanoTime();
        busy = true;
    }

    /** Waits for a server without its turn: it may be away for long. */
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

    /** Nothing of a call that was given back stays in the database. */
    private void recover() {
        try {
            session.reset(sessions.autoCommit(updates));
        } catch (final SQLException e) {
            LOG.debug("A connection could not be made ready again; another is taken", e);
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
