package dev.sluice.replay.look;

import dev.sluice.api.FailureKind;
import dev.sluice.internal.queue.QueuePair;
import dev.sluice.internal.queue.scan.DocumentScan.ResultScan;
import dev.sluice.internal.wire.ResultKind;
import dev.sluice.replay.exchange.Amounts;
import dev.sluice.replay.exchange.ResultParts;
import dev.sluice.replay.look.Status.Chunks;
import dev.sluice.replay.look.Status.Failures;
import dev.sluice.replay.look.Status.Recent;
import java.time.Instant;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/** Reads the last results, so many at most, and sums them up. One thread. */
final class RecentResults {

    private static final int DIGITS = 3;
    private static final double MEDIAN = 50;
    private static final double MOST = 99;

    private final QueuePair pair;
    private final Map<FailureKind, Failures> failures = new EnumMap<>(FailureKind.class);
    private final Histogram chunks = new Histogram(DIGITS);
    private long results;
    private long sinceNanos;
    private long lastNanos;
    private long readNanos;
    private long chunk;
    private boolean cut;

    RecentResults(QueuePair pair, long limit) {
        this.pair = pair;
        try (ResultScan scan = pair.output().scanLast(limit)) {
            while (scan.next()) {
                add(scan);
            }
        }
        endChunk();
    }

    private void add(ResultScan scan) {
        results++;
        lastNanos = scan.writtenNanos();
        sinceNanos = results == 1 ? lastNanos : sinceNanos;
        if (scan.unreadable().isEmpty()) {
            cut |= results == 1 && scan.frame().sequence() > 1;
            addToChunk(scan.requestReadNanos());
            if (scan.frame().kind() == ResultKind.FAILED) {
                addFailure(scan);
            }
        }
    }

    private void addToChunk(long nanos) {
        if (nanos != readNanos) {
            endChunk();
            readNanos = nanos;
        }
        chunk++;
    }

    /** The first one may have begun before what is read, and is left out then. */
    private void endChunk() {
        if (chunk > 0 && readNanos != 0 && !cut) {
            chunks.recordValue(chunk);
        }
        cut &= chunk == 0;
        chunk = 0;
    }

    private void addFailure(ResultScan scan) {
        final FailureKind kind =
                ResultParts.of(scan.frame()).failure().orElseThrow().kind();
        final Failures before = failures.get(kind);
        failures.put(
                kind,
                new Failures(
                        kind,
                        before == null ? 1 : before.count() + 1,
                        pair.inputPosition(scan.frame().request().index()),
                        scan.frame().request().name()));
    }

    /** When the last one was written, if it says so. */
    Optional<Instant> lastTime() {
        return Amounts.instant(lastNanos);
    }

    Recent sum() {
        final List<Failures> sorted = failures.values().stream()
                .sorted(Comparator.comparingLong(Failures::count).reversed())
                .toList();
        final Optional<Chunks> sizes = chunks.getTotalCount() == 0
                ? Optional.empty()
                : Optional.of(new Chunks(
                        chunks.getTotalCount(),
                        chunks.getValueAtPercentile(MEDIAN),
                        chunks.getValueAtPercentile(MOST),
                        chunks.getMaxValue()));
        return new Recent(results, Amounts.instant(sinceNanos), sorted, sizes);
    }
}
