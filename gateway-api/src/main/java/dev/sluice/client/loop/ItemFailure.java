package dev.sluice.client.loop;

/**
 * An item whose body failed; the others are not affected.
 *
 * @param number the item's number, from 1, in the order of the items
 * @param item the item itself
 * @param cause what its body threw
 */
public record ItemFailure(long number, Object item, Throwable cause) {

    private static final int LONGEST = 200;

    /** The item by number and text, such as {@code item 17 (Contract[id=4711])}; a long text is cut. */
    public String describe() {
        return "item " + number + " (" + text() + ")";
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
}
