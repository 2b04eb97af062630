package dev.sluice.service.update;

/** A database's answer to a statement or a commit that failed, and its meaning for the requests that met it. */
public final class DatabaseException extends Exception {

    private static final long serialVersionUID = 1L;

    private final transient Meaning meaning;

    /** The meaning of a database's error for the requests that met it. */
    public enum Meaning {
        /** The database is away; requests wait for it. */
        OUTAGE,
        /** A deadlock or serialization conflict: the same again may well succeed. */
        CONFLICT,
        /** Cancelled for its time or for a limit of the server; again a few times, then it is the item's. */
        TIMEOUT,
        /** A prepared statement that a change of the schema made useless: prepared again. */
        STALE,
        /** The text names what is not there, whatever its arguments are. */
        MISSING,
        /** The text cannot be prepared, perhaps only with these arguments' types. */
        TEXT,
        /** Something tried to write where only reading is allowed. */
        READ_ONLY,
        /** The driver closed the connection because of what the request sends or finds: it is too large to send or to read. */
        TOO_LARGE,
        /** The request's own: data, constraints, and whatever is not known. */
        ITEM;

        /** Whether it says nothing of the statement, which may well succeed another time. */
        public boolean ofTheMoment() {
            return this == CONFLICT || this == TIMEOUT || this == STALE;
        }

        /** Whether the connection, too, is of no use any more: nothing can be undone on it. */
        public boolean losesConnection() {
            return this == OUTAGE || this == TOO_LARGE;
        }
    }

    /** @param said what the driver threw */
    public DatabaseException(Meaning meaning, String message, Exception said) {
        super(message, said, false, false);
        this.meaning = meaning;
    }

    public Meaning meaning() {
        return meaning;
    }

    /**
     * Throws what is no request's failure: the call ends, and what it has not answered is asked again.
     *
     * @param conflicts whether a conflict is none, either
     */
    public void passOn(boolean conflicts) throws GivenBackException {
        if (meaning == Meaning.OUTAGE) {
            throw GivenBackException.outage(getMessage(), this);
        }
        if (meaning == Meaning.TOO_LARGE) {
            throw GivenBackException.connectionSpent(getMessage(), this);
        }
        if (meaning == Meaning.CONFLICT && conflicts) {
            throw GivenBackException.conflict(getMessage(), this);
        }
    }
}
