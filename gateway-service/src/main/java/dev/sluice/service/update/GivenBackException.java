package dev.sluice.service.update;

/** A call ends here for now: what has no answer yet is asked again later. */
public class GivenBackException extends Exception {

    private static final long serialVersionUID = 1L;

    private final boolean conflict;
    private final boolean connectionLost;

    GivenBackException(String reason, boolean conflict, boolean connectionLost, Throwable cause) {
        super(reason, cause, false, false);
        this.conflict = conflict;
        this.connectionLost = connectionLost;
    }

    /** The database is away, and the connection with it. */
    public static GivenBackException outage(String reason, Throwable cause) {
        return new GivenBackException(reason, false, true, cause);
    }

    /** A deadlock or serialization conflict. */
    public static GivenBackException conflict(String reason, Throwable cause) {
        return new GivenBackException(reason, true, false, cause);
    }

    /** The connection is of no use any more, and the database is there. */
    public static GivenBackException connectionSpent(String reason, Throwable cause) {
        return new GivenBackException(reason, true, true, cause);
    }

    /** The configuration does not fit the database: somebody will mend one or the other. */
    public static GivenBackException misfit(String reason, Throwable cause) {
        return new GivenBackException(reason, false, false, cause);
    }

    /** Whether it is a {@link #misfit}. */
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
