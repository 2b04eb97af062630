package dev.sluice.faults.simulate.search;

import dev.sluice.faults.simulate.mishap.Fault;
import dev.sluice.faults.simulate.mishap.Mishap;
import dev.sluice.faults.simulate.mishap.Place;
import dev.sluice.faults.simulate.world.Tally;
import dev.sluice.faults.simulate.world.Tally.Count;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;

/** What happened in many runs, to be read. */
final class Report {

    private Report() {}

    /** @param seconds how long it took */
    static String of(String what, Tally tally, double seconds) {
        final List<String> lines = new ArrayList<>();
        lines.add(String.format(
                Locale.ROOT,
                "%s: %,d runs, %,d requests, %,d starts of the gateway, %,d steps; %.1f s, %,.0f runs/s",
                what,
                tally.of(Count.RUNS),
                tally.of(Count.REQUESTS),
                tally.of(Count.STARTS),
                tally.of(Count.STEPS),
                seconds,
                tally.of(Count.RUNS) / Math.max(seconds, 0.001)));
        lines.add("  " + counts(Mishap.values(), tally::of));
        lines.add("  crashes: " + counts(Place.values(), tally::crashes));
        lines.add("  connections lost: " + counts(Place.values(), place -> tally.of(Mishap.CONNECTION_LOST, place)));
        lines.add("  faults: " + counts(Fault.values(), tally::of));
        lines.add("  stops, each for a reason: " + counts(Tally.Stop.values(), tally::of));
        lines.add(String.format(
                Locale.ROOT,
                "  older outputs brought back: %,d; requests quarantined: %,d; hash of all traces: %016x",
                tally.of(Count.REPLAYS),
                tally.of(Count.QUARANTINED),
                tally.hash()));
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
}
