package dev.sluice.replay.act;

import java.util.Arrays;

/**
 * What became of the requests that were redriven before, by the index of the original. Some 20 bytes for each of them,
 * whatever else is on the queue. One thread.
 */
final class Attempts {

    /** In the order in which one of several attempts counts for all: the last of these decides. */
    enum State {
        NONE,
        FAILED,
        /** An event that may have been taken. */
        MAYBE_TAKEN,
        WAITS,
        SUCCEEDED
    }

    private static final State[] STATES = State.values();
    private static final long FREE = -1;

    private long[] originals = free(64);
    private byte[] states = new byte[64];
    private byte[] told = new byte[64];
    private int known;

    /** One more attempt at that original. */
    void add(long original, State state) {
        final int slot = slot(original);
        if (originals[slot] == FREE) {
            originals[slot] = original;
            known++;
        }
        states[slot] = (byte) Math.max(states[slot], state.ordinal());
        if (2 * known > originals.length) {
            grow();
        }
    }

    /** What became of it; {@link State#NONE} if there was no attempt. */
    State of(long original) {
        final int slot = slot(original);
        return originals[slot] == FREE ? State.NONE : STATES[states[slot]];
    }

    /** Whether this is the first time that it is asked for: an original and its redrives are the same request. */
    boolean first(long original) {
        final int slot = slot(original);
        if (originals[slot] == FREE) {
            return true; // stands on the queue once
        }
        final boolean first = told[slot] == 0;
        told[slot] = 1;
        return first;
    }

    private int slot(long original) {
        final int mask = originals.length - 1;
        int place = (int) (original * 0x9E3779B97F4A7C15L >>> 33) & mask;
        while (originals[place] != FREE && originals[place] != original) {
            place = place + 1 & mask;
        }
        return place;
    }

    private void grow() {
        final long[] oldOriginals = originals;
        final byte[] oldStates = states;
        originals = free(2 * oldOriginals.length);
        states = new byte[originals.length];
        told = new byte[originals.length]; // nothing is told before all are known
        for (int i = 0; i < oldOriginals.length; i++) {
            if (oldOriginals[i] != FREE) {
                final int slot = slot(oldOriginals[i]);
                originals[slot] = oldOriginals[i];
                states[slot] = oldStates[i];
            }
        }
    }

    private static long[] free(int length) {
        final long[] all = new long[length];
        Arrays.fill(all, FREE);
        return all;
    }
}
