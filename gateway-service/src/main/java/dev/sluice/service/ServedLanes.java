package dev.sluice.service;

import dev.sluice.api.QueueException;
import dev.sluice.service.admin.ObservedLanes;
import dev.sluice.service.core.StoppedException;
import java.util.List;

/** The lanes that this process serves. {@link #run} is called by one thread; the other methods by any thread. */
interface ServedLanes extends AutoCloseable {

    /** Serves the lanes until {@link #stop}, then finishes the requests in progress within at most five seconds. */
    void run();

    /** Makes {@link #run} return. */
    void stop();

    /** Returns the lanes as health and metrics see them. */
    ObservedLanes observed();

    /** Returns the lanes that are being served, in order. */
    List<ServedLane> open();

    /** Returns the failure to log with its stack trace, or null if its message alone tells an operator what to do. */
    static Throwable trace(Throwable failure) {
        return failure instanceof QueueException || failure instanceof StoppedException ? null : failure;
    }

    @Override
    void close();
}
