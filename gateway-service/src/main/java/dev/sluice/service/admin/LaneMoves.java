package dev.sluice.service.admin;

import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;

/** How lanes came to this process and went, since it started. Any thread. */
public final class LaneMoves {

    private final Map<String, OfLane> lanes = new ConcurrentSkipListMap<>();
    private final AtomicLong rebalances = new AtomicLong();

    /** The counts of one lane. */
    record OfLane(AtomicLong claims, AtomicLong losses) {}

    /** This process has opened the lane with that number, which is empty where there is one. */
    public void claimed(String lane) {
        of(lane).claims().incrementAndGet();
    }

    /** It was taken away, by another gateway's claim or by the brokers. */
    public void lost(String lane) {
        of(lane).losses().incrementAndGet();
    }

    /** Lanes were given to this process, or went to others. */
    public void rebalanced() {
        rebalances.incrementAndGet();
    }

    private OfLane of(String lane) {
        return lanes.computeIfAbsent(lane, number -> new OfLane(new AtomicLong(), new AtomicLong()));
    }

    /** By number, those that it has or had. */
    Map<String, OfLane> lanes() {
        return lanes;
    }

    long rebalances() {
        return rebalances.get();
    }
}
