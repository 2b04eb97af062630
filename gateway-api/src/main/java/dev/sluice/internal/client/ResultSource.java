package dev.sluice.internal.client;

import dev.sluice.internal.wire.ResultFrame;
import dev.sluice.transport.ResultReader;

/** A source of results for futures. It also receives the results that have no future. Used by the reader thread. */
public interface ResultSource {

    /** Passes the existing results to the receiver, like {@link ResultReader#poll}. */
    int poll(ResultReader.Receiver receiver, int limit);

    /** Receives a result that has no future in this process. */
    void other(ResultFrame result);

    /** Returns how many results without a future are still expected. */
    default long unanswered() {
        return 0;
    }

    /** Called when no more results will be read. */
    default void ended(RuntimeException why) {}
}
