package dev.sluice.faults.simulate.mishap;

/** The kinds of steps of a simulated process; the process can crash at each step. */
public enum Place {
    START,
    READ_REQUEST,
    REQUEST_READ,
    INPUT_ROLL,
    INPUT_SYNC,
    INPUT_SYNCED,
    CALL_START,
    CALL_REPLY,
    ASK(true),
    CONNECT(true),
    BEGIN(true),
    CLAIM_LOCK(true),
    CLAIM_OTHERS(true),
    CLAIM_INSERT(true),
    CLAIM_REPLACE(true),
    CLAIM_FORGET(true),
    CLAIM_OUTCOMES(true),
    CLAIM_COMMIT(true),
    CLAIM_COMMIT_SENT(true),
    CLAIM_COMMITTED(true),
    ADVANCE(true),
    PRUNE(true),
    EXECUTE(true),
    BATCH(true),
    SAVEPOINT(true),
    SAVEPOINT_ROLLBACK(true),
    EXECUTE_ALONE(true),
    ALONE_EXECUTED(true),
    KEEP(true),
    COMMIT(true),
    COMMIT_SENT(true),
    COMMITTED(true),
    ROLLBACK(true),
    CHECK(true),
    OUTPUT_ROLL,
    RESULT,
    RESULT_TORN,
    RESULT_WRITTEN,
    FLUSH,
    FLUSHED,
    SEEN,
    SYNC,
    SYNCED,
    DURABLE,
    SHUTDOWN,
    LANE_CLAIM(false, true),
    LANE_CLAIMED(false, true),
    LANE_CONFIRM(false, true),
    LAST_RESULT(false, true),
    RESULTS_SENT(false, true),
    RESULTS_COMMIT(false, true),
    RESULTS_COMMITTED(false, true);

    private final boolean onConnection;
    private final boolean onLanes;

    Place() {
        this(false);
    }

    Place(boolean onConnection) {
        this(onConnection, false);
    }

    Place(boolean onConnection, boolean onLanes) {
        this.onConnection = onConnection;
        this.onLanes = onLanes;
    }

    /** Whether only processes that share lanes have this step. */
    public boolean onLanes() {
        return onLanes;
    }

    /** Whether a connection to a database can be lost here. */
    public boolean onConnection() {
        return onConnection;
    }
}
