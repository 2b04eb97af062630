package dev.sluice.faults.simulate.world;

import dev.sluice.faults.simulate.mishap.Mishap;
import dev.sluice.faults.simulate.mishap.Place;
import dev.sluice.faults.simulate.program.Choices;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

/** What happened in many runs. Each thread has one of its own. */
public final class Tally {

    /** Why a gateway stopped by itself, each for a good reason. */
    public enum Stop {
        /** The input lost requests whose updates were committed. */
        INPUT_LOST,
        /** The output has results of requests that the input does not have. */
        OUTPUT_AHEAD,
        /** Other requests are in the places of some whose updates were committed. */
        OTHER_REQUESTS,
        /** The checkpoint belongs to other queues. */
        OTHER_QUEUES,
        /** Another gateway has the checkpoint. */
        FENCED,
        /** The output is an older copy: what it lacks is forgotten. */
        OLD_OUTPUT,
        /** A backend gave a reply twice. */
        DUPLICATE_REPLY
    }

    /** What is counted beside mishaps, faults and stops. */
    public enum Count {
        RUNS,
        REQUESTS,
        /** Starts of the gateway. */
        STARTS,
        STEPS,
        /** Older outputs that were brought back. */
        REPLAYS,
        QUARANTINED
    }

    private record MishapAt(Mishap mishap, Place place) {}

    private final Map<Object, Long> counts = new HashMap<>();
    private long hash;

    void count(Mishap mishap, Place place) {
        counts.merge(mishap, 1L, Long::sum);
        counts.merge(new MishapAt(mishap, place), 1L, Long::sum);
    }

    void count(Enum<?> what) {
        counts.merge(what, 1L, Long::sum);
    }

    /** A run ended well. The order of runs leaves no trace in the hash of all. */
    public void countRun(int requests, long traceHash) {
        count(Count.RUNS);
        counts.merge(Count.REQUESTS, (long) requests, Long::sum);
        hash += Choices.mixed(traceHash);
    }

    public void add(Tally other) {
        other.counts.forEach((what, count) -> counts.merge(what, count, Long::sum));
        hash += other.hash;
    }

    /** Returns how often a mishap, a fault, a stop, or another thing that is counted happened. */
    public long of(Enum<?> what) {
        return counts.getOrDefault(what, 0L);
    }

    public long of(Mishap mishap, Place place) {
        return counts.getOrDefault(new MishapAt(mishap, place), 0L);
    }

    /** The ends of processes at that place, for whatever reason. */
    public long crashes(Place place) {
        return Stream.of(Mishap.values())
                .filter(Mishap::crash)
                .mapToLong(mishap -> of(mishap, place))
                .sum();
    }

    /** Of the traces of all runs. */
    public long hash() {
        return hash;
    }
}
