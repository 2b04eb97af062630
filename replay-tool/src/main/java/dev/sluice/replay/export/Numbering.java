package dev.sluice.replay.export;

import dev.sluice.api.Position;
import java.util.function.LongFunction;

/**
 * How the indexes of a queue are made of cycle and sequence, so that a file can say it without knowing roll cycles.
 *
 * @param bits the lowest ones, which are the sequence; those above are the cycle
 */
record Numbering(int bits) {

    private static final int LEAST = 8;
    private static final int MOST = 62;

    Numbering {
        if (bits < LEAST || bits > MOST) {
            throw new IllegalArgumentException("a sequence of " + bits + " bits");
        }
    }

    /** Of a queue with these positions. */
    static Numbering of(LongFunction<Position> positions) {
        final Position second = new Position(1, 0);
        for (int bits = LEAST; bits <= MOST; bits++) {
            if (positions.apply(1L << bits).equals(second)) {
                return new Numbering(bits);
            }
        }
        throw new IllegalStateException("a queue whose positions are not cycle and sequence");
    }

    Position position(long index) {
        return new Position((int) (index >>> bits), index & ((1L << bits) - 1));
    }

    /** Throws IllegalArgumentException if there is none. */
    long index(Position position) {
        final long index = ((long) position.cycle() << bits) | position.sequence();
        if (!position(index).equals(position)) {
            throw new IllegalArgumentException(position + " is out of range for these queues");
        }
        return index;
    }

    /** An index as text: its position, or a plain number where a damaged document names what cannot be one. */
    String text(long index) {
        return index >= 0 && index >>> bits <= Integer.MAX_VALUE
                ? position(index).toString()
                : Long.toString(index);
    }

    /** Throws IllegalArgumentException if it is neither. */
    long index(String text) {
        return text.indexOf(':') < 0 ? Long.parseLong(text) : index(Position.parse(text));
    }
}
