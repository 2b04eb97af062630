package dev.sluice.faults.simulate.world;

import dev.sluice.service.update.CheckpointTable;

/**
 * The indexes of the input: like those of a queue, running numbers within a roll cycle, so with gaps. A place is a
 * request's number among all, from 0.
 *
 * @param perCycle how many requests a cycle has
 */
public record Positions(int perCycle) {

    private static final long FIRST_CYCLE = 20_000;
    private static final int SEQUENCE_BITS = 32;

    /** The index at that place; that of nothing for -1. */
    public long index(int place) {
        return place < 0 ? CheckpointTable.NONE : (FIRST_CYCLE + place / perCycle) << SEQUENCE_BITS | place % perCycle;
    }

    /** The place of that index; -1 for that of nothing. */
    int place(long index) {
        if (index == CheckpointTable.NONE) {
            return -1;
        }
        final long cycle = (index >>> SEQUENCE_BITS) - FIRST_CYCLE;
        return (int) (cycle * perCycle + (index & 0xFFFF_FFFFL));
    }

    String text(long index) {
        return (index >>> SEQUENCE_BITS) + ":" + (index & 0xFFFF_FFFFL);
    }
}
