package dev.sluice.faults.simulate.world;

/** The promises of a gateway, as the simulation checks them. */
public enum Promise {
    /** One result for each request, in the order of the requests. */
    ORDER,
    /** A result is what the request comes to when all run one at a time. */
    RESULT,
    /** No result says that an update happened before it did. */
    COMMITTED_FIRST,
    /** No update happens twice. */
    ONCE,
    /** No update of a database overtakes another. */
    IN_TURN,
    /** In the end no update is left out that would have succeeded. */
    NONE_LOST,
    /** The tables are those of the updates that were committed. */
    TABLES,
    /** A gateway that another one has taken over from changes nothing any more. */
    FENCED,
    /** With {@code sync: chunk} nothing is answered that a power cut could still take away. */
    SYNCED_FIRST,
    /** A gateway whose queues and databases do not belong together changes nothing. */
    STOPS,
    /** A gateway whose queues and databases belong together goes on. */
    GOES_ON,
    /** When nothing goes wrong any more, every request is answered. */
    LIVENESS,
    /** A database keeps a bounded number of rows for the gateway. */
    BOUNDED,
    /** While an operator wants a pause nothing is read, and it is said to be done when nothing is in hand: then, and no sooner. */
    CONTROL,
    /** A backend that asks for a pause gets it. */
    PAUSED,
    /** No request fails for the time it took unless it took that long, and no update that happened. */
    PATIENCE,
    /** No request is quarantined unless the process ended so often while it was alone in hand, and no update that happened. */
    QUARANTINE,
    /** The gateway's own code does not fail. */
    NO_FAULT
}
