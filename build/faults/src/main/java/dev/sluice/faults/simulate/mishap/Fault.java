package dev.sluice.faults.simulate.mishap;

/** The faults of a simulation that are not crashes, and the events other than crashes that end a process of the gateway. */
public enum Fault {
    /** A statement meets a deadlock or a serialization conflict. */
    CONFLICT,
    /** A statement is cancelled because it took too long. */
    TIMEOUT,
    /** A prepared statement is not valid any more. */
    STALE,
    /** A commit fails with a serialization conflict. */
    COMMIT_CONFLICT,
    /** A database is unavailable for a while, and all connections to it are lost. */
    OUTAGE,
    /** A backend asks for fewer calls. */
    THROTTLED,
    /** A call takes long. */
    SLOW,
    /** A call of reads stops half-way and goes on later. */
    HALF_READ,
    /** A backend has no room for a call. */
    NO_ROOM,
    /** A backend gives the same reply twice. */
    DUPLICATE_REPLY,
    /** Between two statements of a connection, another connection answers a read. */
    BETWEEN,
    /** The disk of the queues is full for a while. */
    DISK_FULL,
    /** A sync in the background takes very long. */
    SLOW_SYNC,
    /** The gateway is told to stop, finishes the requests in progress, and is started again. */
    SHUTDOWN,
    /** A second gateway is started on a copy of the queues. */
    TWIN,
    /** The queues are deleted, and the gateway is started again. */
    WIPED,
    /** A gateway's process stands still for a while and then goes on where it was. */
    ASLEEP(true),
    /** A lane is given to another process, while the former process still believes that it has the lane. */
    MOVED(true),
    /** The brokers abort an open transaction, and refuse the rest of it. */
    GIVEN_UP(true);

    private final boolean onLanes;

    Fault() {
        this(false);
    }

    Fault(boolean onLanes) {
        this.onLanes = onLanes;
    }

    /** Whether the fault happens only if several processes share lanes. */
    public boolean onLanes() {
        return onLanes;
    }
}
