package dev.sluice.replay.prove;

import dev.sluice.internal.queue.scan.Recording;
import dev.sluice.internal.queue.scan.Recording.RecordedResults;
import dev.sluice.replay.prove.Walk.Findings;

/** The output, and what is wrong with it by itself. One thread. */
final class Outputs extends Walk<RecordedResults> {

    private static final long ANY = -1;

    private long last;
    private long unreadable;
    private boolean gap;

    Outputs(Recording recording, Findings findings) {
        super("out", recording, findings, recording.scanResults());
        this.gap = recording.hasDeletedResults();
        this.last = gap ? ANY : 0;
    }

    /** Goes to the next that is a result; false if there is none now. */
    boolean next() {
        while (step()) {
            if (document().unreadable().isEmpty()) {
                check();
                return true;
            }
            unreadable++;
            last += last == ANY ? 0 : 1;
            find("is no result: " + document().unreadable());
        }
        return false;
    }

    @Override
    void forget() {
        gap = true;
        last = ANY;
    }

    private void check() {
        final long sequence = document().frame().sequence();
        if (last != ANY && (recording().isComplete() ? sequence != last + 1 : sequence <= last)) {
            find("is result " + sequence + ", where " + (last + 1) + " was due");
        }
        last = sequence;
        final long said = document().historyIndex();
        final long index = document().frame().request().index();
        if (said != index) {
            find("has a history that leads "
                    + (said < 0 ? "to no request" : "to " + recording().inputPosition(said))
                    + ", and a frame that answers " + recording().inputPosition(index));
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

    @Override
    String place() {
        return "out " + recording().outputPosition(document().index());
    }
}
