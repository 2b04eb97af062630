package dev.sluice.internal.client;

import dev.sluice.internal.wire.ResultFrame;
import dev.sluice.transport.ResultReader;

/** A source of results for futures; it also takes the results that have no future. One thread, the one that reads. */
public interface ResultSource {

    /** Hands over the results that are there, as {@link ResultReader#poll}. */
    int poll(ResultReader.Receiver receiver, int limit);

    /** Takes a result that has no future in this process. */
    void other(ResultFrame result);

    /** Returns how many results without a future are waited for. */
    default long unanswered() {
        return 0;
    }

    /** No more results will be read. */
    default void ended(RuntimeException why) {}
}
