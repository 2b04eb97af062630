package dev.sluice.service;

import dev.sluice.api.QueueException;
import dev.sluice.service.admin.ObservedLanes;
import dev.sluice.service.core.StoppedException;
import java.util.List;

/** The lanes that this process serves. {@link #run} is one thread; the others may be called from any. */
interface ServedLanes extends AutoCloseable {

    /** Serves them until {@link #stop}, then finishes what is in hand, for at most five seconds. */
    void run();

    /** Makes {@link #run} return. */
    void stop();

    /** Returns the lanes as health and metrics see them. */
    ObservedLanes observed();

    /** Those that are being served, in order. */
    List<ServedLane> open();

    /** A message of these says what to do; {@code null} for no trace. */
    static Throwable trace(Throwable failure) {
        return failure instanceof QueueException || failure instanceof StoppedException ? null : failure;
    }

    @Override
    void close();
}
