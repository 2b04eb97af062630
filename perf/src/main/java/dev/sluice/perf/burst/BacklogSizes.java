package dev.sluice.perf.burst;

import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Which backlogs are written and drained.
 *
 * @param sizes requests in each, in ascending order
 * @param beyondMemory whether there is one more, whose queue files are larger than this machine's memory
 * @param rate requests a second of a job that goes on for a while; none is what is found to be more than the gateway does
 * @param seconds how long that job goes on
 * @param heap of job and gateway, as {@code -Xmx} takes it
 */
record BacklogSizes(List<Long> sizes, boolean beyondMemory, Optional<Integer> rate, int seconds, String heap) {

    BacklogSizes {
        sizes = List.copyOf(new TreeSet<>(sizes));
        if (sizes.isEmpty() || sizes.get(0) < BacklogMarks.EQUAL_STEPS) {
            throw new IllegalArgumentException(
                    "A backlog of " + sizes + " is too small: " + BacklogMarks.EQUAL_STEPS + " are the least");
        }
        if (seconds < 1 || rate.orElse(1) < 1) {
            throw new IllegalArgumentException("A job at a fixed rate needs a rate and a time of at least 1");
        }
    }

    long largest() {
        return sizes.get(sizes.size() - 1);
    }
}
