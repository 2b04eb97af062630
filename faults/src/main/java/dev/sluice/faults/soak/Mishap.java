package dev.sluice.faults.soak;

/** What goes wrong while all work. */
enum Mishap {
    /** The gateway of the troubled pair. */
    GATEWAY_KILLED,
    /** The same gateway, in order. */
    GATEWAY_RESTARTED,
    /** The writer of the troubled pair. */
    WRITER_KILLED,
    JOB_KILLED,
    /** The server of all databases. */
    DATABASE_KILLED,
    /** All connections to it are ended by it. */
    CONNECTIONS_CUT,
    /** The REST service refuses all calls for a while. */
    SERVICE_AWAY,
    READER_STILL,
    /** The clock of the troubled gateway or writer is set ahead or back, and later right. */
    CLOCK_SET
}
