package dev.sluice.service.admin;

import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;

/** Counts how often this process has got and lost each lane since it started. Any thread may call it. */
public final class LaneMoves {

    private final Map<String, OfLane> lanes = new ConcurrentSkipListMap<>();
    private final AtomicLong rebalances = new AtomicLong();

    /** The counts for one lane. */
    record OfLane(AtomicLong claims, AtomicLong losses) {}

    /** Counts that this process has opened the lane with this number. The number is empty if the queues have only one lane. */
    public void claimed(String lane) {
        of(lane).claims().incrementAndGet();
    }

    /** Counts that this process has lost a lane: another gateway took the lane over, or the brokers revoked the lease. */
    public void lost(String lane) {
        of(lane).losses().incrementAndGet();
    }

    /** Counts a rebalance: lanes were assigned to this process, or to another process instead of this one. */
    public void rebalanced() {
        rebalances.incrementAndGet();
    }

    private OfLane of(String lane) {
        return lanes.computeIfAbsent(lane, number -> new OfLane(new AtomicLong(), new AtomicLong()));
    }

    /** Returns the counts of each lane that this process has or had, by the lane's number. */
    Map<String, OfLane> lanes() {
        return lanes;
    }

    long rebalances() {
        return rebalances.get();
    }
}
