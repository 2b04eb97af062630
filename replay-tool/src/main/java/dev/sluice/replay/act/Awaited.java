package dev.sluice.replay.act;

import dev.sluice.internal.queue.QueuePair;
import dev.sluice.internal.queue.document.LastAnswered;
import dev.sluice.replay.exchange.Exchange;
import dev.sluice.replay.exchange.Exchanges;
import dev.sluice.replay.exchange.ResultParts;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;

/** What came of requests that were just written again: how many to what, by name. One thread. */
public final class Awaited {

    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final Map<String, Map<String, Long>> counts = new TreeMap<>();

    /**
     * Waits until a gateway has answered the last of them, or it is ended; then what is not answered waits.
     *
     * @param writer the id of the writer that wrote them
     * @param plan says where they were written
     * @param ended whether to wait no more
     * @param progress is told how many of the requests in front of the last one are answered
     */
    public static Awaited await(
            QueuePair pair, long writer, RedrivePlan plan, BooleanSupplier ended, LongConsumer progress) {
        final Awaited awaited = new Awaited();
        if (plan.firstWritten().isPresent()) {
            final long first = pair.inputIndex(plan.firstWritten().get());
            final long last = pair.inputIndex(plan.lastWritten().orElseThrow());
            long answered = answered(pair);
            while (answered < last && !ended.getAsBoolean()) {
                progress.accept(Math.max(0, answered - first));
                LockSupport.parkNanos(PAUSE_NANOS);
                answered = answered(pair);
            }
            awaited.read(pair, writer, first, last);
        }
        return awaited;
    }

    private static long answered(QueuePair pair) {
        return pair.lastAnswered().map(LastAnswered::requestIndex).orElse(-1L);
    }

    private void read(QueuePair pair, long writer, long first, long last) {
        try (Exchanges exchanges = Exchanges.open(pair, OptionalLong.of(first))) {
            Optional<Exchange> next = exchanges.next();
            while (next.isPresent() && pair.inputIndex(next.get().position()) <= last) {
                next.filter(exchange -> isBy(writer, exchange)).ifPresent(this::add);
                next = exchanges.next();
            }
        }
    }

    private static boolean isBy(long writer, Exchange exchange) {
        return exchange.request().filter(request -> request.writer() == writer).isPresent();
    }

    private void add(Exchange exchange) {
        final String outcome = exchange.answer()
                .map(answer -> ResultParts.of(answer.frame()).kind())
                .orElse(ResultParts.WAITING);
        counts.computeIfAbsent(exchange.name(), name -> new TreeMap<>()).merge(outcome, 1L, Long::sum);
    }

    /** How many came to what, by name and then by the words of {@link ResultParts}. */
    public Map<String, Map<String, Long>> counts() {
        return Collections.unmodifiableMap(counts);
    }

    /** How many came to that. */
    public long count(String outcome) {
        return counts.values().stream()
                .mapToLong(name -> name.getOrDefault(outcome, 0L))
                .sum();
    }
}
