package dev.sluice.service.update;

/** Thrown if the backend gives a call back. The call's unanswered questions are sent again later. */
public class GivenBackException extends Exception {

    private static final long serialVersionUID = 1L;

    private final boolean conflict;
    private final boolean connectionLost;

    GivenBackException(String reason, boolean conflict, boolean connectionLost, Throwable cause) {
        super(reason, cause, false, false);
        this.conflict = conflict;
        this.connectionLost = connectionLost;
    }

    /** The database is unavailable, and the connection is lost. */
    public static GivenBackException outage(String reason, Throwable cause) {
        return new GivenBackException(reason, false, true, cause);
    }

    /** A deadlock or serialization conflict. */
    public static GivenBackException conflict(String reason, Throwable cause) {
        return new GivenBackException(reason, true, false, cause);
    }

    /** The connection is unusable, although the database is available. */
    public static GivenBackException connectionSpent(String reason, Throwable cause) {
        return new GivenBackException(reason, true, true, cause);
    }

    /** The configuration does not fit the database; an operator has to correct one of them. */
    public static GivenBackException misfit(String reason, Throwable cause) {
        return new GivenBackException(reason, false, false, cause);
    }

    /** Whether the configuration does not fit the database, see {@link #misfit(String, Throwable)}. */
    public boolean misfit() {
        return !conflict && !connectionLost;
    }

    public boolean conflict() {
        return conflict;
    }

    public boolean connectionLost() {
        return connectionLost;
    }
}
