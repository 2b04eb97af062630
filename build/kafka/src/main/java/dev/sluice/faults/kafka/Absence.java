package dev.sluice.faults.kafka;

import dev.sluice.faults.kafka.Gateway.State;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * A time in which the brokers receive nothing from a gateway's process. The brokers may then give the lanes (partitions) of this
 * process to other gateways. Not thread-safe.
 */
final class Absence {

    /** The session timeout of the consumer group; a gateway that is absent for longer than this loses its lanes. */
    static final long SESSION_MILLIS = 6_000;

    private final Gateway gateway;
    private final Set<Integer> lanes;
    private final Place from;
    private final Map<Gateway, Place> others = new HashMap<>();

    /** A position in a gateway's logs: the process that writes the log, and its number of lines. */
    private record Place(int process, int line) {

        private static Place now(Gateway gateway) {
            return new Place(gateway.number(), gateway.said().lines().size());
        }

        private LaneLog since(Gateway gateway) {
            return gateway.said().since(gateway.number() == process ? line : 0);
        }
    }

    /** Begins an absence now. */
    Absence(Gateway gateway, List<Gateway> all) {
        this.gateway = gateway;
        this.lanes = gateway.lanes();
        this.from = Place.now(gateway);
        all.stream().filter(other -> other != gateway).forEach(other -> others.put(other, Place.now(other)));
    }

    /** The lanes that the gateway had when the absence began. */
    Set<Integer> lanes() {
        return lanes;
    }

    /** Returns the lanes that the gateway had at the begin of the absence and that other gateways have received since then. */
    Set<Integer> gone() {
        final Set<Integer> gone = new TreeSet<>();
        others.forEach((other, place) -> gone.addAll(place.since(other).given()));
        gone.retainAll(lanes);
        return gone;
    }

    /** Returns those of the given lanes whose loss the process has not reported. */
    Set<Integer> unsaid(Set<Integer> gone) {
        final Set<Integer> unsaid = new TreeSet<>(gone);
        if (isSame()) {
            unsaid.removeAll(from.since(gateway).fenced());
        }
        return unsaid;
    }

    /** Whether the process is still running, so that it can report the loss of lanes. */
    boolean runs() {
        return isSame() && gateway.state() == State.RUNS;
    }

    private boolean isSame() {
        return gateway.number() == from.process();
    }
}
