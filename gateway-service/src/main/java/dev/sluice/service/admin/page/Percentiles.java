package dev.sluice.service.admin.page;

import dev.sluice.service.core.Histogram;
import java.util.Arrays;
import java.util.Optional;

/**
 * Percentiles of times of which only the buckets are known: within a bucket values are taken to lie evenly, as Prometheus's
 * {@code histogram_quantile} does.
 */
final class Percentiles {

    private static final Histogram BOUNDS = Histogram.ofTimes();

    /** One for each bound, and one for what is above the last. */
    static final int BUCKETS = BOUNDS.size() + 1;

    private final long[] counts;

    Percentiles(long[] counts) {
        this.counts = counts;
    }

    /** Nanoseconds; empty if there was nothing, the last bound for what is above it. */
    Optional<Long> nanos(double quantile) {
        final long count = Arrays.stream(counts).sum();
        final double rank = quantile * count;
        long before = 0;
        for (int bucket = 0; bucket < BOUNDS.size(); bucket++) {
            if (counts[bucket] > 0 && before + counts[bucket] >= rank) {
                final long lower = bucket == 0 ? 0 : BOUNDS.bound(bucket - 1);
                return Optional.of(lower + (long) ((BOUNDS.bound(bucket) - lower) * (rank - before) / counts[bucket]));
            }
            before += counts[bucket];
        }
        return count == 0 ? Optional.empty() : Optional.of(BOUNDS.bound(BOUNDS.size() - 1));
    }
}
