package dev.sluice.service.look;

import dev.sluice.api.FailureKind;
import dev.sluice.api.Position;
import dev.sluice.internal.wire.ResultFrame;
import dev.sluice.service.exchange.Amounts;
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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/** Reads a limited number of the last results and summarizes them. Confined to one thread. */
final class RecentResults {

    private static final int DIGITS = 3;
    private static final double MEDIAN = 50;
    private static final double MOST = 99;
    private static final int FEW = 20;

    private final Map<FailureKind, Failures> failures = new EnumMap<>(FailureKind.class);
    private final Deque<Failed> last = new ArrayDeque<>(FEW);
    /** How many requests were read at each time. */
    private final Map<Long, Long> chunks = new HashMap<>();
    /** For each call, identified by the time when it began, how many requests it answered, by the name of their operation. */
    private final Map<Long, Map<String, Long>> calls = new HashMap<>();

    private long results;
    private long sinceNanos;
    private long lastNanos;

    private RecentResults() {}

    static Recent of(Lane pair, long limit) {
        final RecentResults read = new RecentResults();
        try (RecordedResults scan = pair.lastResults(limit)) {
            long partOfChunk = 0;
            while (scan.next()) {
                read.add(pair, scan);
                if (read.results == 1
                        && scan.unreadable().isEmpty()
                        && scan.frame().sequence() > 1) {
                    partOfChunk = scan.requestReadNanos(); // the other part may lie before the results that are read
                }
            }
            read.chunks.keySet().removeAll(List.of(0L, partOfChunk));
        }
        return read.sum();
    }

    private void add(Lane pair, RecordedResults scan) {
        results++;
        lastNanos = scan.writtenNanos();
        sinceNanos = results == 1 ? lastNanos : sinceNanos;
        if (!scan.unreadable().isEmpty()) {
            return;
        }
        final ResultFrame result = scan.frame();
        final String name = StatementName.of(result.request().name());
        chunks.merge(scan.requestReadNanos(), 1L, Long::sum);
        if (result.begunNanos() != 0) {
            calls.computeIfAbsent(result.begunNanos(), call -> new HashMap<>()).merge(name, 1L, Long::sum);
        }
        if (result.body() instanceof ResultFrame.Failed body) {
            final Position position = pair.inputPosition(result.request().index());
            final Optional<Instant> at = Amounts.instant(scan.writtenNanos());
            add(new Failed("", position, name, body.failure(), at));
        }
    }

    private void add(Failed failed) {
        failures.merge(
                failed.failure().kind(),
                new Failures(failed.failure().kind(), 1, failed.position(), failed.name()),
                (before, its) -> new Failures(its.kind(), before.count() + 1, its.lastPosition(), its.lastName()));
        if (last.size() == FEW) {
            last.removeLast();
        }
        last.addFirst(failed);
    }

    private Recent sum() {
        final Comparator<Failures> byCount = Comparator.comparingLong(Failures::count);
        return new Recent(
                results,
                Amounts.instant(sinceNanos),
                failures.values().stream().sorted(byCount.reversed()).toList(),
                chunks.isEmpty() ? Optional.empty() : Optional.of(sumOfChunks()),
                sumOfCalls(),
                List.copyOf(last),
                Amounts.instant(lastNanos));
    }

    private Chunks sumOfChunks() {
        final Histogram sizes = new Histogram(DIGITS);
        chunks.values().forEach(sizes::recordValue);
        final long median = sizes.getValueAtPercentile(MEDIAN);
        return new Chunks(sizes.getTotalCount(), median, sizes.getValueAtPercentile(MOST), sizes.getMaxValue());
    }

    private Optional<Calls> sumOfCalls() {
        final Histogram sizes = new Histogram(DIGITS);
        final Map<String, Histogram> byName = new HashMap<>();
        for (final Map<String, Long> names : calls.values()) {
            final long size = names.values().stream().reduce(0L, Long::sum);
            sizes.recordValue(size);
            names.keySet()
                    .forEach(name -> byName.computeIfAbsent(name, its -> new Histogram(DIGITS))
                            .recordValue(size));
        }
        final long median = sizes.getValueAtPercentile(MEDIAN);
        return byName.entrySet().stream()
                .map(its -> new Calls(
                        sizes.getTotalCount(),
                        median,
                        sizes.getMaxValue(),
                        its.getKey(),
                        its.getValue().getMean()))
                .min(Comparator.comparingDouble(Calls::smallestMean));
    }
}
