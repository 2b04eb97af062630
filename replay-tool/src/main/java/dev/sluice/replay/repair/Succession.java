package dev.sluice.replay.repair;

import dev.sluice.transport.WriterSequences;
import java.util.HashMap;
import java.util.Map;

/**
 * Checks by running numbers whether the messages of a queue follow each other. The requests of each writer have one series of
 * numbers, and all results together have one series. A message whose number does not follow belongs to another queue. Receives
 * the messages of all files, oldest first. For one thread.
 */
final class Succession {

    private static final long UNKNOWN = -1;
    private static final Last NONE = new Last(0, 0);

    /** The number of a series' last message, and the number of files before this message whose end is unknown. */
    private record Last(long number, int boundary) {}

    private final boolean results;
    private final boolean fromFirst;

    /** The last message of each series, by the writer of requests; the series of results has the key 0. */
    private final Map<Long, Last> series = new HashMap<>();

    /** The number of lost requests that have not yet explained a gap in a writer's numbers. */
    private long lost;

    private int boundary;
    private long deficit;
    private boolean asBegunSoFar = true;

    /** @param fromFirst whether the files begin with the very first message of the queue */
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

    /**
     * Whether a request comes from a program that uses Chronicle without Sluice. Such a request has no number, or one that no
     * writer can reach, and may follow any message.
     */
    private boolean isForeign(SalvagedDocument document) {
        return !results && (document.writer() == 0 || !WriterSequences.isPossible(document.sequence()));
    }

    private long number(SalvagedDocument document) {
        return results ? document.number() : document.sequence();
    }

    /** Returns the minimum number of messages missing before a document; negative if the document cannot come next. */
    long missing(SalvagedDocument document) {
        final Last last = last(document);
        return document.lost() || isForeign(document) || last == NONE && !fromFirst
                ? 0
                : number(document) - last.number - 1;
    }

    /** Adds the next document. Returns false if the document cannot come next, even if messages were lost before it. */
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

    /**
     * Begins a file. Returns whether this file and all files before it begin with the message that was recorded as their first.
     * If so, a number that does not follow is the fault of its writer.
     *
     * @param asBegun whether this file begins with that message
     */
    boolean beginFile(boolean asBegun) {
        asBegunSoFar &= asBegun;
        return asBegunSoFar;
    }

    /** Counts lost messages at this point. */
    void lost(long count) {
        lost += count;
        if (results) {
            series.computeIfPresent(0L, (its, last) -> new Last(last.number + count, last.boundary));
        }
    }

    /** Ends a damaged file: the number of messages lost at its end is unknown. */
    void endDamaged() {
        boundary++;
    }

    /**
     * Returns the number of messages found missing since the last call of this method. They were lost at the end of the last
     * damaged file, in addition to the losses that the file itself shows.
     */
    long takeDeficit() {
        final long taken = deficit;
        deficit = 0;
        return taken;
    }

    /** Returns the running number of the last result; -1 if this number is not known. */
    long lastNumber() {
        final Last last = series.get(0L);
        return last == null || last.boundary < boundary ? UNKNOWN : last.number;
    }
}
