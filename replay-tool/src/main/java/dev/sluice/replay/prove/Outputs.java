package dev.sluice.replay.prove;

import dev.sluice.internal.queue.scan.RecordedResults;
import dev.sluice.internal.queue.scan.Recording;

/** The output, one document after another, with what is wrong with it by itself. One thread. */
final class Outputs implements AutoCloseable {

    private static final long ANY = -1;

    private final Recording pair;
    private final Findings findings;
    private final RecordedResults scan;
    private long last;
    private long count;
    private long unreadable;
    private boolean gap;

    Outputs(Recording pair, Findings findings) {
        this.pair = pair;
        this.findings = findings;
        this.scan = pair.scanResults();
        this.gap = pair.hasDeletedResults();
        this.last = gap ? ANY : 0;
    }

    /** Goes to the next that is a result; false if there is none now. */
    boolean next() {
        while (findings.next(scan, "out", this::forget)) {
            count++;
            if (scan.unreadable().isEmpty()) {
                check();
                return true;
            }
            unreadable++;
            last += last == ANY ? 0 : 1;
            findings.add(place(), "is no result: " + scan.unreadable());
        }
        return false;
    }

    private void forget() {
        gap = true;
        last = ANY;
    }

    private void check() {
        final long sequence = scan.frame().sequence();
        if (last != ANY && (pair.isComplete() ? sequence != last + 1 : sequence <= last)) {
            findings.add(place(), "is result " + sequence + ", where " + (last + 1) + " was due");
        }
        last = sequence;
        final long said = scan.historyIndex();
        final long index = scan.frame().request().index();
        if (said != index) {
            findings.add(
                    place(),
                    "has a history that leads " + (said < 0 ? "to no request" : "to " + pair.inputPosition(said))
                            + ", and a frame that answers " + pair.inputPosition(index));
        }
    }

    /** Whether results may be missing since this was asked last, as their files are deleted or cannot be reached. */
    boolean takeGap() {
        final boolean taken = gap;
        gap = false;
        return taken;
    }

    /** How many documents were no results since this was asked last: some of the requests that nothing answers. */
    long takeUnreadable() {
        final long taken = unreadable;
        unreadable = 0;
        return taken;
    }

    RecordedResults document() {
        return scan;
    }

    long count() {
        return count;
    }

    String place() {
        return "out " + pair.outputPosition(scan.index());
    }

    @Override
    public void close() {
        scan.close();
    }
}
