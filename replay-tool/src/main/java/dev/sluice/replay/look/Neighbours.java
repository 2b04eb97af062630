package dev.sluice.replay.look;

import dev.sluice.internal.queue.QueuePair;
import dev.sluice.internal.queue.ResultLog.LastAnswered;
import dev.sluice.internal.queue.scan.DocumentScan.ResultScan;
import dev.sluice.replay.exchange.Exchange;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Finds by their times the requests that had something together with another one. By search: results are written in the
 * order of their requests, so that the times at which requests were read, and results written, grow along the output.
 *
 * @param index of the answered request whose neighbours are looked for
 */
record Neighbours(QueuePair pair, long index) {

    /** The most results to look at: a call's lie in one window, which is a few chunks. */
    private static final int MOST = 200_000;

    /** The clock of histories and that of calls may differ by so much. */
    private static final long CLOCKS_APART_NANOS = 20_000_000;

    /** Those that were read in one go with it; empty if the times do not tell. */
    Optional<Life.Together> readAt(long readNanos) {
        final OptionalLong first = pair.output().firstReadSince(readNanos);
        final OptionalLong next = pair.output().firstReadSince(readNanos + 1);
        final long behind = next.orElseGet(this::behindLastAnswered);
        if (first.isEmpty() || first.getAsLong() > index || behind <= index) {
            return Optional.empty(); // somebody has set the clock back
        }
        final long count = pair.input().between(first.getAsLong(), behind);
        final boolean rolled = pair.inputPosition(behind).sequence() == 0; // in front of it is another file's last one
        return Optional.of(
                together(count, first.getAsLong(), rolled ? first.getAsLong() + count - 1 : behind - 1, true));
    }

    private long behindLastAnswered() {
        return pair.lastAnswered().map(LastAnswered::requestIndex).orElse(index) + 1;
    }

    /** Those that one call answered. None of them was written before it ended, or read when it had begun. */
    Life.Together in(Exchange.Call call) {
        long count = 0;
        long first = index;
        long last = index;
        long looked = 0;
        boolean behind = false;
        try (ResultScan scan = pair.output().scanSince(call.endedNanos() - CLOCKS_APART_NANOS)) {
            while (!behind && looked < MOST && scan.next()) {
                looked++;
                if (scan.callBegunNanos() == call.begunNanos() && scan.callEndedNanos() == call.endedNanos()) {
                    first = count == 0 ? scan.historyIndex() : first;
                    last = scan.historyIndex();
                    count++;
                }
                behind = scan.requestReadNanos() > call.begunNanos() && scan.historyIndex() > index;
            }
        }
        return count == 0 ? together(1, index, index, false) : together(count, first, last, looked < MOST);
    }

    private Life.Together together(long count, long first, long last, boolean all) {
        return new Life.Together(count, pair.inputPosition(first), pair.inputPosition(last), all);
    }
}
