package dev.sluice.service.jdbc.connect;

import dev.sluice.service.jdbc.dialect.Query;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The user and the settings with which a session of PostgreSQL was opened. A function whose effects are not known may leave
 * others, and beside them locks, cursors, temporary tables and numbers of sequences. A rollback takes back what was set back in
 * its transaction. Belongs to one worker.
 */
public final class SessionSettings {

    private static final List<String> USER = List.of("RESET SESSION AUTHORIZATION", "RESET ROLE");

    /** Settings made after the connection: {@code RESET ALL} takes them away, too. */
    private static final String SET_SINCE = "SELECT pg_catalog.string_agg(pg_catalog.format("
            + "'pg_catalog.set_config(%L, %L, false)', name, setting), ', ') FROM pg_catalog.pg_settings"
            + " WHERE source = 'session' AND context IN ('user', 'superuser') AND name NOT IN ('role', 'session_authorization')";

    /** These end all that a session keeps after a transaction, but for prepared statements, which are the gateway's. */
    private static final List<String> LEFT = List.of(
            "SELECT pg_catalog.pg_advisory_unlock_all()",
            "UNLISTEN *",
            "CLOSE ALL",
            "DISCARD TEMP",
            "DISCARD SEQUENCES");

    private static final Logger LOG = LoggerFactory.getLogger(SessionSettings.class);

    private final Session session;
    private final List<String> restoring;
    /** A commit with all that restores. */
    private final String ending;

    private boolean changed;

    private SessionSettings(Session session, List<String> restoring) {
        this.session = session;
        this.restoring = restoring;
        this.ending = "COMMIT; " + String.join("; ", USER) + "; " + String.join("; ", restoring);
    }

    /** Asks PostgreSQL for the settings; of other databases, and of those that do not tell, nothing is restored. */
    public static SessionSettings of(Session session) throws SQLException {
        final List<String> restoring = new ArrayList<>();
        if (session.postgres()) {
            try {
                session.trip();
                final List<String> set = Query.look(() -> Query.texts(session.connection(), SET_SINCE));
                Query.look(
                        () -> Query.texts(session.connection(), LEFT.get(0))); // some speak the protocol and have none
                restoring.add("RESET ALL");
                set.forEach(calls -> restoring.add("SELECT " + calls));
                restoring.addAll(LEFT);
            } catch (final SQLException e) {
                LOG.debug("Not known here", e); // some other database that speaks the same protocol
            }
            if (!session.autoCommit()) {
                session.rollback();
            }
        }
        return new SessionSettings(session, restoring);
    }

    /** A statement runs that may change them for the session. */
    public void mayChange() {
        changed = !restoring.isEmpty();
    }

    /** In the transaction of such a statement, which goes on: only the gateway's own user may write what comes next. */
    public void restoreUser(LeadingStatements gathering) throws SQLException {
        if (changed && gathering.isOpen()) {
            USER.forEach(gathering::add);
        } else if (changed && !session.autoCommit()) {
            session.execute(String.join("; ", USER));
        }
    }

    /** Restores them for the next transaction: a rollback takes that back, so they still count as changed. */
    public void restoreForNext(LeadingStatements gathering) {
        if (changed) {
            restoring.forEach(gathering::add);
        }
    }

    /** Prepares a commit with all that was gathered before it; what follows it in the same trip restores them. */
    public LeadingStatements.Gathered commit(LeadingStatements gathering) throws SQLException {
        if (!changed) {
            return gathering.before("COMMIT");
        }
        gathering.add("COMMIT");
        restoring.subList(0, restoring.size() - 1).forEach(gathering::add);
        return gathering.before(restoring.get(restoring.size() - 1));
    }

    /** The server has done what {@link #commit} prepared. */
    public void restored() {
        changed = false;
    }

    /** Ends the transaction that is open and, if they may be others, restores them, in one round trip. */
    public void end() throws SQLException {
        if (changed) {
            session.end(() -> {
                session.trip();
                session.prepare(ending).statement().execute();
            });
            changed = false;
        } else {
            session.end();
        }
    }

    /** Restores them if they may be others: a round trip. No transaction is open. */
    public void restore() throws SQLException {
        if (changed) {
            session.execute(String.join("; ", USER) + "; " + String.join("; ", restoring) + "; COMMIT");
            changed = false;
        }
    }
}
