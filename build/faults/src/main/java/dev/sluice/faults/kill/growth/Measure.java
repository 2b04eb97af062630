package dev.sluice.faults.kill.growth;

/** A measured quantity and its allowed growth. The limits are defined only here. */
enum Measure {
    /** Varies by 4 MB and more, because a driver keeps statements with each connection until the next outage. */
    HEAP("heap after a full collection, MB", 16L << 20),
    /** Varies because pools and services sometimes open one connection more. */
    HANDLES("open files and sockets", 6),
    /** Varies because a busy JVM starts another compiler thread, and a server starts a thread for each connection. */
    THREADS("threads", 4),
    /**
     * Varies because the test sets clocks ahead. Roll files that are created with such a clock belong to a later time, and
     * retention deletes them only after that time. Without retention the disk use would grow by 2,000 MB in ten minutes.
     */
    DISK("disk, MB", 160L << 20);

    private static final long MEGABYTE = 1L << 20;

    private final String text;
    private final long allowed;

    Measure(String text, long allowed) {
        this.text = text;
        this.allowed = allowed;
    }

    /** Returns the allowed growth in bytes or as a count. */
    long allowed() {
        return allowed;
    }

    /** Returns the value to print: bytes in megabytes, a count unchanged. */
    double shown(long value) {
        return allowed < MEGABYTE ? value : (double) value / MEGABYTE;
    }

    @Override
    public String toString() {
        return text;
    }
}
