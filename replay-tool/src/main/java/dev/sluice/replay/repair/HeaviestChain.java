package dev.sluice.replay.repair;

import java.util.ArrayList;
import java.util.LinkedList;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

/**
 * The things in a row of which each can follow the one before it, and which weigh the most together. Takes time by
 * the square of how many things there are.
 *
 * @param only whether no other chain weighs as much
 */
record HeaviestChain<T>(List<T> chain, boolean only) {

    /** The heaviest chain that ends with a thing. */
    private record End<T>(T last, End<T> before, long weight, boolean only) {

        private static <T> End<T> heaviest(List<End<T>> ends, End<T> none) {
            End<T> heaviest = none;
            for (final End<T> end : ends) {
                if (end.weight > heaviest.weight) {
                    heaviest = end;
                } else if (end.weight == heaviest.weight) {
                    heaviest = new End<>(heaviest.last, heaviest.before, heaviest.weight, false);
                }
            }
            return heaviest;
        }
    }

    /** @param weight of each thing, more than 0 */
    static <T> HeaviestChain<T> of(
            List<T> all, ToLongFunction<T> weight, Predicate<T> canBeFirst, BiPredicate<T, T> canFollow) {
        final End<T> none = new End<>(null, null, 0, true);
        final List<End<T>> ends = new ArrayList<>();
        for (final T each : all) {
            final End<T> before = End.heaviest(
                    ends.stream().filter(end -> canFollow.test(end.last, each)).toList(), none);
            if (before != none || canBeFirst.test(each)) {
                ends.add(new End<>(each, before, before.weight + weight.applyAsLong(each), before.only));
            }
        }
        final End<T> heaviest = End.heaviest(ends, none);
        final LinkedList<T> chain = new LinkedList<>();
        for (End<T> end = heaviest; end.last != null; end = end.before) {
            chain.addFirst(end.last);
        }
        return new HeaviestChain<>(List.copyOf(chain), heaviest != none && heaviest.only);
    }
}
