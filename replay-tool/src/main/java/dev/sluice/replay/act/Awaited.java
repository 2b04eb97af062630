package dev.sluice.replay.act;

import dev.sluice.api.Position;
import dev.sluice.internal.queue.QueuePair;
import dev.sluice.internal.queue.ResultLog.LastAnswered;
import dev.sluice.replay.exchange.ResultParts;
import dev.sluice.replay.exchange.Selection;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;

/**
 * What came of requests that were just written again.
 *
 * @param counts how many came to what, by name and then by the words of {@link ResultParts}
 */
public record Awaited(Map<String, Map<String, Long>> counts) {

    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    /**
     * Waits until a gateway has answered the last of them, or it is ended; then what is not answered waits.
     *
     * @param writer the id of the writer that wrote them
     * @param from where the first of them was written
     * @param to where the last of them was written
     * @param ended whether to wait no more
     * @param progress is told how many of the requests in front of the last one are answered
     */
    public static Awaited await(
            QueuePair pair, long writer, Position from, Position to, BooleanSupplier ended, LongConsumer progress) {
        final Awaited awaited = new Awaited(new TreeMap<>());
        final long first = pair.inputIndex(from);
        final long last = pair.inputIndex(to);
        long answered = answered(pair);
        while (answered < last && !ended.getAsBoolean()) {
            progress.accept(Math.max(0, answered - first));
            LockSupport.parkNanos(PAUSE_NANOS);
            answered = answered(pair);
        }
        Selection.from(OptionalLong.of(first))
                .upTo(pair, last)
                .each(
                        pair,
                        exchange -> exchange.request()
                                .filter(request -> request.writer() == writer)
                                .ifPresent(request -> awaited.add(
                                        request.name(),
                                        exchange.answer()
                                                .map(answer -> ResultParts.of(answer.frame())
                                                        .kind())
                                                .orElse(ResultParts.WAITING))));
        return awaited;
    }

    private static long answered(QueuePair pair) {
        return pair.lastAnswered().map(LastAnswered::requestIndex).orElse(-1L);
    }

    private void add(String name, String outcome) {
        counts.computeIfAbsent(name, key -> new TreeMap<>()).merge(outcome, 1L, Long::sum);
    }

    /** Whether some failed, or wait still. */
    public boolean isIncomplete() {
        return counts.values().stream()
                .anyMatch(outcomes -> outcomes.containsKey("failed") || outcomes.containsKey(ResultParts.WAITING));
    }
}
