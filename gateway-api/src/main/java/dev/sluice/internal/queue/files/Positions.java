package dev.sluice.internal.queue.files;

import dev.sluice.api.Position;
import net.openhft.chronicle.queue.RollCycle;

/** Converts between Chronicle's indexes and positions. */
public final class Positions {

    private Positions() {}

    /** Returns an index as a position. */
    public static Position of(long index, RollCycle cycle) {
        return new Position(cycle.toCycle(index), cycle.toSequenceNumber(index));
    }

    /**
     * Returns a position as an index.
     *
     * @throws IllegalArgumentException if the roll cycle has no such position
     */
    public static long index(Position position, RollCycle rollCycle) {
        final long index = rollCycle.toIndex(position.cycle(), position.sequence());
        if (!of(index, rollCycle).equals(position)) {
            throw new IllegalArgumentException(position + " is out of range for roll cycle " + rollCycle);
        }
        return index;
    }
}
