package dev.sluice.faults.soak.measure;

/** A number that is sampled, and how much an hour may add to it: the only place where that is said. */
public enum Measure {
    HEAP(
            "heap after a full collection",
            "MB",
            16,
            "a driver keeps statements with each connection until the next outage: a saw of 4 MB and more"),
    ANONYMOUS(
            "memory without mapped files",
            "MB",
            32,
            "the heap is touched at the start and stays; compiled code and the allocator's arenas still grow for a while"),
    HANDLES("open files and sockets", "", 6, "pools and services open a connection more or less"),
    MAPPED("mapped pieces of queue files", "", 8, "readers map files as they come to them, and let go later"),
    DELETED(
            "mapped pieces of deleted files",
            "",
            8,
            "a file that retention deletes may be mapped by a reader for a while"),
    THREADS("threads", "", 4, "a JVM starts a compiler thread more when it is busy, a server one for each connection"),
    DISK(
            "disk of the queues",
            "MB",
            160,
            "a reader that stands still adds 200 MB for a while; without retention an hour adds 9,000 MB"),
    FILES(
            "files of the queues",
            "",
            150,
            "a reader that stands still adds 160 files for a while; without retention an hour adds 7,200");

    private static final double MEGABYTE = 1 << 20;

    private final String text;
    private final String unit;
    private final double allowed;
    private final String reason;

    Measure(String text, String unit, double allowed, String reason) {
        this.text = text;
        this.unit = unit;
        this.allowed = allowed;
        this.reason = reason;
    }

    /** How much more there may be after an hour, in its unit. */
    public double allowed() {
        return allowed;
    }

    public String reason() {
        return reason;
    }

    public String unit() {
        return unit;
    }

    /** A sample in the unit of people: bytes as megabytes. */
    double inUnit(long sample) {
        return unit.isEmpty() ? sample : sample / MEGABYTE;
    }

    @Override
    public String toString() {
        return text;
    }
}
