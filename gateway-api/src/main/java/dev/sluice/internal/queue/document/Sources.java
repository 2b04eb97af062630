package dev.sluice.internal.queue.document;

/** The ids of both queues in the histories of their messages. */
public final class Sources {

    /** The input. */
    public static final int INPUT = 1;
    /** The output. */
    public static final int OUTPUT = 2;

    private Sources() {}
}
