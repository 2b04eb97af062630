package dev.sluice.service;

import dev.sluice.api.QueueException;
import dev.sluice.service.admin.ObservedLanes;
import dev.sluice.service.core.StoppedException;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;

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

    /**
     * Says in words which lanes have not come yet to what they were told; empty if all have.
     *
     * @param follows waits for one, if that helps
     */
    static String late(List<ServedLane> lanes, Predicate<ServedLane> follows) {
        final String late =
                lanes.stream().filter(follows.negate()).map(ServedLane::name).collect(Collectors.joining(", "));
        return late.isEmpty()
                ? ""
                : "; not yet by " + late + ", which comes to it when a turn that takes long has ended";
    }

    /** A message of these says what to do; {@code null} for no trace. */
    static Throwable trace(Throwable failure) {
        return failure instanceof QueueException || failure instanceof StoppedException ? null : failure;
    }

    @Override
    void close();
}
