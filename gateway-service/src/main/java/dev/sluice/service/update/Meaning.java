package dev.sluice.service.update;

/** What a database's error means for the requests that met it. */
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
    ITEM
}
