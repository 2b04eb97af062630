package dev.sluice.replay.exchange;

import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.internal.text.TextTable;
import dev.sluice.internal.wire.ResultKind;
import dev.sluice.service.exchange.Amounts;
import dev.sluice.service.exchange.Exchange;
import dev.sluice.service.exchange.Json;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/**
 * Counts exchanges and their outcomes by name, and collects how long they took, from the times in the messages. Needs constant
 * memory for each name; times are exact to one percent. For one thread.
 */
public final class Stats {

    private static final int DIGITS = 2;
    private static final long HIGHEST = 1L << 50; // thirteen days
    private static final double MEDIAN = 50;
    private static final double MOST = 99;
    private static final double MICROS = 1e3;

    /** The measured spans of time, in the order of the JSON. */
    private enum Span {
        WAIT,
        GATEWAY,
        TOTAL,
        CALL
    }

    private static final class Name {
        private final Map<ResultKind, Long> results = new EnumMap<>(ResultKind.class);
        private final Map<Span, Histogram> times = new EnumMap<>(Span.class);
        private long requests;
        private long answered;

        private Name() {
            for (final Span span : Span.values()) {
                times.put(span, new Histogram(HIGHEST, DIGITS));
            }
        }

        void add(Exchange exchange) {
            requests++;
            exchange.answer().ifPresent(answer -> {
                answered++;
                results.merge(answer.frame().kind(), 1L, Long::sum);
                answer.call().ifPresent(call -> add(Span.CALL, call.endedNanos() - call.begunNanos()));
                final long written = exchange.writtenNanos();
                if (written != 0 && answer.readNanos() != 0 && answer.writtenNanos() != 0) {
                    add(Span.WAIT, answer.readNanos() - written);
                    add(Span.GATEWAY, answer.writtenNanos() - answer.readNanos());
                    add(Span.TOTAL, answer.writtenNanos() - written);
                }
            });
        }

        /** Limits the value, because a clock that was set can make a span negative or huge. */
        private void add(Span span, long nanos) {
            times.get(span).recordValue(Math.max(0, Math.min(HIGHEST, nanos)));
        }

        private String count(ResultKind kind) {
            return Amounts.count(results.getOrDefault(kind, 0L));
        }

        private String percentiles(Span span) {
            final Histogram its = times.get(span);
            return its.getTotalCount() == 0
                    ? "-"
                    : Amounts.nanos(its.getValueAtPercentile(MEDIAN)) + "/"
                            + Amounts.nanos(its.getValueAtPercentile(MOST))
                            + (span == Span.TOTAL ? "/" + Amounts.nanos(its.getMaxValue()) : "");
        }
    }

    private final Map<String, Name> names = new TreeMap<>();
    private final Name all = new Name();

    /** Counts one exchange. */
    public void add(Exchange exchange) {
        names.computeIfAbsent(exchange.name(), name -> new Name()).add(exchange);
        all.add(exchange);
    }

    /** Returns a table for people: a line for each name, and one for all. */
    public String text() {
        final TextTable table = new TextTable(
                "NAME",
                "REQUESTS",
                "WAITING",
                "FOUND",
                "NOT FOUND",
                "UPDATED",
                "REPLIED",
                "FAILED",
                "WAIT p50/p99",
                "CALL p50/p99",
                "GATEWAY p50/p99",
                "TOTAL p50/p99/MAX");
        names.forEach((name, counts) -> row(table, name.isEmpty() ? "(cannot be read)" : name, counts));
        row(table, "(all)", all);
        return table.text();
    }

    private static void row(TextTable table, String name, Name counts) {
        table.add(
                name,
                Amounts.count(counts.requests),
                Amounts.count(counts.requests - counts.answered),
                counts.count(ResultKind.ROWS),
                counts.count(ResultKind.NOT_FOUND),
                counts.count(ResultKind.UPDATED),
                counts.count(ResultKind.REPLIED),
                counts.count(ResultKind.FAILED),
                counts.percentiles(Span.WAIT),
                counts.percentiles(Span.CALL),
                counts.percentiles(Span.GATEWAY),
                counts.percentiles(Span.TOTAL));
    }

    /** Returns an object for each name, for programs; times are in microseconds. */
    @JsonValue
    public List<ObjectNode> json() {
        return names.entrySet().stream()
                .map(each -> json(each.getKey(), each.getValue()))
                .toList();
    }

    private static ObjectNode json(String name, Name counts) {
        final ObjectNode line = Json.object();
        line.put("name", name).put("requests", counts.requests).put("waiting", counts.requests - counts.answered);
        for (final ResultKind kind : ResultKind.values()) {
            line.put(kind.name().toLowerCase(Locale.ROOT), counts.results.getOrDefault(kind, 0L));
        }
        counts.times.forEach((span, times) -> line.putObject(span.name().toLowerCase(Locale.ROOT) + "Micros")
                .put("p50", times.getValueAtPercentile(MEDIAN) / MICROS)
                .put("p99", times.getValueAtPercentile(MOST) / MICROS)
                .put("max", times.getMaxValue() / MICROS));
        return line;
    }
}
