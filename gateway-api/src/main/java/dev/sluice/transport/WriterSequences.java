package dev.sluice.transport;

import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.internal.wire.WireFormatException;
import java.util.Arrays;

/**
 * Checks the request numbers of the writers seen so far. A skipped or repeated number means that requests were lost or repeated,
 * or that another process wrote under the same id. Each unreadable request may explain one skipped number, because an unreadable
 * request may belong to any writer. Used by one thread.
 *
 * <p>A request with a wrong number is refused. After that, the next request of the same writer may have either of two numbers.
 * The first is the number after the writer's last number without a gap. The second, if the refused number was too high, is the
 * number after the refused number, because the writer itself may have skipped numbers.
 */
public final class WriterSequences {

    /** The maximum number of writers. Above it, all writers are forgotten, and the next number of each writer is not checked. */
    private static final int MOST = 1 << 16;

    private boolean fromFirst;
    private long[] writers = new long[64];
    /** For each writer the last number that followed without a gap; 0 before the first. */
    private long[] sequences = new long[64];
    /**
     * For each writer that left a gap, the refused number after the gap or, if later numbers were accepted, the last accepted
     * number. For all other writers 0.
     */
    private long[] behindHoles = new long[64];

    private int known;
    private long unreadable;
    private int slot;
    private long missing;
    private boolean behindHole;

    /** @param fromFirst whether reading begins with the very first request of the lane, so that every writer must begin with 1 */
    public WriterSequences(boolean fromFirst) {
        this.fromFirst = fromFirst;
    }

    /** Counts an unreadable document, which the reader passed on to its receiver. */
    public void unreadable() {
        unreadable++;
    }

    /**
     * Whether a writer can have assigned that number. All writers begin with 1, and none reaches {@code Long.MAX_VALUE}.
     *
     * @param sequence the number of a request that has a writer
     */
    public static boolean isPossible(long sequence) {
        return sequence > 0 && sequence < Long.MAX_VALUE;
    }

    /**
     * Checks the number of the next request.
     *
     * @throws WireFormatException if the request cannot be the next one of its writer
     */
    public void check(RequestFrame request) {
        if (request.isForeign()) {
            return; // it has no number
        }
        final long sequence = request.sequence();
        slot = slot(request.writer());
        final boolean isChecked = known(request.writer()) || fromFirst;
        final boolean possible = isPossible(sequence);
        missing = isChecked && possible ? sequence - sequences[slot] - 1 : 0;
        behindHole = isChecked && missing != 0 && behindHoles[slot] != 0 && sequence == behindHoles[slot] + 1;
        if (!possible || !behindHole && (missing < 0 || missing > unreadable)) {
            throw new WireFormatException("it is request " + sequence + " of its writer, and "
                    + (sequences[slot] == 0 ? "none" : "request " + sequences[slot]) + " came before");
        }
    }

    /**
     * Records that the reader passed the accepted request on to its receiver. Called after {@link #check} for the same request.
     */
    public void next(RequestFrame request) {
        if (request.isForeign()) {
            return;
        }
        if (behindHole) {
            behindHoles[slot] = request.sequence();
            return;
        }
        unreadable -= missing;
        final boolean isNew = !known(request.writer());
        writers[slot] = request.writer();
        sequences[slot] = request.sequence();
        added(isNew);
    }

    /** Called after {@link #check} has refused a request, and the reader has reported the wrong number to its receiver. */
    public void passOver(RequestFrame request) {
        if (missing > 0 && request.sequence() > behindHoles[slot]) {
            final boolean isNew = !known(request.writer());
            writers[slot] = request.writer();
            behindHoles[slot] = request.sequence();
            added(isNew);
        }
    }

    /** Whether a request that {@link #check} has just refused may have the number of an earlier request. */
    public boolean comesAgain(RequestFrame request) {
        return missing <= 0 && isPossible(request.sequence());
    }

    /**
     * Checks and records a request that comes before the first request that the reader passes on to its receiver.
     *
     * @return true if the number followed without a gap; the writer's next request must then have the next number
     */
    public boolean before(RequestFrame request) {
        try {
            check(request);
        } catch (final WireFormatException e) {
            passOver(request);
            return false;
        }
        next(request);
        return !behindHole;
    }

    private boolean known(long writer) {
        return isUsed(slot) && writers[slot] == writer;
    }

    private boolean isUsed(int place) {
        return sequences[place] != 0 || behindHoles[place] != 0;
    }

    /** Returns the slot of the writer, or a free slot. */
    private int slot(long writer) {
        final int mask = writers.length - 1;
        int place = (int) (writer ^ writer >>> 32) & mask; // ids are random
        while (isUsed(place) && writers[place] != writer) {
            place = place + 1 & mask;
        }
        return place;
    }

    private void added(boolean isNew) {
        if (isNew) {
            known++;
            makeRoom();
        }
    }

    private void makeRoom() {
        if (2 * known <= writers.length) {
            return;
        }
        if (known > MOST) {
            Arrays.fill(sequences, 0);
            Arrays.fill(behindHoles, 0);
            known = 0;
            fromFirst = false;
            return;
        }
        final long[] oldWriters = writers;
        final long[] oldSequences = sequences;
        final long[] oldBehindHoles = behindHoles;
        writers = new long[2 * oldWriters.length];
        sequences = new long[writers.length];
        behindHoles = new long[writers.length];
        for (int i = 0; i < oldWriters.length; i++) {
            if (oldSequences[i] != 0 || oldBehindHoles[i] != 0) {
                final int place = slot(oldWriters[i]);
                writers[place] = oldWriters[i];
                sequences[place] = oldSequences[i];
                behindHoles[place] = oldBehindHoles[i];
            }
        }
    }
}
