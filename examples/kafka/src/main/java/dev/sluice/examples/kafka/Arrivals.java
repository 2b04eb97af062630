package dev.sluice.examples.kafka;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** The moments at which results of the lanes became visible, in milliseconds since 1970. Any thread. */
final class Arrivals {

    /**
     * Results that became visible together.
     *
     * @param writtenMillis when the last one was written, by its gateway
     * @param seenMillis when they were seen
     */
    private record Arrival(int lane, long writtenMillis, long seenMillis) {}

    private final List<Arrival> all = new ArrayList<>();

    /** Notes results that were seen together, of which the last one was written then. */
    synchronized void add(int lane, long writtenMillis, long seenMillis) {
        all.add(new Arrival(lane, writtenMillis, seenMillis));
    }

    /** The moment at which the first result of a lane was seen that was written after that one; empty if none was yet. */
    synchronized OptionalLong firstWrittenAfter(int lane, long millis) {
        return all.stream()
                .filter(arrival -> arrival.lane == lane && arrival.writtenMillis > millis)
                .mapToLong(Arrival::seenMillis)
                .findFirst();
    }

    /** The longest time, from that moment on, until a next result of a lane was seen; of the lane for which it was longest. */
    synchronized long longestStretch(long fromMillis) {
        final Map<Integer, Long> last = new HashMap<>();
        long longest = 0;
        for (final Arrival arrival : all) {
            if (arrival.seenMillis > fromMillis) {
                final Long before = last.put(arrival.lane, arrival.seenMillis);
                longest = Math.max(longest, arrival.seenMillis - (before == null ? fromMillis : before));
            }
        }
        return longest;
    }
}
