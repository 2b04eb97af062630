package dev.sluice.replay.repair;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Whether a document is the one that belongs after those before it, by the running numbers in it. Goes through all files
 * of a queue, oldest first. One thread.
 */
final class SalvageOrder {

    private static final long UNKNOWN = -1;
    private static final Last NONE = new Last(0, 0);

    /** The last document of a series, and after how many damaged files it was. */
    private record Last(long number, int boundary) {}

    private final boolean results;
    private final boolean fromFirst;

    /** By the writer of requests; results are one series, 0. */
    private final Map<Long, Last> series = new HashMap<>();

    private long lost;
    private int boundary;
    private long deficit;

    /** @param fromFirst whether the first document there ever was comes first */
    SalvageOrder(boolean results, boolean fromFirst) {
        this.results = results;
        this.fromFirst = fromFirst;
        if (results && fromFirst) {
            series.put(0L, new Last(0, 0));
        }
    }

    private long seriesOf(SalvagedDocument document) {
        return results ? 0 : document.writer();
    }

    private long numberOf(SalvagedDocument document) {
        return results ? document.number() : document.sequence();
    }

    /** A request of a program that has Chronicle alone has no number: it can come anywhere. */
    private boolean isForeign(SalvagedDocument document) {
        return !results && document.writer() == 0 && !document.lost();
    }

    private Last last(SalvagedDocument document) {
        return series.getOrDefault(seriesOf(document), NONE);
    }

    /** How many at least are missing before it; negative if it cannot come now. */
    long missing(SalvagedDocument document) {
        if (isForeign(document)) {
            return 0;
        }
        final Last last = last(document);
        return document.lost() || last == NONE && !fromFirst ? 0 : numberOf(document) - last.number - 1;
    }

    /** Whether it can come next, as far as lost ones account for what is missing. */
    boolean fits(SalvagedDocument document) {
        final long missing = missing(document);
        return missing == 0 || missing > 0 && (!results && missing <= lost || isAfterBoundary(document));
    }

    /** Whether nothing that it can be held against was met since the last damaged file. */
    private boolean isAfterBoundary(SalvagedDocument document) {
        return last(document).boundary < boundary;
    }

    void take(SalvagedDocument document) {
        if (document.lost()) {
            lost(1);
            return;
        }
        if (isForeign(document)) {
            return;
        }
        final long missing = Math.max(0, missing(document));
        final long explained = results ? 0 : Math.min(lost, missing);
        if (missing > explained && isAfterBoundary(document)) {
            deficit += missing - explained;
        }
        lost -= explained;
        series.put(seriesOf(document), new Last(numberOf(document), boundary));
    }

    /** So many were lost here. */
    void lost(long count) {
        lost += count;
        if (results) {
            series.computeIfPresent(0L, (its, last) -> new Last(last.number + count, last.boundary));
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
        final Last last = series.get(0L);
        return last == null || last.boundary < boundary ? UNKNOWN : last.number;
    }

    /** The documents of a stretch that are in order there; others were brought there from elsewhere. */
    List<SalvagedDocument> inOrder(List<SalvagedDocument> found) {
        final Map<Long, List<SalvagedDocument>> those = found.stream()
                .filter(document ->
                        !document.lost() && !isForeign(document) && numberOf(document) > last(document).number)
                .collect(Collectors.groupingBy(this::seriesOf));
        final Set<Long> kept = new HashSet<>();
        those.values().forEach(its -> longestGrowing(its).forEach(document -> kept.add(document.address())));
        return found.stream()
                .filter(document -> document.lost() || isForeign(document) || kept.contains(document.address()))
                .toList();
    }

    /** The longest part of it whose running numbers grow. */
    private List<SalvagedDocument> longestGrowing(List<SalvagedDocument> found) {
        final TreeMap<Long, Integer> ends = new TreeMap<>(); // of the best run of each length, by its last number
        final int[] before = new int[found.size()];
        for (int i = 0; i < found.size(); i++) {
            final long own = numberOf(found.get(i));
            final Map.Entry<Long, Integer> lower = ends.lowerEntry(own);
            before[i] = lower == null ? -1 : lower.getValue();
            Optional.ofNullable(ends.ceilingKey(own)).ifPresent(ends::remove);
            ends.put(own, i);
        }
        final List<SalvagedDocument> longest = new ArrayList<>();
        for (int i = ends.isEmpty() ? -1 : ends.lastEntry().getValue(); i >= 0; i = before[i]) {
            longest.add(found.get(i));
        }
        Collections.reverse(longest);
        return longest;
    }
}
