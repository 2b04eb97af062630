package dev.sluice.faults.simulate.world;

/** The promises of a gateway, as the simulation checks them. */
public enum Promise {
    /** One result for each request, in the order of the requests. */
    ORDER,
    /** A result is the outcome that the request has if all requests run one at a time. */
    RESULT,
    /** No result says that an update happened before the update is committed. */
    COMMITTED_FIRST,
    /** No update happens twice. */
    ONCE,
    /** The updates of a database happen in the order of their requests. */
    IN_TURN,
    /** At the end, each update that succeeds in the model has happened. */
    NONE_LOST,
    /** The tables contain exactly the effects of the committed updates. */
    TABLES,
    /** A gateway changes nothing any more after another gateway has taken over. */
    FENCED,
    /** With {@code sync: chunk} nothing is answered that a power cut could still take away. */
    SYNCED_FIRST,
    /** A gateway whose queues and databases do not belong together changes nothing. */
    STOPS,
    /** A gateway whose queues and databases belong together goes on. */
    GOES_ON,
    /** If no further mishap happens, every request is answered. */
    LIVENESS,
    /** A database keeps a bounded number of rows for the gateway. */
    BOUNDED,
    /** During an operator's pause nothing is read. The gateway reports the pause as done only when no request is in progress. */
    CONTROL,
    /** A backend that asks for a pause gets it. */
    PAUSED,
    /** A request fails as late only if its time is really over, and an update only if it did not happen. */
    PATIENCE,
    /**
     * A request is quarantined only after enough crashes while it alone was in progress, and an update only if it did not
     * happen.
     */
    QUARANTINE,
    /** The gateway's own code does not fail. */
    NO_FAULT
}
