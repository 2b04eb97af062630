package dev.sluice.service.admin;

import java.util.List;

/**
 * The lanes of a gateway as they are seen from outside. Immutable; the lanes themselves go on.
 *
 * @param gateway its name
 * @param lanes those that it serves; none where others of its group have them all
 * @param moves how lanes came and went
 * @param unserved why lanes that it should serve are closed just now, in words
 */
public record ObservedLanes(String gateway, List<Observed> lanes, LaneMoves moves, List<String> unserved) {

    public ObservedLanes {
        lanes = List.copyOf(lanes);
        unserved = List.copyOf(unserved);
    }

    /** Whether each service thread has begun. */
    boolean begun() {
        return lanes.stream()
                .allMatch(lane -> lane.counts().turnNanos().isPresent()
                        || lane.failure().get().isPresent());
    }
}
