package dev.sluice.replay.prove;

import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.transport.Lane;
import dev.sluice.transport.RecordedRequests;
import dev.sluice.transport.RecordedResults;
import dev.sluice.transport.Scan;
import dev.sluice.transport.WriterSequences;
import java.util.HashMap;
import java.util.Map;

/** Reads a queue document by document. Skips files that cannot be read, and reports each such file. For one thread. */
abstract sealed class Walk<S extends Scan<?>> implements AutoCloseable {

    private final String queue;
    private final Lane lane;
    private final Findings findings;
    private final S scan;
    private long count;

    /** @param queue the queue's name in findings */
    Walk(String queue, Lane lane, Findings findings, S scan) {
        this.queue = queue;
        this.lane = lane;
        this.findings = findings;
        this.scan = scan;
    }

    /** Goes to the next document, readable or not; returns false if there is none yet. */
    final boolean step() {
        final boolean there = Scans.step(scan, damaged -> {
            findings.add(queue, damaged.getMessage());
            forget();
        });
        count += there ? 1 : 0;
        return there;
    }

    /** Called when documents may have been skipped. The running numbers of the later documents may then have a gap. */
    abstract void forget();

    /** Returns the place of the document, for findings. */
    abstract String place();

    final void find(String what) {
        findings.add(place(), what);
    }

    final Lane lane() {
        return lane;
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

    /** Reads the input, and reports violations that are visible in the input alone. For one thread. */
    static final class Inputs extends Walk<RecordedRequests> {

        /** What is known of one writer's numbers. */
        private static final class Numbers {
            /** The number of the last request that followed without an unexplained gap; 0 if there is none. */
            private long last;
            /** The number of the last request after an unexplained gap; 0 if there is none. */
            private long behindHole;
        }

        private final Map<Long, Numbers> writers = new HashMap<>();
        private boolean misnumbered;

        private boolean incomplete;
        private boolean gap;
        private boolean present;
        private long unreadable;

        Inputs(Lane lane, Findings findings) {
            super("in", lane, findings, lane.scanRequests());
            this.incomplete = lane.hasDeletedRequests();
        }

        /** Goes to the next document; {@link #isPresent} tells whether there is one yet. */
        void next() {
            gap = count() == 0 && incomplete;
            misnumbered = false;
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
                return; // a foreign request has no number
            }
            final long number = frame.sequence();
            final boolean possible = WriterSequences.isPossible(number);
            final Numbers its = writers.computeIfAbsent(frame.writer(), writer -> new Numbers());
            // the writer's first requests may be in a part that cannot be read
            final boolean isFirst = possible && incomplete && its.last == 0 && its.behindHole == 0;
            final long missing = possible && !isFirst ? number - its.last - 1 : 0;
            if (possible && missing >= 0 && missing <= unreadable) {
                unreadable -= missing;
                its.last = number;
            } else if (possible && its.behindHole != 0 && number == its.behindHole + 1) {
                its.behindHole = number;
            } else {
                misnumbered = true;
                its.behindHole = missing > 0 ? Math.max(its.behindHole, number) : its.behindHole;
                find("is request " + number + " of its writer, "
                        + (missing > 0
                                ? "but " + (its.last == 0 ? "no request" : "request " + its.last) + " came before it"
                                : "after request " + its.last));
            }
        }

        /** Whether the request's number is wrong for its writer, or may be wrong because earlier requests cannot be read. */
        boolean mayBeMisnumbered() {
            return misnumbered || incomplete;
        }

        /** Whether requests just before this one, or before the end, may be deleted or unreadable. */
        boolean afterGap() {
            return gap;
        }

        /** Whether there is a current document. As long as no document was found, each call looks again for the first one. */
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
            return "in " + lane().inputPosition(document().index());
        }
    }

    /** Reads the output, and reports violations that are visible in the output alone. For one thread. */
    static final class Outputs extends Walk<RecordedResults> {

        private static final long ANY = -1;

        private long last;
        private long unreadable;
        private boolean gap;

        Outputs(Lane lane, Findings findings) {
            super("out", lane, findings, lane.scanResults());
            this.gap = lane.hasDeletedResults();
            this.last = gap ? ANY : 0;
        }

        /** Goes to the next document that is a result; returns false if there is none yet. */
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
            if (last != ANY && sequence != last + 1) {
                find("is result " + sequence + ", where " + (last + 1) + " was due");
            }
            last = sequence;
            final long said = document().historyIndex();
            final long index = document().frame().request().index();
            if (said != index) {
                find("has a history that leads "
                        + (said < 0 ? "to no request" : "to " + lane().inputPosition(said))
                        + ", but a frame that answers " + lane().inputPosition(index));
            }
        }

        /** Whether results since the last call of this method may be missing, because files are deleted or cannot be read. */
        boolean takeGap() {
            final boolean taken = gap;
            gap = false;
            return taken;
        }

        /**
         * Returns the number of unreadable results since the last call of this method. Up to this number of requests may have no
         * readable result.
         */
        long takeUnreadable() {
            final long taken = unreadable;
            unreadable = 0;
            return taken;
        }

        @Override
        String place() {
            return "out " + lane().outputPosition(document().index());
        }
    }
}
