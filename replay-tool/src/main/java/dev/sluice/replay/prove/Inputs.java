package dev.sluice.replay.prove;

import dev.sluice.internal.queue.scan.Recording;
import dev.sluice.internal.queue.scan.Recording.RecordedRequests;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.replay.prove.Walk.Findings;
import java.util.HashMap;
import java.util.Map;

/** The input, and what is wrong with it by itself. One thread. */
final class Inputs extends Walk<RecordedRequests> {

    /** The running number of each writer's last request. */
    private final Map<Long, Long> writers = new HashMap<>();

    private boolean incomplete;
    private boolean gap;
    private boolean present;
    private long unreadable;

    Inputs(Recording recording, Findings findings) {
        super("in", recording, findings, recording.scanRequests());
        this.incomplete = recording.hasDeletedRequests();
    }

    /** Goes to the next; none may be there now. */
    void next() {
        gap = count() == 0 && incomplete;
        present = step();
        if (present && document().unreadable().isEmpty()) {
            check(document().frame());
        } else if (present) {
            unreadable++;
            find("is no request: " + document().unreadable());
        }
    }

    @Override
    void forget() {
        gap = true;
        incomplete = true;
        writers.clear();
    }

    private void check(RequestFrame frame) {
        final long before = writers.getOrDefault(frame.writer(), 0L);
        writers.put(frame.writer(), Math.max(before, frame.sequence()));
        if (before == 0 && incomplete) {
            return; // the writer may have begun where nothing can be read
        }
        final long missing = frame.sequence() - before - 1;
        if (missing < 0) {
            find("is request " + frame.sequence() + " of its writer, after request " + before);
        } else if (missing > unreadable && recording().isComplete()) {
            find("is request " + frame.sequence() + " of its writer, and "
                    + (before == 0 ? "none" : "request " + before) + " came before it");
        } else {
            unreadable -= Math.min(unreadable, missing);
        }
    }

    /** Whether there may have been others just before this one, or before the end, that were deleted or cannot be reached. */
    boolean afterGap() {
        return gap;
    }

    /** Whether it is at a document; the first one is looked for until there is one. */
    boolean isPresent() {
        if (count() == 0) {
            next();
        }
        return present;
    }

    boolean isAt(long index) {
        return present && document().index() == index;
    }

    @Override
    String place() {
        return "in " + recording().inputPosition(document().index());
    }
}
