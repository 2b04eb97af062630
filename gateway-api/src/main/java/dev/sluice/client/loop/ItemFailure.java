package dev.sluice.client.loop;

import java.util.Optional;

/**
 * An item whose body failed; the others are not affected.
 *
 * @param number the item's number, from 1, in the order of the items
 * @param key the key that a job gave it; empty without a job
 * @param item the item itself
 * @param cause what its body threw
 */
public record ItemFailure(long number, Optional<String> key, Object item, Throwable cause) {

    private static final int LONGEST = 200;

    /** The failure of an item without a job. */
    public ItemFailure(long number, Object item, Throwable cause) {
        this(number, Optional.empty(), item, cause);
    }

    /**
     * The item by its key in the job, or without a job by its number, and as text, such as {@code item 'C-17' (Contract[id=4711])};
     * a long text is cut.
     */
    public String describe() {
        return "item " + key.map(its -> "'" + its + "'").orElseGet(() -> Long.toString(number)) + " (" + text() + ")";
    }

    private String text() {
        try {
            final String text = String.valueOf(item);
            return text.length() > LONGEST ? text.substring(0, LONGEST) + "…" : text;
        } catch (final RuntimeException e) {
            return "a " + item.getClass().getSimpleName() + ", whose toString() fails";
        }
    }

    @Override
    public String toString() {
        return describe() + " failed: " + cause;
    }

    /** An item failed, and the loop was to stop there. Its cause is what the body threw. */
    public static final class ItemFailedException extends RuntimeException {

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
}
