package dev.sluice.service.jdbc;

import java.sql.SQLException;

/** A call ends here for now: what has no answer yet is asked again later. */
final class GivenBackException extends Exception {

    private static final long serialVersionUID = 1L;

    private final boolean conflict;
    private final boolean connectionLost;

    private GivenBackException(String reason, boolean conflict, boolean connectionLost, Throwable cause) {
        super(reason, cause, false, false);
        this.conflict = conflict;
        this.connectionLost = connectionLost;
    }

    /** The database is away, and the connection with it. */
    static GivenBackException outage(SQLException error) {
        return new GivenBackException(described(error), false, true, error);
    }

    /** A deadlock or serialization conflict. */
    static GivenBackException conflict(Exception error) {
        return new GivenBackException(String.valueOf(error.getMessage()), true, false, error);
    }

    /** The configuration does not fit the database: somebody will mend one or the other. */
    static GivenBackException misfit(String what, SQLException error) {
        return new GivenBackException(what + " cannot be prepared: " + described(error), false, false, error);
    }

    boolean conflict() {
        return conflict;
    }

    boolean connectionLost() {
        return connectionLost;
    }

    private static String described(SQLException error) {
        final String state = SqlStates.state(error);
        return error.getMessage() + (state.isEmpty() ? "" : " (SQLState " + state + ")");
    }
}
