package dev.sluice.faults.simulate.world;

import dev.sluice.service.update.CheckpointTable;

/**
 * The indexes of the input. Like the indexes of a queue, they are running numbers within a roll cycle, and therefore have gaps
 * between two cycles. A place is a request's number among all requests, from 0.
 *
 * @param perCycle the number of requests in a cycle
 */
public record Positions(int perCycle) {

    private static final long FIRST_CYCLE = 20_000;
    private static final int SEQUENCE_BITS = 32;

    /** Returns the index of a place; {@code NONE} for -1. */
    public long index(int place) {
        return place < 0 ? CheckpointTable.NONE : (FIRST_CYCLE + place / perCycle) << SEQUENCE_BITS | place % perCycle;
    }

    /** Returns the place of an index; -1 for {@code NONE}. */
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
