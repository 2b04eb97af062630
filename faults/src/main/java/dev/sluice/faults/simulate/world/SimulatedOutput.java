package dev.sluice.faults.simulate.world;

import dev.sluice.service.core.Notes;
import java.util.Arrays;

/** The output queue: how many results are on it, and how many of them a power cut leaves. The judge read them all. */
final class SimulatedOutput {

    private SavedNotes notes = new SavedNotes();
    private int size;
    private int synced;

    int size() {
        return size;
    }

    /** Returns the gateway's notes beside the output. */
    SavedNotes notes() {
        return notes;
    }

    /** How many results are on disk for certain. */
    int synced() {
        return Math.min(synced, size);
    }

    /** Whoever wrote has ended: of what was brought to disk nobody will see more than is there. */
    void ended() {
        synced = synced();
    }

    void append() {
        size++;
    }

    void sync(int resultsOnDisk) {
        synced = Math.max(synced, resultsOnDisk);
    }

    /** Leaves so many results: after a power cut, or as an older copy is brought back. */
    void cut(int left) {
        size = left;
        synced = left;
    }

    /** An equal one, all of it on disk. */
    SimulatedOutput copy() {
        final SimulatedOutput copy = new SimulatedOutput();
        copy.notes = notes.copy();
        copy.size = size;
        copy.synced = size;
        return copy;
    }

    /** The notes of a gateway beside its output: a crash of the process takes none away, a power cut perhaps all. */
    static final class SavedNotes implements Notes {

        private final long[] numbers = new long[Note.values().length];

        SavedNotes() {
            lose();
        }

        @Override
        public long get(Note note) {
            return numbers[note.ordinal()];
        }

        @Override
        public void set(Note note, long number) {
            numbers[note.ordinal()] = number;
        }

        /** None of them had reached the disk. */
        void lose() {
            Arrays.fill(numbers, NONE);
        }

        SavedNotes copy() {
            final SavedNotes copy = new SavedNotes();
            System.arraycopy(numbers, 0, copy.numbers, 0, numbers.length);
            return copy;
        }
    }
}
