package dev.sluice.transport;

import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.internal.wire.WireFormatException;
import java.util.Arrays;

/**
 * The running numbers of the writers met so far: one that is left out or comes again means that requests were passed over,
 * or repeated, or that somebody else wrote under that id. A request that cannot be read may have been anybody's. One thread.
 *
 * <p>A writer goes on where it was, whatever was refused meanwhile. One that left numbers out itself goes on after the hole, too:
 * what follows a refused request of a higher number is right.
 */
public final class WriterSequences {

    /** More writers than that are forgotten, all of them: what is not known is not checked. */
    private static final int MOST = 1 << 16;

    private boolean fromFirst;
    private long[] writers = new long[64];
    /** The last number in turn; 0 before the first. */
    private long[] sequences = new long[64];
    /** The last number after a hole, refused or after such a one; 0 where there is none. */
    private long[] behindHoles = new long[64];

    private int known;
    private long unreadable;
    private int slot;
    private long missing;
    private boolean behindHole;

    /** @param fromFirst whether it begins with the first request there ever was, so that every writer begins with 1 */
    public WriterSequences(boolean fromFirst) {
        this.fromFirst = fromFirst;
    }

    /** A document that cannot be read was handed over. */
    public void unreadable() {
        unreadable++;
    }

    /**
     * Whether a writer can have given that number. All begin with 1, and none comes to the last there is.
     *
     * @param sequence of a request that has a writer
     */
    public static boolean isPossible(long sequence) {
        return sequence > 0 && sequence < Long.MAX_VALUE;
    }

    /**
     * Looks at the next request.
     *
     * @throws WireFormatException if it cannot be the next one of its writer
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

    /** The request that was looked at last was handed over. */
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

    /** The request that was looked at last, and was refused, was handed over as such. */
    public void passOver(RequestFrame request) {
        if (missing > 0 && request.sequence() > behindHoles[slot]) {
            final boolean isNew = !known(request.writer());
            writers[slot] = request.writer();
            behindHoles[slot] = request.sequence();
            added(isNew);
        }
    }

    /** Whether the request that was looked at last, and was refused, comes again, or may. */
    public boolean comesAgain(RequestFrame request) {
        return missing <= 0 && isPossible(request.sequence());
    }

    /**
     * A request before those that are handed over.
     *
     * @return whether it was in turn, so that its writer goes on after it
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

    /** Where the writer is, or a free place. */
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
