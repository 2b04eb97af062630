package dev.sluice.client.loop;

/**
 * Reports that the thread of a loop was interrupted; its interrupt status stays set. Requests that were already sent stay on the
 * queue, so their updates will still be executed.
 */
public final class LoopInterruptedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final long ended;

    LoopInterruptedException(long ended) {
        super("interrupted after item " + ended + "; requests already sent stay on the queue, so updates will happen");
        this.ended = ended;
    }

    /** Returns the number of items that were done or had failed. This is also the number of the last such item. */
    public long ended() {
        return ended;
    }
}
