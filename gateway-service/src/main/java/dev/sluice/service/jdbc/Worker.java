package dev.sluice.service.jdbc;

import dev.sluice.service.chunk.Backend.Reply;
import dev.sluice.service.chunk.Call;
import java.sql.SQLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers one call after another on a connection that it keeps while it works. Runs on a thread of its own. */
final class Worker implements Runnable {

    private static final Logger LOG = LoggerFactory.getLogger(Worker.class);

    /** A connection idle for longer is tried before it is used: firewalls forget. */
    private static final long FRESH_NANOS = 30_000_000_000L;

    /** Answers the questions of a call, as far as it gets. */
    interface Task {
        void answer(Session session, Call call) throws GivenBackException, SQLException;
    }

    /** Where calls come from and replies go. */
    interface Desk {
        /** The next call; waits for it. */
        Call take() throws InterruptedException;

        void reply(Call call, Reply reply);

        /** The worker ends because of a fault of the gateway. */
        void broken(Throwable fault);
    }

    private final Sessions sessions;
    private final Task task;
    private final Desk desk;
    private Session session;
    private long lastUsedNanos;

    Worker(Sessions sessions, Task task, Desk desk) {
        this.sessions = sessions;
        this.task = task;
        this.desk = desk;
    }

    @Override
    public void run() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                final Call call = desk.take();
                desk.reply(call, answer(call));
            }
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt(); // told to end
        } catch (final RuntimeException | Error e) {
            desk.broken(e);
        } finally {
            giveUpSession();
        }
    }

    private Reply answer(Call call) {
        try {
            open();
        } catch (final SQLException e) {
            giveUpSession();
            return new Reply.Unavailable(0, sessions.reason(e));
        }
        try {
            task.answer(session, call);
            return new Reply.Done(session.takeTrips());
        } catch (final GivenBackException e) {
            final int trips = session.takeTrips();
            if (e.connectionLost()) {
                giveUpSession();
            } else {
                recover();
            }
            return e.conflict()
                    ? new Reply.Conflicted(trips, e.getMessage())
                    : new Reply.Unavailable(trips, sessions.redacted(e.getMessage()));
        } catch (final SQLException e) {
            // Rolling back or committing nothing failed: whatever it is, this connection is of no use any more.
            final int trips = session.takeTrips();
            giveUpSession();
            return new Reply.Unavailable(trips, sessions.reason(e));
        } finally {
            lastUsedNanos = System.nanoTime();
        }
    }

    private void open() throws SQLException {
        if (session != null
                && System.nanoTime() - lastUsedNanos > FRESH_NANOS
                && !session.connection().isValid(sessions.patienceSeconds())) {
            giveUpSession();
        }
        if (session == null) {
            session = sessions.open();
        }
    }

    /** Nothing of a call that was given back stays in the database. */
    private void recover() {
        try {
            session.reset(sessions.autoCommit());
        } catch (final SQLException e) {
            LOG.debug("A connection could not be made ready again; another is taken", e);
            giveUpSession();
        }
    }

    private void giveUpSession() {
        if (session != null) {
            sessions.evict(session);
            session = null;
        }
    }
}
