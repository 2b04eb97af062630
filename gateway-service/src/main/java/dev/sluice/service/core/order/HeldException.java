package dev.sluice.service.core.order;

/** The next request is for a name that is held: it stays unread. */
public final class HeldException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final long index;

    /** @param index the request's */
    public HeldException(long index) {
        super("the request is held", null, false, false); // nobody reads a stack of it
        this.index = index;
    }

    long index() {
        return index;
    }
}
