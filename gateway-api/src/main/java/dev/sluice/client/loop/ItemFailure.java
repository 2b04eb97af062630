package dev.sluice.client.loop;

import java.util.Optional;

/**
 * The failure of one item of a loop. Other items are not affected.
 *
 * @param number the item's number, from 1, in the order of the items
 * @param key the item's key in a job; empty for a loop without a job
 * @param item the item itself
 * @param cause the exception of the item's body
 */
public record ItemFailure(long number, Optional<String> key, Object item, Throwable cause) {

    private static final int LONGEST = 200;

    /** Creates the failure of an item in a loop without a job. */
    public ItemFailure(long number, Object item, Throwable cause) {
        this(number, Optional.empty(), item, cause);
    }

    /**
     * Returns a description of the item, such as {@code item 'C-17' (Contract[id=4711])}: its key in a job or its number outside
     * of jobs, and its {@code toString()}, which is cut if it is long.
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

    /** Reports that a loop stopped because an item failed. Its cause is the exception of the item's body. */
    public static final class ItemFailedException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private static final String GOES_ON = ". When that is mended, start the job again: it goes on with this item;"
                + " a loop with failures, MainLoop.withFailures, passes over it";

        private final transient ItemFailure failure;

        /** Creates the exception that stops a loop at that item. */
        public ItemFailedException(ItemFailure failure) {
            super(failure + failure.key().map(key -> GOES_ON).orElse(""), failure.cause());
            this.failure = failure;
        }

        /** Returns the item that failed, with its cause. */
        public ItemFailure failure() {
            return failure;
        }
    }
}
