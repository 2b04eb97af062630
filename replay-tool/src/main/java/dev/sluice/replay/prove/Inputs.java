package dev.sluice.replay.prove;

import dev.sluice.internal.queue.scan.RecordedRequests;
import dev.sluice.internal.queue.scan.Recording;
import dev.sluice.internal.wire.RequestFrame;

/** The input, one document after another, with what is wrong with it by itself. One thread. */
final class Inputs implements AutoCloseable {

    private final Recording pair;
    private final Findings findings;
    private final RecordedRequests scan;
    private final Writers writers = new Writers();
    private boolean incomplete;
    private boolean gap;
    private boolean present;
    private long unreadable;
    private long count;

    Inputs(Recording pair, Findings findings) {
        this.pair = pair;
        this.findings = findings;
        this.scan = pair.scanRequests();
        this.incomplete = pair.hasDeletedRequests();
    }

    /** Goes to the next; false if there is none now. */
    boolean next() {
        gap = count == 0 && incomplete;
        present = findings.next(scan, "in", this::forget);
        if (present) {
            count++;
            check();
        }
        return present;
    }

    private void forget() {
        gap = true;
        incomplete = true;
        writers.forget();
    }

    private void check() {
        if (!scan.unreadable().isEmpty()) {
            unreadable++;
            findings.add(place(), "is no request: " + scan.unreadable());
            return;
        }
        final RequestFrame frame = scan.frame();
        final long before = writers.next(frame.writer(), frame.sequence());
        if (before == 0 && incomplete) {
            return; // the writer may have begun where nothing can be read
        }
        final long missing = frame.sequence() - before - 1;
        if (missing < 0) {
            findings.add(place(), "is request " + frame.sequence() + " of its writer, behind request " + before);
        } else if (missing > unreadable && pair.isComplete()) {
            findings.add(
                    place(),
                    "is request " + frame.sequence() + " of its writer, and "
                            + (before == 0 ? "none" : "request " + before) + " came before it");
        } else {
            unreadable -= Math.min(unreadable, missing);
        }
    }

    /** Whether there may have been others just before this one, or before the end, that were deleted or cannot be reached. */
    boolean behindGap() {
        return gap;
    }

    /** Whether it is at a document. */
    boolean present() {
        return present;
    }

    RecordedRequests document() {
        return scan;
    }

    long count() {
        return count;
    }

    String place() {
        return "in " + pair.inputPosition(scan.index());
    }

    @Override
    public void close() {
        scan.close();
    }
}
