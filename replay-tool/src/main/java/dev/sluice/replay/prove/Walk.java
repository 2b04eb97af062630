package dev.sluice.replay.prove;

import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.transport.Recording;
import dev.sluice.transport.Recording.RecordedRequests;
import dev.sluice.transport.Recording.RecordedResults;
import dev.sluice.transport.Recording.Scan;
import java.util.HashMap;
import java.util.Map;

/** A queue, one document after another, past what cannot be reached, which is a finding. One thread. */
abstract sealed class Walk<S extends Scan<?>> implements AutoCloseable {

    private final String queue;
    private final Recording recording;
    private final Findings findings;
    private final S scan;
    private long count;

    /** @param queue its name in findings */
    Walk(String queue, Recording recording, Findings findings, S scan) {
        this.queue = queue;
        this.recording = recording;
        this.findings = findings;
        this.scan = scan;
    }

    /** Goes to the next document, whatever it is; false if there is none now. */
    final boolean step() {
        final boolean there = Scans.step(scan, damaged -> {
            findings.add(queue, damaged.getMessage());
            forget();
        });
        count += there ? 1 : 0;
        return there;
    }

    /** Documents may have been passed over. */
    abstract void forget();

    /** Where the document is, for findings. */
    abstract String place();

    final void find(String what) {
        findings.add(place(), what);
    }

    final Recording recording() {
        return recording;
    }

    final S document() {
        return scan;
    }

    final long count() {
        return count;
    }

    @Override
    public final void close() {
        scan.close();
    }

    /** The input, and what is wrong with it by itself. One thread. */
    static final class Inputs extends Walk<RecordedRequests> {

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
            if (frame.isForeign()) {
                return; // it has no number
            }
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

    /** The output, and what is wrong with it by itself. One thread. */
    static final class Outputs extends Walk<RecordedResults> {

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
}
