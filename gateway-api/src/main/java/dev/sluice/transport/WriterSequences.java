package dev.sluice.transport;

import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.internal.wire.WireFormatException;
import java.util.Arrays;

/**
 * The running numbers of the writers met so far: one that is left out or comes again means that requests were passed over,
 * or repeated. A request that cannot be read may have been anybody's. One thread.
 */
public final class WriterSequences {

    /** More writers than that are forgotten, all of them: what is not known is not checked. */
    private static final int MOST = 1 << 16;

    private boolean fromFirst;
    private long[] writers = new long[64];
    private long[] sequences = new long[64];
    private int known;
    private long unreadable;
    private int slot;
    private long missing;

    /** @param fromFirst whether it begins with the first request there ever was, so that every writer begins with 1 */
    public WriterSequences(boolean fromFirst) {
        this.fromFirst = fromFirst;
    }

    /** A document that cannot be read was handed over. */
    public void unreadable() {
        unreadable++;
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
        slot = slot(request.writer());
        missing = known(request.writer()) || fromFirst ? request.sequence() - sequences[slot] - 1 : 0;
        if (missing < 0 || missing > unreadable) {
            throw new WireFormatException("it is request " + request.sequence() + " of its writer, and "
                    + (sequences[slot] == 0 ? "none" : "request " + sequences[slot]) + " came before");
        }
    }

    /** The request that was looked at last was handed over. */
    public void next(RequestFrame request) {
        if (request.isForeign()) {
            return;
        }
        final boolean isNew = !known(request.writer());
        unreadable -= missing;
        writers[slot] = request.writer();
        sequences[slot] = request.sequence();
        if (isNew) {
            known++;
            makeRoom();
        }
    }

    /** The request that was looked at last, and was refused, was handed over as such: after a hole its writer goes on from it. */
    public void passOver(RequestFrame request) {
        if (missing > 0) {
            missing = 0;
            next(request);
        }
    }

    private boolean known(long writer) {
        return sequences[slot] != 0 && writers[slot] == writer;
    }

    /** Where the writer is, or a free place. */
    private int slot(long writer) {
        final int mask = writers.length - 1;
        int place = (int) (writer ^ writer >>> 32) & mask; // ids are random
        while (sequences[place] != 0 && writers[place] != writer) {
            place = place + 1 & mask;
        }
        return place;
    }

    private void makeRoom() {
        if (2 * known <= writers.length) {
            return;
        }
        if (known > MOST) {
            Arrays.fill(sequences, 0);
            known = 0;
            fromFirst = false;
            return;
        }
        final long[] oldWriters = writers;
        final long[] oldSequences = sequences;
        writers = new long[2 * oldWriters.length];
        sequences = new long[writers.length];
        for (int i = 0; i < oldWriters.length; i++) {
            if (oldSequences[i] != 0) {
                final int place = slot(oldWriters[i]);
                writers[place] = oldWriters[i];
                sequences[place] = oldSequences[i];
            }
        }
    }
}
