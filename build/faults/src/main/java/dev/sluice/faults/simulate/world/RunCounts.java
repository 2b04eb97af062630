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

/** The counts of many runs. Each thread has its own instance. */
public final class RunCounts {

    /** The permitted reasons for which a gateway stops by itself. */
    public enum Stop {
        /** The input has lost requests whose updates were committed. */
        INPUT_LOST,
        /** The output has results of requests that the input does not have. */
        OUTPUT_AHEAD,
        /** The places of requests with committed updates now have other requests. */
        OTHER_REQUESTS,
        /** The checkpoint belongs to other queues. */
        OTHER_QUEUES,
        /** Another gateway has the checkpoint. */
        FENCED,
        /** The output is an older copy, and the outcomes of its missing results are no longer stored. */
        OLD_OUTPUT,
        /** A database lacks commits that are noted beside the results. */
        LOST_COMMITS,
        /** A backend gave a reply twice. */
        DUPLICATE_REPLY,
        /**
         * A former gateway of the lane claimed the checkpoint after this one, and ended when it learned that it had lost the
         * lane.
         */
        CLAIMED_LATE
    }

    /** The counted events other than mishaps, faults and stops. */
    public enum Count {
        RUNS,
        REQUESTS,
        /** Starts of the gateway. */
        STARTS,
        STEPS,
        /** Older outputs that were restored. */
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

    /** Counts a successful run. The hash over all runs does not depend on their order. */
    public void countRun(int requests, long traceHash) {
        count(Count.RUNS);
        counts.merge(Count.REQUESTS, (long) requests, Long::sum);
        hash += Choices.mixed(traceHash);
    }

    public void add(RunCounts other) {
        other.counts.forEach((what, count) -> counts.merge(what, count, Long::sum));
        hash += other.hash;
    }

    /** Returns how often a mishap, a fault, a stop or another counted event happened. */
    public long of(Enum<?> what) {
        return counts.getOrDefault(what, 0L);
    }

    public long of(Mishap mishap, Place place) {
        return counts.getOrDefault(new MishapAt(mishap, place), 0L);
    }

    /** Returns the number of crashes at a place, of all kinds. */
    public long crashes(Place place) {
        return Stream.of(Mishap.values())
                .filter(Mishap::crash)
                .mapToLong(mishap -> of(mishap, place))
                .sum();
    }

    /** Returns the counts since this instance was created, as text for people. */
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
                "  older outputs restored: %,d; requests quarantined: %,d; hash of all traces: %016x",
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

    /** Returns the seconds since this instance was created. */
    public double seconds() {
        return (System.nanoTime() - beginNanos) / 1e9;
    }
}
