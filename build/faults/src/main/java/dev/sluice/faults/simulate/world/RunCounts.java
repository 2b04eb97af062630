package dev.sluice.faults.simulate.world;

import dev.sluice.faults.simulate.mishap.Fault;
import dev.sluice.faults.simulate.mishap.Mishap;
import dev.sluice.faults.simulate.mishap.Place;
import dev.sluice.faults.simulate.program.Choices;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/** The counts of many runs. Each thread has a tally of its own. */
public final class RunCounts {

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
        /** A database lacks commits that are noted beside the results. */
        LOST_COMMITS,
        /** A backend gave a reply twice. */
        DUPLICATE_REPLY,
        /** A former gateway of the lane claimed the checkpoint after this one, and ended when it heard that the lane is not its own. */
        CLAIMED_LATE
    }

    /** The other events that are counted, beside mishaps, faults and stops. */
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
    private final long beginNanos = System.nanoTime();
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

    public void add(RunCounts other) {
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

    /** Returns what happened since this tally was begun, to be read. */
    public String report(String what) {
        final double seconds = seconds();
        final List<String> lines = new ArrayList<>();
        lines.add(String.format(
                Locale.ROOT,
                "%s: %,d runs, %,d requests, %,d starts of the gateway, %,d steps; %.1f s, %,.0f runs/s",
                what,
                of(Count.RUNS),
                of(Count.REQUESTS),
                of(Count.STARTS),
                of(Count.STEPS),
                seconds,
                of(Count.RUNS) / Math.max(seconds, 0.001)));
        lines.add("  " + counts(Mishap.values(), this::of));
        lines.add("  crashes: " + counts(Place.values(), this::crashes));
        lines.add("  connections lost: " + counts(Place.values(), place -> of(Mishap.CONNECTION_LOST, place)));
        lines.add("  faults: " + counts(Fault.values(), this::of));
        lines.add("  stops, each for a reason: " + counts(Stop.values(), this::of));
        lines.add(String.format(
                Locale.ROOT,
                "  older outputs brought back: %,d; requests quarantined: %,d; hash of all traces: %016x",
                of(Count.REPLAYS),
                of(Count.QUARANTINED),
                hash));
        return String.join(System.lineSeparator(), lines);
    }

    private static <E extends Enum<E>> String counts(E[] values, ToLongFunction<E> count) {
        final List<String> words = new ArrayList<>();
        for (final E value : values) {
            if (count.applyAsLong(value) > 0) {
                words.add(String.format(Locale.ROOT, "%s %,d", value, count.applyAsLong(value)));
            }
        }
        return words.isEmpty() ? "none" : String.join(", ", words);
    }

    /** Returns how long ago this tally was begun. */
    public double seconds() {
        return (System.nanoTime() - beginNanos) / 1e9;
    }
}
