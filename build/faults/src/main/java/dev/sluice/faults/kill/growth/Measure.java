package dev.sluice.faults.kill.growth;

/** A number that is read, and how much more of it there may be later: the only place where that is said. */
enum Measure {
    /** A driver keeps statements with each connection until the next outage: a saw of 4 MB and more. */
    HEAP("heap after a full collection, MB", 16L << 20),
    /** Pools and services open a connection more or less. */
    HANDLES("open files and sockets", 6),
    /** A JVM starts a compiler thread more when it is busy, a server one for each connection. */
    THREADS("threads", 4),
    /** A clock that was ahead has made files of a later time, which stay until then; without retention ten minutes add 2,000 MB. */
    DISK("disk, MB", 160L << 20);

    private static final long MEGABYTE = 1L << 20;

    private final String text;
    private final long allowed;

    Measure(String text, long allowed) {
        this.text = text;
        this.allowed = allowed;
    }

    /** How much more there may be, in bytes or a count. */
    long allowed() {
        return allowed;
    }

    /** Bytes as the megabytes that it is told in; a count as it is. */
    double shown(long value) {
        return allowed < MEGABYTE ? value : (double) value / MEGABYTE;
    }

    @Override
    public String toString() {
        return text;
    }
}
