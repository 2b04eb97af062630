package dev.sluice.service.look;

import dev.sluice.api.Failure;
import dev.sluice.api.FailureKind;
import dev.sluice.api.Position;
import dev.sluice.internal.wire.ResultFrame;
import dev.sluice.internal.wire.ResultKind;
import dev.sluice.service.exchange.Amounts;
import dev.sluice.service.exchange.ResultParts;
import dev.sluice.service.jdbc.sql.StatementName;
import dev.sluice.service.look.Queues.Calls;
import dev.sluice.service.look.Queues.Chunks;
import dev.sluice.service.look.Queues.Failed;
import dev.sluice.service.look.Queues.Failures;
import dev.sluice.service.look.Queues.Recent;
import dev.sluice.transport.Lane;
import dev.sluice.transport.RecordedResults;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.HdrHistogram.Histogram;

/** Reads a limited number of the last results and summarizes them. Confined to one thread. */
final class RecentResults {

    private static final int DIGITS = 3;
    private static final double MEDIAN = 50;
    private static final double MOST = 99;
    private static final int FEW = 20;

    private final Lane pair;
    private final Map<FailureKind, Failures> failures = new EnumMap<>(FailureKind.class);
    private final Deque<Failed> last = new ArrayDeque<>(FEW);
    private final Histogram chunks = new Histogram(DIGITS);
    private final Map<Long, Answered> calls = new HashMap<>();
    private long results;
    private long sinceNanos;
    private long lastNanos;
    private long readNanos;
    private long chunk;
    private boolean cut;

    /** The requests that one call answered: their number, and the names of their operations. */
    private static final class Answered {

        private final Set<String> names = new HashSet<>(2);
        private int requests;
    }

    RecentResults(Lane pair, long limit) {
        this.pair = pair;
        try (RecordedResults scan = pair.lastResults(limit)) {
            while (scan.next()) {
                add(scan);
            }
        }
        endChunk();
    }

    private void add(RecordedResults scan) {
        results++;
        lastNanos = scan.writtenNanos();
        sinceNanos = results == 1 ? lastNanos : sinceNanos;
        if (scan.unreadable().isEmpty()) {
            cut |= results == 1 && scan.frame().sequence() > 1;
            addToChunk(scan.requestReadNanos());
            addToCall(scan.frame());
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

    /** Counts the chunk that ends here. Leaves out the first chunk if a part of it may lie before the results that are read. */
    private void endChunk() {
        if (chunk > 0 && readNanos != 0 && !cut) {
            chunks.recordValue(chunk);
        }
        cut &= chunk == 0;
        chunk = 0;
    }

    private void addToCall(ResultFrame result) {
        if (result.begunNanos() != 0) {
            final Answered call = calls.computeIfAbsent(result.begunNanos(), begun -> new Answered());
            call.requests++;
            call.names.add(StatementName.of(result.request().name()));
        }
    }

    private void addFailure(RecordedResults scan) {
        final Failure failure = ResultParts.of(scan.frame()).failure().orElseThrow();
        final FailureKind kind = failure.kind();
        final Position position = pair.inputPosition(scan.frame().request().index());
        final String name = StatementName.of(scan.frame().request().name());
        final Failures before = failures.get(kind);
        failures.put(kind, new Failures(kind, before == null ? 1 : before.count() + 1, position, name));
        if (last.size() == FEW) {
            last.removeLast();
        }
        last.addFirst(new Failed("", position, name, failure, Amounts.instant(scan.writtenNanos())));
    }

    /** Returns when the last result was written; empty if the result has no time. */
    Optional<Instant> lastTime() {
        return Amounts.instant(lastNanos);
    }

    private Optional<Calls> calls() {
        if (calls.isEmpty()) {
            return Optional.empty();
        }
        final Histogram sizes = new Histogram(DIGITS);
        final Map<String, Histogram> byName = new HashMap<>();
        for (final Answered call : calls.values()) {
            sizes.recordValue(call.requests);
            call.names.forEach(name ->
                    byName.computeIfAbsent(name, its -> new Histogram(DIGITS)).recordValue(call.requests));
        }
        final Optional<Map.Entry<String, Histogram>> smallest = byName.entrySet().stream()
                .min(Comparator.comparingDouble(its -> its.getValue().getMean()));
        return Optional.of(new Calls(
                sizes.getTotalCount(),
                sizes.getValueAtPercentile(MEDIAN),
                sizes.getMaxValue(),
                smallest.orElseThrow().getKey(),
                smallest.orElseThrow().getValue().getMean()));
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
        return new Recent(results, Amounts.instant(sinceNanos), sorted, sizes, calls(), List.copyOf(last));
    }
}
