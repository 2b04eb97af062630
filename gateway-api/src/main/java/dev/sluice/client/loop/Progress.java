package dev.sluice.client.loop;

import java.util.OptionalLong;

/**
 * How far a loop got.
 *
 * @param begun items taken from their source: asked, or their bodies handed to a thread
 * @param done items that ended well, in the order of the items
 * @param failed items that failed, in the same order
 * @param total how many items there are, where their source is a collection and knows
 */
public record Progress(long begun, long done, long failed, OptionalLong total) {

    /** The progress of a loop that has not begun, over items that nobody has counted. */
    public static final Progress NONE = new Progress(0, 0, 0, OptionalLong.empty());

    /** Returns the number of items that ended, well or not. */
    public long ended() {
        return done + failed;
    }
}
