package dev.sluice.client.loop;

/** An item failed, and the loop was to stop there. Its cause is what the body threw. */
public final class ItemFailedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient ItemFailure failure;

    /** Stops a loop at that item. */
    public ItemFailedException(ItemFailure failure) {
        super(failure.toString(), failure.cause());
        this.failure = failure;
    }

    /** The item that failed, and why. */
    public ItemFailure failure() {
        return failure;
    }
}
