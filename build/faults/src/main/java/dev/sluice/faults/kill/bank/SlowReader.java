package dev.sluice.faults.kill.bank;

import dev.sluice.api.QueueException;
import dev.sluice.faults.kill.BrokenPromises;
import dev.sluice.faults.kill.BrokenPromises.Kind;
import dev.sluice.internal.wire.ResultFrame;
import dev.sluice.transport.Lane;
import dev.sluice.transport.ResultReader;

/**
 * A named reader that stands still now and then. Retention must wait for the reader, so that the reader misses no result. For one
 * thread.
 */
final class SlowReader implements AutoCloseable {

    private static final int AT_ONCE = 1_000;

    private final ResultReader results;
    private final BrokenPromises findings;
    private long last;
    private boolean still;

    /** Reads a lane that has no result yet. */
    SlowReader(Lane lane, BrokenPromises findings) {
        this.results = lane.results("slow").toStart();
        this.findings = findings;
    }

    void setStill(boolean stands) {
        still = stands;
    }

    /** Reads the next results, unless the reader stands still. */
    void look() {
        if (still || findings.any()) {
            return;
        }
        try {
            results.poll((index, result) -> take(result), AT_ONCE);
        } catch (final QueueException e) {
            findings.add(Kind.LOST, "the slow reader cannot read on after result " + last + ": " + e.getMessage());
        }
    }

    private void take(ResultFrame result) {
        if (result.sequence() != last + 1) {
            findings.add(
                    result.sequence() > last ? Kind.LOST : Kind.DUPLICATED,
                    "the slow reader gets result " + result.sequence() + " after " + last);
        }
        last = result.sequence();
    }

    /** Returns the number of the last result read. */
    long last() {
        return last;
    }

    @Override
    public void close() {
        results.close();
    }
}
