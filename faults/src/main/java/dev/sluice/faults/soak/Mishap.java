package dev.sluice.faults.soak;

/** The mishaps of a soak, which happen while everything works. */
enum Mishap {
    /** The gateway of the troubled pair. */
    GATEWAY_KILLED,
    /** A gateway ends in order and starts again. */
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
