package dev.sluice.faults.simulate.world;

import dev.sluice.service.core.Notes;
import java.util.Arrays;

/** The notes of a gateway beside its output: a crash of the process takes none away, a power cut perhaps all. */
final class SimulatedNotes implements Notes {

    private final long[] numbers = new long[Note.values().length];

    SimulatedNotes() {
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

    SimulatedNotes copy() {
        final SimulatedNotes copy = new SimulatedNotes();
        System.arraycopy(numbers, 0, copy.numbers, 0, numbers.length);
        return copy;
    }
}
