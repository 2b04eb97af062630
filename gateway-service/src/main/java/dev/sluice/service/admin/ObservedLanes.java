package dev.sluice.service.admin;

import java.util.List;

/**
 * A view of a gateway's lanes for health checks, metrics and pages. The list is immutable; the values of each lane go on
 * changing.
 *
 * @param gateway the gateway's name
 * @param lanes the lanes that this process serves; empty if other processes of its group serve all lanes
 * @param moves how often this process got and lost lanes
 * @param unserved the reasons, one text for each lane that this process should serve but that is closed at the moment
 */
public record ObservedLanes(String gateway, List<Observed> lanes, LaneMoves moves, List<String> unserved) {

    public ObservedLanes {
        lanes = List.copyOf(lanes);
        unserved = List.copyOf(unserved);
    }

    /** Returns whether the service thread of each lane has ended its first turn, or has failed. */
    boolean begun() {
        return lanes.stream()
                .allMatch(lane -> lane.counts().turnNanos().isPresent()
                        || lane.failure().get().isPresent());
    }
}
