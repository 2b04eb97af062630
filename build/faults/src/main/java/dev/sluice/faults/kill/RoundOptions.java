package dev.sluice.faults.kill;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * The options of the rounds over queues on this disk: how their gateways are configured and ended.
 *
 * @param lanes the number of lanes
 * @param atLeastOnce whether updates are configured to run at least once; a run should then find updates that ran twice
 * @param points the only fault points of gateways at which to kill; empty for all
 * @param mishaps the mishaps that may happen
 */
public record RoundOptions(int lanes, boolean atLeastOnce, List<String> points, List<Mishap> mishaps) {

    /** Returns the options of rounds with one lane and updates that happen once. */
    public static RoundOptions with(List<Mishap> mishaps) {
        return new RoundOptions(1, false, List.of(), mishaps);
    }

    /** Returns those of some kinds of mishaps that may happen. */
    public List<Mishap> of(Collection<Mishap> kinds) {
        return mishaps.stream().filter(kinds::contains).toList();
    }

    /** Returns a deck of those of some kinds that may happen; empty if there are none. */
    public Optional<Mishap.Deck> deck(Collection<Mishap> kinds, SplittableRandom random) {
        return Optional.of(of(kinds))
                .filter(some -> !some.isEmpty())
                .map(some -> new Mishap.Deck(some, random.split()));
    }

    /** Returns a random fault point of the gateway at which to kill. */
    public String anyPoint(SplittableRandom random) {
        final List<String> some = points.isEmpty() ? FaultPoints.names() : points;
        return some.get(random.nextInt(some.size()));
    }
}
