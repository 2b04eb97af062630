package dev.sluice.faults.kafka;

import dev.sluice.faults.kafka.Gateway.State;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** A time in which the brokers do not hear of a gateway's process, so that others may be given its lanes. One thread. */
final class Absence {

    /** A gateway that is away for longer loses its lanes, after the session of its membership: 6 s. */
    static final long SESSION_MILLIS = 6_000;

    private final Gateway gateway;
    private final Set<Integer> lanes;
    private final Place from;
    private final Map<Gateway, Place> others = new HashMap<>();

    /** Where a log ends: the process that writes it, and its lines so far. */
    private record Place(int process, int line) {

        private static Place now(Gateway gateway) {
            return new Place(gateway.number(), gateway.said().lines().size());
        }

        private LaneLog since(Gateway gateway) {
            return gateway.said().since(gateway.number() == process ? line : 0);
        }
    }

    /** Begins now. */
    Absence(Gateway gateway, List<Gateway> all) {
        this.gateway = gateway;
        this.lanes = gateway.lanes();
        this.from = Place.now(gateway);
        all.stream().filter(other -> other != gateway).forEach(other -> others.put(other, Place.now(other)));
    }

    /** The lanes that it had. */
    Set<Integer> lanes() {
        return lanes;
    }

    /** Those of them that others were given. */
    Set<Integer> gone() {
        final Set<Integer> gone = new TreeSet<>();
        others.forEach((other, place) -> gone.addAll(place.since(other).given()));
        gone.retainAll(lanes);
        return gone;
    }

    /** Those of these lanes of which the process has not said that they are gone. */
    Set<Integer> unsaid(Set<Integer> gone) {
        final Set<Integer> unsaid = new TreeSet<>(gone);
        if (isSame()) {
            unsaid.removeAll(from.since(gateway).fenced());
        }
        return unsaid;
    }

    /** Whether the process can still say it. */
    boolean runs() {
        return isSame() && gateway.state() == State.RUNS;
    }

    private boolean isSame() {
        return gateway.number() == from.process();
    }
}
