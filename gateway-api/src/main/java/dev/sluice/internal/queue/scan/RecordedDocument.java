package dev.sluice.internal.queue.scan;

import java.util.List;
import java.util.Optional;

/**
 * A document of a queue, taken out of it.
 *
 * @param index its index in the queue
 * @param times of its history, in their order: wall clock, nanoseconds since 1970
 * @param answers the index of the request that its history names, -1 if it names none
 * @param frame what it says; empty if it is not what belongs in the queue
 * @param unreadable why it is not what belongs there; empty if it is
 * @param bytes the whole document if it is not what belongs there; otherwise empty
 * @param <F> what belongs in the queue
 */
public record RecordedDocument<F>(
        long index, List<Long> times, long answers, Optional<F> frame, String unreadable, byte[] bytes) {

    private static final byte[] NONE = new byte[0];

    public RecordedDocument {
        times = List.copyOf(times);
    }

    /** A document that is what belongs in the queue. */
    public static <F> RecordedDocument<F> of(long index, List<Long> times, long answers, F frame) {
        return new RecordedDocument<>(index, times, answers, Optional.of(frame), "", NONE);
    }

    /** A document that is anything else, for that reason; without bytes if they are not to be kept. */
    public static <F> RecordedDocument<F> unreadable(
            long index, List<Long> times, long answers, String why, byte[] bytes) {
        return new RecordedDocument<>(index, times, answers, Optional.empty(), why, bytes);
    }

    /** This document with another content. */
    public RecordedDocument<F> with(F other) {
        return of(index, times, answers, other);
    }
}
