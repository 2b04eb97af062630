package dev.sluice.client.loop;

import java.util.OptionalLong;

/**
 * The progress of a loop.
 *
 * @param begun the number of items read from their source: their requests were sent, or their bodies were handed to a thread
 * @param done the number of items that ended without a failure; items are counted in their order
 * @param failed the number of items that failed; items are counted in their order
 * @param total the total number of items if it is known, for example because their source is a collection; otherwise empty
 */
public record Progress(long begun, long done, long failed, OptionalLong total) {

    /** The progress of a loop that has not begun and whose total number of items is unknown. */
    public static final Progress NONE = new Progress(0, 0, 0, OptionalLong.empty());

    /** Returns the number of items that are done or failed. */
    public long ended() {
        return done + failed;
    }
}
