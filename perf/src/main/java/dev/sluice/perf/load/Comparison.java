package dev.sluice.perf.load;

/** Times ways to ask the same keys, and checks that their answers are those of the first. One thread. */
public final class Comparison {

    private final long[] keys;
    private Asked first;

    public Comparison(long[] keys) {
        this.keys = keys;
    }

    /** A way to ask all keys. */
    @FunctionalInterface
    public interface Way {
        void ask(long[] keys, Asked asked) throws Exception;
    }

    /**
     * Microseconds for each key.
     *
     * @throws IllegalStateException if the answers are other ones
     */
    public double micros(String variant, Way way) throws Exception {
        final Asked asked = new Asked();
        final long start = System.nanoTime();
        way.ask(keys, asked);
        final double micros = (System.nanoTime() - start) / 1e3 / keys.length;
        if (first == null) {
            first = asked;
        }
        asked.mustEqual(first, variant);
        return micros;
    }
}
