package dev.sluice.replay.exchange;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.internal.text.TextTable;
import dev.sluice.internal.wire.ResultKind;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/**
 * Exchanges summed up by name: how many came to what, and how long they took by their histories. In constant memory for as
 * many names as there are; times are exact to one percent. One thread.
 */
public final class Stats {

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final int DIGITS = 2;
    private static final long HIGHEST = 1L << 50; // thirteen days
    private static final double MEDIAN = 50;
    private static final double MOST = 99;
    private static final double MICROS = 1e3;

    private static final class Name {
        private final Map<ResultKind, Long> results = new EnumMap<>(ResultKind.class);
        private final Histogram waited = new Histogram(HIGHEST, DIGITS);
        private final Histogram inCall = new Histogram(HIGHEST, DIGITS);
        private final Histogram inGateway = new Histogram(HIGHEST, DIGITS);
        private final Histogram total = new Histogram(HIGHEST, DIGITS);
        private long requests;
        private long answered;

        void add(Exchange exchange) {
            requests++;
            exchange.answer().ifPresent(answer -> {
                answered++;
                results.merge(answer.frame().kind(), 1L, Long::sum);
                answer.callNanos().ifPresent(nanos -> inCall.recordValue(within(nanos)));
                if (exchange.writtenNanos() != 0 && answer.readNanos() != 0 && answer.writtenNanos() != 0) {
                    waited.recordValue(within(answer.readNanos() - exchange.writtenNanos()));
                    inGateway.recordValue(within(answer.writtenNanos() - answer.readNanos()));
                    total.recordValue(within(answer.writtenNanos() - exchange.writtenNanos()));
                }
            });
        }

        /** Clocks may be set. */
        private static long within(long nanos) {
            return Math.max(0, Math.min(HIGHEST, nanos));
        }

        long waiting() {
            return requests - answered;
        }

        long count(ResultKind kind) {
            return results.getOrDefault(kind, 0L);
        }
    }

    private final Map<String, Name> names = new TreeMap<>();
    private final Name all = new Name();

    /** Counts one. */
    public void add(Exchange exchange) {
        names.computeIfAbsent(exchange.name(), name -> new Name()).add(exchange);
        all.add(exchange);
    }

    /** For people: a line for each name and one for all. */
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
                number(counts.requests),
                number(counts.waiting()),
                number(counts.count(ResultKind.ROWS)),
                number(counts.count(ResultKind.NOT_FOUND)),
                number(counts.count(ResultKind.UPDATED)),
                number(counts.count(ResultKind.REPLIED)),
                number(counts.count(ResultKind.FAILED)),
                percentiles(counts.waited),
                percentiles(counts.inCall),
                percentiles(counts.inGateway),
                withMost(counts.total));
    }

    private static String number(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    private static String withMost(Histogram times) {
        return times.getTotalCount() == 0
                ? percentiles(times)
                : percentiles(times) + "/" + Times.duration(times.getMaxValue());
    }

    private static String percentiles(Histogram times) {
        if (times.getTotalCount() == 0) {
            return "-";
        }
        return Times.duration(times.getValueAtPercentile(MEDIAN)) + "/"
                + Times.duration(times.getValueAtPercentile(MOST));
    }

    /** For programs: an object for each name, times in microseconds. */
    public List<String> json() {
        return names.entrySet().stream()
                .map(each -> json(each.getKey(), each.getValue()))
                .toList();
    }

    private static String json(String name, Name counts) {
        final ObjectNode line = MAPPER.createObjectNode();
        line.put("name", name).put("requests", counts.requests).put("waiting", counts.waiting());
        for (final ResultKind kind : ResultKind.values()) {
            line.put(kind.name().toLowerCase(Locale.ROOT), counts.count(kind));
        }
        times(line.putObject("waitMicros"), counts.waited);
        times(line.putObject("gatewayMicros"), counts.inGateway);
        times(line.putObject("totalMicros"), counts.total);
        times(line.putObject("callMicros"), counts.inCall);
        return line.toString();
    }

    private static void times(ObjectNode node, Histogram times) {
        node.put("p50", times.getValueAtPercentile(MEDIAN) / MICROS)
                .put("p99", times.getValueAtPercentile(MOST) / MICROS)
                .put("max", times.getMaxValue() / MICROS);
    }
}
