package dev.sluice.service.core;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.LongBinaryOperator;
import java.util.stream.LongStream;

/**
 * Counts values in buckets. Written by one thread, without a lock and without allocating. Any thread may read. A reader never
 * sees a torn number, but some of the numbers that it sees may be slightly older than others.
 */
public final class Histogram {

    /** The bounds for times: 1, 2 and 5 times each power of ten, from 10 microseconds to 1000 seconds, in nanoseconds. */
    private static final Histogram TIMES = new Histogram(LongStream.iterate(10_000, power -> 10 * power)
            .flatMap(power -> LongStream.of(power, 2 * power, 5 * power))
            .limit(25)
            .toArray());

    /** The bounds for sizes: the powers of two up to the largest possible chunk. */
    private static final Histogram SIZES =
            new Histogram(LongStream.iterate(1, size -> 2 * size).limit(15).toArray());

    private final long[] bounds;
    /** For each power of two, the index of the first bound that is not below this power. */
    private final int[] firstBound;
    /** A count for each bound, a count for values above the last bound, and the sum of all values. */
    private final AtomicLongArray counts;

    /** @param bounds the largest value of each bucket, ascending; each at least twice the previous one */
    Histogram(long... bounds) {
        this(bounds.clone(), firstBounds(bounds));
    }

    private Histogram(long[] bounds, int... firstBound) {
        this(bounds, firstBound, new AtomicLongArray(bounds.length + 2));
    }

    private Histogram(long[] bounds, int[] firstBound, AtomicLongArray counts) {
        this.bounds = bounds;
        this.firstBound = firstBound;
        this.counts = counts;
    }

    private static int[] firstBounds(long... bounds) {
        for (int i = 1; i < bounds.length; i++) {
            if (bounds[i - 1] < 1 || bounds[i] < 2 * bounds[i - 1]) {
                throw new IllegalArgumentException(bounds[i] + " is less than twice " + bounds[i - 1]);
            }
        }
        final int[] first = new int[Long.SIZE];
        for (int power = 0; power < Long.SIZE - 1; power++) {
            while (first[power] < bounds.length && bounds[first[power]] < 1L << power) {
                first[power]++;
            }
        }
        return first;
    }

    /** Creates a histogram of times in nanoseconds, with bounds from 10 microseconds to 1000 seconds. */
    public static Histogram ofTimes() {
        return new Histogram(TIMES.bounds, TIMES.firstBound);
    }

    /** Creates a histogram of sizes, with powers of two as bounds. */
    public static Histogram ofSizes() {
        return new Histogram(SIZES.bounds, SIZES.firstBound);
    }

    /** Counts a value once. A negative value counts as 0. */
    public void add(long value) {
        add(value, 1);
    }

    /** Counts a value {@code times} times. */
    void add(long value, int times) {
        final long counted = Math.max(0, value);
        increase(bucket(counted), times);
        increase(bounds.length + 1, counted * times);
    }

    private void increase(int at, long by) {
        counts.setOpaque(at, counts.getPlain(at) + by); // one writer
    }

    private int bucket(long value) {
        if (value <= 1) {
            return 0;
        }
        // Between two powers of two there is at most one bound.
        final int bound = firstBound[Long.SIZE - 1 - Long.numberOfLeadingZeros(value)];
        return bound < bounds.length && value > bounds[bound] ? bound + 1 : bound;
    }

    /** Returns the number of buckets that have a bound. */
    public int size() {
        return bounds.length;
    }

    /** Returns the largest value of a bucket. */
    public long bound(int bucket) {
        return bounds[bucket];
    }

    /** Returns the number of values in a bucket. The bucket above the last bound has the index {@link #size}. */
    public long count(int bucket) {
        return counts.getOpaque(bucket);
    }

    /** Returns the number of values in all buckets. */
    public long count() {
        long count = 0;
        for (int bucket = 0; bucket <= bounds.length; bucket++) {
            count += count(bucket);
        }
        return count;
    }

    /** Returns the sum of all values. */
    public long sum() {
        return counts.getOpaque(bounds.length + 1);
    }

    /** Returns the mean of all values, rounded down; empty without values. */
    public Optional<Long> mean() {
        final long count = count();
        return count == 0 ? Optional.empty() : Optional.of(sum() / count);
    }

    /**
     * Returns an estimate of a quantile; empty without values; the last bound if the quantile is above the last bound. The values
     * of a bucket are assumed to be spread evenly over the bucket, as in Prometheus's {@code histogram_quantile}.
     *
     * @param share the share of the values that are not larger than the quantile, between 0 and 1
     */
    public Optional<Long> quantile(double share) {
        final long count = count();
        final double rank = share * count;
        long before = 0;
        for (int bucket = 0; bucket < bounds.length; bucket++) {
            final long here = count(bucket);
            if (here > 0 && before + here >= rank) {
                final long lower = bucket == 0 ? 0 : bounds[bucket - 1];
                return Optional.of(lower + (long) ((bounds[bucket] - lower) * (rank - before) / here));
            }
            before += here;
        }
        return count == 0 ? Optional.empty() : Optional.of(bounds[bounds.length - 1]);
    }

    /** Returns a new histogram. Each count is combined from those of both histograms, which must have the same bounds. */
    public Histogram with(Histogram other, LongBinaryOperator combine) {
        return new Histogram(bounds, firstBound, Counts.combine(counts, other.counts, combine));
    }
}
