package dev.sluice.internal.queue.document;

/**
 * A place in the output: behind one result.
 *
 * @param index the index of that result, 0 for the place before the first one
 * @param sequence its running number, 0 before the first one
 */
public record ResultPlace(long index, long sequence) {

    /** Before the first result there ever was. */
    public static final ResultPlace START = new ResultPlace(0, 0);
}
