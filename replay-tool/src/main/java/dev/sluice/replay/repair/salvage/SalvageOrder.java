package dev.sluice.replay.repair.salvage;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Whether a document is the one that belongs behind those before it, by the running numbers in it. Goes through all files
 * of a queue, oldest first. One thread.
 */
final class SalvageOrder {

    private static final long UNKNOWN = -1;

    /** A writer's last request, and behind how many damaged files it was. */
    private record Last(long sequence, int boundary) {}

    private static final Last NONE = new Last(0, 0);

    private final boolean results;
    private final boolean fromFirst;
    private final Map<Long, Last> writers = new HashMap<>();
    private long number;
    private int numberBoundary;
    private long lost;
    private int boundary;
    private long deficit;

    /** @param fromFirst whether the first document there ever was comes first */
    SalvageOrder(boolean results, boolean fromFirst) {
        this.results = results;
        this.fromFirst = fromFirst;
        this.number = fromFirst ? 0 : UNKNOWN;
    }

    /** How many at least are missing before it; negative if it cannot come now. */
    long missing(SalvagedDocument document) {
        if (document.lost()) {
            return 0;
        }
        if (results) {
            return number == UNKNOWN ? 0 : document.number() - number - 1;
        }
        final Last last = last(document);
        return last == NONE && !fromFirst ? 0 : document.sequence() - last.sequence - 1;
    }

    private Last last(SalvagedDocument document) {
        return writers.getOrDefault(document.writer(), NONE);
    }

    /** Whether it can come next, as far as lost ones account for what is missing. */
    boolean fits(SalvagedDocument document) {
        final long missing = missing(document);
        return missing == 0 || missing > 0 && (!results && missing <= lost || isBehindBoundary(document));
    }

    /** Whether nothing that it can be held against was met since the last damaged file. */
    private boolean isBehindBoundary(SalvagedDocument document) {
        return (results ? numberBoundary : last(document).boundary) < boundary;
    }

    void take(SalvagedDocument document) {
        if (document.lost()) {
            lost(1);
            return;
        }
        final long missing = Math.max(0, missing(document));
        final long explained = results ? 0 : Math.min(lost, missing);
        if (missing > explained && isBehindBoundary(document)) {
            deficit += missing - explained;
        }
        lost -= explained;
        if (results) {
            number = document.number();
            numberBoundary = boundary;
        } else {
            writers.put(document.writer(), new Last(document.sequence(), boundary));
        }
    }

    /** So many were lost here. */
    void lost(long count) {
        lost += count;
        if (results && number != UNKNOWN) {
            number += count;
        }
    }

    /** A damaged file ends here: nobody knows how many it had at its end. */
    void endDamaged() {
        boundary++;
    }

    /** How many more were lost at the end of the last damaged file than it says itself, as far as seen since asked last. */
    long takeDeficit() {
        final long taken = deficit;
        deficit = 0;
        return taken;
    }

    /** The running number of the last result, -1 if that is not known. */
    long lastNumber() {
        return numberBoundary < boundary ? UNKNOWN : number;
    }

    /** Those of a stretch of documents that stand in order there; what is left out was brought there from elsewhere. */
    List<SalvagedDocument> inOrder(List<SalvagedDocument> found) {
        final Map<Long, List<SalvagedDocument>> sequences = new HashMap<>();
        for (final SalvagedDocument document : found) {
            final long last = results ? number : last(document).sequence;
            if (!document.lost() && runningNumber(document) > last) {
                sequences
                        .computeIfAbsent(results ? 0 : document.writer(), key -> new ArrayList<>())
                        .add(document);
            }
        }
        final TreeSet<Long> kept = new TreeSet<>();
        sequences.values().forEach(its -> longestGrowing(its).forEach(document -> kept.add(document.address())));
        return found.stream()
                .filter(document -> document.lost() || kept.contains(document.address()))
                .toList();
    }

    private long runningNumber(SalvagedDocument document) {
        return results ? document.number() : document.sequence();
    }

    /** The longest part of it whose running numbers grow. */
    private List<SalvagedDocument> longestGrowing(List<SalvagedDocument> found) {
        final List<Integer> ends = new ArrayList<>(); // of the best run of each length, by the place of its last
        final int[] before = new int[found.size()];
        for (int i = 0; i < found.size(); i++) {
            final long own = runningNumber(found.get(i));
            int low = 0;
            int high = ends.size();
            while (low < high) {
                final int middle = (low + high) / 2;
                if (runningNumber(found.get(ends.get(middle))) < own) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            before[i] = low == 0 ? -1 : ends.get(low - 1);
            if (low == ends.size()) {
                ends.add(i);
            } else {
                ends.set(low, i);
            }
        }
        final List<SalvagedDocument> longest = new ArrayList<>();
        for (int i = ends.isEmpty() ? -1 : ends.get(ends.size() - 1); i >= 0; i = before[i]) {
            longest.add(found.get(i));
        }
        Collections.reverse(longest);
        return longest;
    }
}
