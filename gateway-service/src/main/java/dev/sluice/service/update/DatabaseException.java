package dev.sluice.service.update;

/** A database error of a statement or a commit, together with its meaning for the requests that it affects. */
public final class DatabaseException extends Exception {

    private static final long serialVersionUID = 1L;

    private final transient Meaning meaning;

    /** The meaning of a database error for the requests that it affects. */
    public enum Meaning {
        /** The database is unavailable; requests wait until it is back. */
        OUTAGE,
        /** A deadlock or serialization conflict; a retry will probably succeed. */
        CONFLICT,
        /** The statement was cancelled by a timeout or a limit of the server. After a few retries the item fails. */
        TIMEOUT,
        /** A change of the schema made the prepared statement invalid; it is prepared again. */
        STALE,
        /** The SQL text names an object that does not exist, independently of the arguments. */
        MISSING,
        /** The SQL text cannot be prepared, perhaps only with the types of these arguments. */
        TEXT,
        /** The statement tried to write, although only reading is allowed. */
        READ_ONLY,
        /** The driver closed the connection because the request's arguments or its result are too large. */
        TOO_LARGE,
        /**
         * The request itself is at fault, for example its data, or a violated constraint. Also the meaning of every unknown
         * error.
         */
        ITEM;

        /** Whether the error is temporary, so that the same statement may succeed at another time. */
        public boolean ofTheMoment() {
            return this == CONFLICT || this == TIMEOUT || this == STALE;
        }

        /** Whether the connection is unusable after this error, so that nothing can be rolled back on it. */
        public boolean losesConnection() {
            return this == OUTAGE || this == TOO_LARGE;
        }
    }

    /** @param said the exception that the driver threw */
    public DatabaseException(Meaning meaning, String message, Exception said) {
        super(message, said, false, false);
        this.meaning = meaning;
    }

    public Meaning meaning() {
        return meaning;
    }

    /**
     * Throws an exception if this error must not make a request fail; otherwise does nothing. The exception ends the call, and
     * the call's unanswered questions are sent again later.
     *
     * @param conflicts whether to throw for a conflict as well
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
