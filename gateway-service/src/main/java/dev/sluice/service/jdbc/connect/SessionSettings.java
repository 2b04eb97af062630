package dev.sluice.service.jdbc.connect;

import dev.sluice.service.core.MaskedLog;
import dev.sluice.service.jdbc.dialect.Query;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;

/**
 * Restores the user and the settings with which a PostgreSQL session was opened. A function whose effects are not known may
 * change them, and may leave locks, cursors, temporary tables and sequence values in the session. If a transaction that restored
 * settings is rolled back, the settings must be restored again. Belongs to one worker.
 */
public final class SessionSettings {

    private static final List<String> USER = List.of("RESET SESSION AUTHORIZATION", "RESET ROLE");

    /**
     * Queries the settings that the gateway made after connecting, in the form of calls that make them again. These calls are
     * needed because {@code RESET ALL} undoes these settings, too.
     */
    private static final String SET_SINCE = "SELECT pg_catalog.string_agg(pg_catalog.format("
            + "'pg_catalog.set_config(%L, %L, false)', name, setting), ', ') FROM pg_catalog.pg_settings"
            + " WHERE source = 'session' AND context IN ('user', 'superuser') AND name NOT IN ('role', 'session_authorization')";

    /** These statements end all state that outlives a transaction, except prepared statements, which the gateway itself made. */
    private static final List<String> LEFT = List.of(
            "SELECT pg_catalog.pg_advisory_unlock_all()",
            "UNLISTEN *",
            "CLOSE ALL",
            "DISCARD TEMP",
            "DISCARD SEQUENCES");

    private static final Logger LOG = MaskedLog.of(SessionSettings.class);

    private final Session session;
    private final List<String> restoring;
    /** A commit together with all statements that restore the session. */
    private final String ending;

    private boolean changed;

    private SessionSettings(Session session, List<String> restoring) {
        this.session = session;
        this.restoring = restoring;
        this.ending = "COMMIT; " + String.join("; ", USER) + "; " + String.join("; ", restoring);
    }

    /** Queries the settings from PostgreSQL. For other databases, and if the query fails, nothing is restored later. */
    public static SessionSettings of(Session session) throws SQLException {
        final List<String> restoring = new ArrayList<>();
        if (session.postgres()) {
            try {
                session.trip();
                final List<String> set = Query.look(() -> Query.texts(session.connection(), SET_SINCE));
                // This query fails on other products that only speak PostgreSQL's protocol.
                Query.look(() -> Query.texts(session.connection(), LEFT.get(0)));
                restoring.add("RESET ALL");
                set.forEach(calls -> restoring.add("SELECT " + calls));
                restoring.addAll(LEFT);
            } catch (final SQLException e) {
                LOG.debug("The settings are not known here", e); // some other database that speaks the same protocol
            }
            if (!session.autoCommit()) {
                session.rollback();
            }
        }
        return new SessionSettings(session, restoring);
    }

    /** Called before a statement that may change the session's settings. */
    public void mayChange() {
        changed = !restoring.isEmpty();
    }

    /**
     * Restores the user within the transaction of a statement that may have changed it, because the next statements in the
     * transaction must run as the gateway's own user.
     */
    public void restoreUser(LeadingStatements gathering) throws SQLException {
        if (changed && gathering.isOpen()) {
            USER.forEach(gathering::add);
        } else if (changed && !session.autoCommit()) {
            session.execute(String.join("; ", USER));
        }
    }

    /**
     * Makes the next transaction restore the settings. They still count as changed, because a rollback would undo the restoring.
     */
    public void restoreForNext(LeadingStatements gathering) {
        if (changed) {
            restoring.forEach(gathering::add);
        }
    }

    /** Prepares a commit, preceded by all gathered statements, and followed by statements that restore the settings. */
    public LeadingStatements.Gathered commit(LeadingStatements gathering) throws SQLException {
        if (!changed) {
            return gathering.before("COMMIT");
        }
        gathering.add("COMMIT");
        restoring.subList(0, restoring.size() - 1).forEach(gathering::add);
        return gathering.before(restoring.get(restoring.size() - 1));
    }

    /** Called when the server has executed the statements of {@link #commit}. */
    public void restored() {
        changed = false;
    }

    /** Ends the open transaction and, in the same round trip, restores the settings if they may have changed. */
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

    /** Restores the settings in one round trip if they may have changed. Called while no transaction is open. */
    public void restore() throws SQLException {
        if (changed) {
            session.execute(String.join("; ", USER) + "; " + String.join("; ", restoring) + "; COMMIT");
            changed = false;
        }
    }
}
