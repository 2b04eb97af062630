package dev.sluice.faults.simulate.mishap;

/** The faults beside crashes, and the other ends of a run. */
public enum Fault {
    /** A statement meets a deadlock or a serialization conflict. */
    CONFLICT,
    /** A statement is cancelled for its time. */
    TIMEOUT,
    /** A prepared statement is of no use any more. */
    STALE,
    /** A commit fails with a serialization conflict. */
    COMMIT_CONFLICT,
    /** A database is away for a while, and every connection to it with it. */
    OUTAGE,
    /** A backend wants fewer calls. */
    THROTTLED,
    /** A call takes long. */
    SLOW,
    /** A call that reads stops half-way, and goes on later. */
    HALF_READ,
    /** A backend has no room for a call. */
    NO_ROOM,
    /** A backend gives the same reply twice. */
    DUPLICATE_REPLY,
    /** A read of another call is answered between two statements. */
    BETWEEN,
    /** The disk of the queues is full for a while. */
    DISK_FULL,
    /** A sync in the background takes very long. */
    SLOW_SYNC,
    /** The gateway is told to stop, finishes what is in hand, and is started again. */
    SHUTDOWN,
    /** A second gateway is started on a copy of the queues. */
    TWIN,
    /** The queues are wiped, and the gateway started again. */
    WIPED,
    /** A gateway's process does nothing for a while, and then goes on where it was. */
    ASLEEP(true),
    /** A lane is given to another process, while the former one believes that it has it. */
    MOVED(true),
    /** The brokers give an open transaction up, and refuse the rest of it. */
    GIVEN_UP(true);

    private final boolean onLanes;

    Fault() {
        this(false);
    }

    Fault(boolean onLanes) {
        this.onLanes = onLanes;
    }

    /** Whether it happens only where several processes share lanes. */
    public boolean onLanes() {
        return onLanes;
    }
}
