package dev.sluice.replay.repair;

import java.util.Map;
import java.util.TreeMap;

/**
 * From which to which running number the messages of a file go: for each writer of requests, or for the one series of
 * results. One thread.
 */
final class RunningNumbers {

    private record Range(long first, long last) {}

    private final Map<Long, Range> ranges = new TreeMap<>();

    void add(long of, long number) {
        ranges.merge(of, new Range(number, number), RunningNumbers::join);
    }

    void addAll(RunningNumbers others) {
        others.ranges.forEach((of, range) -> ranges.merge(of, range, RunningNumbers::join));
    }

    private static Range join(Range one, Range other) {
        return new Range(Math.min(one.first, other.first), Math.max(one.last, other.last));
    }

    boolean has(long of, long number) {
        final Range range = ranges.get(of);
        return range != null && range.first <= number && number <= range.last;
    }

    /** Whether all of those are among these. */
    boolean contains(RunningNumbers others) {
        return others.ranges.entrySet().stream()
                .allMatch(other ->
                        has(other.getKey(), other.getValue().first) && has(other.getKey(), other.getValue().last));
    }

    /** Whether some writer has numbers here and there. */
    boolean sharesWriter(RunningNumbers others) {
        return ranges.keySet().stream().anyMatch(others.ranges::containsKey);
    }

    /** Whether a message of that number can come next, if at most so many are missing. */
    boolean canGoOn(long of, long number, long missing) {
        final Range range = ranges.get(of);
        return range == null || number > range.last && number - range.last - 1 <= missing;
    }

    /** Whether those can come later, so many missing at least and at most between those that both have. */
    boolean leadTo(RunningNumbers later, long least, long most) {
        for (final Map.Entry<Long, Range> range : later.ranges.entrySet()) {
            final Range before = ranges.get(range.getKey());
            final long missing = before == null ? least : range.getValue().first - before.last - 1;
            if (missing < least || missing > most) {
                return false;
            }
        }
        return true;
    }

    /** Whether each series begins with a number from that to that one. */
    boolean beginFrom(long least, long most) {
        return ranges.values().stream().allMatch(range -> range.first >= least && range.first <= most);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RunningNumbers numbers && numbers.ranges.equals(ranges);
    }

    @Override
    public int hashCode() {
        return ranges.hashCode();
    }
}
