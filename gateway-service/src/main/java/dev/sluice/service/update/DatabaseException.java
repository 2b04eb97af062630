package dev.sluice.service.update;

/** What a database said to a statement or a commit, and what it means for the requests that met it. */
public final class DatabaseException extends Exception {

    private static final long serialVersionUID = 1L;

    private final transient Meaning meaning;

    /** @param said what the driver threw */
    public DatabaseException(Meaning meaning, String message, Exception said) {
        super(message, said, false, false);
        this.meaning = meaning;
    }

    public Meaning meaning() {
        return meaning;
    }
}
