package dev.sluice.internal.client;

import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The futures of one writer's requests that have no result yet, by the requests' numbers. Numbers have no gap and results
 * come in their order, so this is a queue: nothing is hashed, and nothing is searched.
 *
 * <p>Two threads at a time: one puts (those that ask, under their lock), one takes.
 */
final class Unanswered {

    private static final int LENGTH = 512;

    /** Numbers in a row; the next segment is there before any of its requests is. */
    private static final class Segment extends AtomicReferenceArray<Answer<?>> {

        private static final long serialVersionUID = 1L;

        private final transient long first;
        private transient volatile Segment next;

        private Segment(long first) {
            super(LENGTH);
            this.first = first;
        }
    }

    private Segment last;
    private Segment oldest;
    private long next;

    /** For the requests from that number on. */
    Unanswered(long first) {
        this.oldest = new Segment(first);
        this.last = oldest;
        this.next = first;
    }

    /** Before the request is written, so that its result cannot be there first. A number may be put again until it is. */
    void put(long sequence, Answer<?> answer) {
        if (sequence - last.first == LENGTH) {
            last.next = new Segment(sequence);
            last = last.next;
        }
        last.setRelease((int) (sequence - last.first), answer);
    }

    /** The number that is taken next. */
    long next() {
        return next;
    }

    /** The future of the next number. */
    Answer<?> take() {
        if (next - oldest.first == LENGTH) {
            oldest = oldest.next;
        }
        final int slot = (int) (next - oldest.first);
        final Answer<?> answer = oldest.getAcquire(slot);
        oldest.setPlain(slot, null);
        next++;
        return answer;
    }
}
