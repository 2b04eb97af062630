package dev.sluice.faults.simulate.program;

import java.util.List;

/** The source of all chance in a run: SplitMix64 (Steele, Lea, Flood 2014), so that a seed is a run. */
public final class Choices {

    private long state;

    public Choices(long seed) {
        state = seed;
    }

    public long next() {
        state += 0x9E3779B97F4A7C15L;
        return mixed(state);
    }

    /** A bijection that leaves no trace of the order of what it gets. */
    public static long mixed(long value) {
        long bits = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
        bits = (bits ^ (bits >>> 27)) * 0x94D049BB133111EBL;
        return bits ^ (bits >>> 31);
    }

    /** Another source of chance, whose draws leave this one as it is. */
    public Choices fork() {
        return new Choices(mixed(~state));
    }

    /** Draws a number from 0 up to, but not, the bound. */
    public int below(int bound) {
        return (int) ((next() >>> 33) % bound);
    }

    /** Draws one of the numbers from the least to the most. */
    public int between(int least, int most) {
        return least + below(most - least + 1);
    }

    public boolean oneIn(int times) {
        return below(times) == 0;
    }

    public <T> T of(List<T> values) {
        return values.get(below(values.size()));
    }
}
