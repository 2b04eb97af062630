package dev.sluice.faults.simulate.program;

import java.util.List;

/** The source of all random choices in a run, by SplitMix64 (Steele, Lea, Flood 2014): the same seed gives the same run. */
public final class Choices {

    private long state;

    public Choices(long seed) {
        state = seed;
    }

    public long next() {
        state += 0x9E3779B97F4A7C15L;
        return mixed(state);
    }

    /** Maps values one to one, and so that similar values have unrelated results. */
    public static long mixed(long value) {
        long bits = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
        bits = (bits ^ (bits >>> 27)) * 0x94D049BB133111EBL;
        return bits ^ (bits >>> 31);
    }

    /** Returns another source, whose draws do not change the draws of this source. */
    public Choices fork() {
        return new Choices(mixed(~state));
    }

    /** Draws a number from 0 (inclusive) to the bound (exclusive). */
    public int below(int bound) {
        return (int) ((next() >>> 33) % bound);
    }

    /** Draws a number from {@code least} to {@code most}, both inclusive. */
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
