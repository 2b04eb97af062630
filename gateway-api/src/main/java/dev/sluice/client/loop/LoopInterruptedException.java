package dev.sluice.client.loop;

/** The thread that runs a loop was interrupted; the interrupt stays set. What was asked stays asked, updates happen. */
public final class LoopInterruptedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final long ended;

    LoopInterruptedException(long ended) {
        super("interrupted after item " + ended + "; what was asked stays asked, updates happen");
        this.ended = ended;
    }

    /** How many items ended before, done or failed: the number of the last one. */
    public long ended() {
        return ended;
    }
}
