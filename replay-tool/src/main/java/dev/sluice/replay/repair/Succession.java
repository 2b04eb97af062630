package dev.sluice.replay.repair;

import dev.sluice.transport.WriterSequences;
import java.util.HashMap;
import java.util.Map;

/**
 * Whether the messages of a queue follow each other, by the running numbers in them: of each writer of requests, or the one
 * series of results. Those that do not are of elsewhere. Goes through all files, oldest first. One thread.
 */
final class Succession {

    private static final long UNKNOWN = -1;
    private static final Last NONE = new Last(0, 0);

    /** The last message of a series, and after how many files of unknown end it was. */
    private record Last(long number, int boundary) {}

    private final boolean results;
    private final boolean fromFirst;

    /** By the writer of requests; results are one series, 0. */
    private final Map<Long, Last> series = new HashMap<>();

    /** Requests that are lost, and missing in no writer's numbers so far. */
    private long lost;

    private int boundary;
    private long deficit;
    private boolean asBegunSoFar = true;

    /** @param fromFirst whether the first message there ever was comes first */
    Succession(boolean results, boolean fromFirst) {
        this.results = results;
        this.fromFirst = fromFirst;
        if (results && fromFirst) {
            series.put(0L, new Last(0, 0));
        }
    }

    private Last last(SalvagedDocument document) {
        return series.getOrDefault(results ? 0 : document.writer(), NONE);
    }

    /** A request of a program that has Chronicle alone has no number, and no writer comes to some: it can come anywhere. */
    private boolean isForeign(SalvagedDocument document) {
        return !results && (document.writer() == 0 || !WriterSequences.isPossible(document.sequence()));
    }

    private long number(SalvagedDocument document) {
        return results ? document.number() : document.sequence();
    }

    /** How many at least are missing before it; negative if it cannot come now. */
    long missing(SalvagedDocument document) {
        final Last last = last(document);
        return document.lost() || isForeign(document) || last == NONE && !fromFirst
                ? 0
                : number(document) - last.number - 1;
    }

    /** Goes on with that document; false if it cannot come next, whatever was lost before it. */
    boolean take(SalvagedDocument document) {
        if (document.lost()) {
            lost(1);
            return true;
        }
        final long missing = missing(document);
        if (missing < 0) {
            return false;
        }
        final long explained = results ? 0 : Math.min(lost, missing);
        final boolean afterBoundary = last(document).boundary < boundary;
        lost -= explained;
        deficit += afterBoundary ? missing - explained : 0;
        if (!isForeign(document)) {
            series.put(results ? 0 : document.writer(), new Last(number(document), boundary));
        }
        return missing == explained || afterBoundary;
    }

    /** Whether this file, and each one before, begins as it was begun: then a number that does not follow is its writer's fault. */
    boolean beginFile(boolean asBegun) {
        asBegunSoFar &= asBegun;
        return asBegunSoFar;
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
}
