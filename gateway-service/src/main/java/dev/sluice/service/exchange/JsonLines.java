package dev.sluice.service.exchange;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.api.RequestRef;
import dev.sluice.api.Row;
import dev.sluice.api.Rows;
import dev.sluice.internal.wire.Arguments;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.service.exchange.Exchange.Side;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Exchanges as JSON for programs, one object on each line. The request and the result can be restored from a line, because the
 * line contains the values as {@link ValueJson#plain} writes them, together with their types.
 * {@code docs/reference/wire-format.md} describes the format; later versions only add members.
 */
public final class JsonLines {

    private JsonLines() {}

    /** Returns the object for one line. */
    public static ObjectNode object(Exchange exchange, Side side) {
        final ObjectNode line = Json.object();
        line.put("position", exchange.position().toString());
        if (side != Side.results) {
            time(line, "written", exchange.writtenNanos());
            exchange.request()
                    .ifPresentOrElse(
                            request -> request(line, request), () -> line.put("unreadable", exchange.unreadable()));
        }
        if (side != Side.requests) {
            exchange.answer()
                    .ifPresentOrElse(
                            answer -> answer(line, exchange, answer, side),
                            () -> line.put("outcome", ResultParts.WAITING));
        }
        return line;
    }

    private static void request(ObjectNode line, RequestFrame request) {
        line.put("method", request.kind().event()).put("name", request.name());
        final Arguments arguments = request.arguments();
        final ArrayNode values = line.putArray("arguments");
        arguments.values().forEach(value -> values.addPOJO(ValueJson.plain(value)));
        final ArrayNode types = line.putArray("types");
        for (int i = 0; i < arguments.count(); i++) {
            types.add(ValueJson.name(arguments.type(i)));
        }
        writer(line, request.writer(), request.sequence());
        if (!request.headers().isEmpty()) {
            line.putPOJO("headers", request.headers());
        }
    }

    private static ObjectNode writer(ObjectNode line, long writer, long sequence) {
        return line.put("writer", Long.toHexString(writer)).put("sequence", sequence);
    }

    private static void answer(ObjectNode line, Exchange exchange, Exchange.Answer answer, Side side) {
        final RequestRef request = answer.frame().request();
        if (side == Side.results) {
            line.put("name", request.name());
        }
        final ResultParts outcome = ResultParts.of(answer.frame());
        line.put("outcome", outcome.kind());
        outcome.count().ifPresent(count -> line.put("count", count));
        outcome.failure().ifPresent(failure -> line.set("failure", Json.of(failure)));
        outcome.rows().ifPresent(rows -> rows(line, rows));
        line.put("result", answer.position().toString());
        time(line, "read", answer.readNanos());
        time(line, "answered", answer.writtenNanos());
        answer.call().ifPresent(call -> {
            time(line, "callBegun", call.begunNanos());
            time(line, "callEnded", call.endedNanos());
        });
        line.put("asked", answer.asked())
                .put("resultNumber", answer.frame().sequence())
                .put("gatewayRun", Long.toHexString(answer.frame().writer()));
        if (side == Side.both) {
            line.put("index", request.index());
            final Optional<RequestRef> beside = exchange.request().map(asked -> asked.ref(request.index()));
            if (!beside.equals(Optional.of(request))) {
                writer(line.putObject("answers").put("name", request.name()), request.writer(), request.sequence());
            }
        }
    }

    private static void rows(ObjectNode line, Rows rows) {
        final List<String> names = rows.columns().names();
        final boolean named = new HashSet<>(names).size() == names.size();
        line.putPOJO("columns", names).putPOJO("columnTypes", types(rows));
        final ArrayNode array = line.putArray("rows");
        rows.forEach(row -> array.addPOJO(named ? named(row) : values(row, ValueJson::plain)));
    }

    private static Map<String, Object> named(Row row) {
        final Map<String, Object> values = new LinkedHashMap<>(row.toMap());
        values.replaceAll((name, value) -> ValueJson.plain(value));
        return values;
    }

    private static <T> List<T> values(Row row, Function<Object, T> shown) {
        final IntStream columns = IntStream.range(0, row.size());
        return columns.mapToObj(i -> shown.apply(row.get(i))).toList();
    }

    /** Returns the type of each column. If a column has values of several types, returns the type of each value in each row. */
    private static List<?> types(Rows rows) {
        final String none = ValueJson.type(null);
        final List<List<String>> each = new ArrayList<>();
        rows.forEach(row -> each.add(values(row, ValueJson::type)));
        final List<String> columns = new ArrayList<>();
        for (int i = 0; i < rows.columns().size(); i++) {
            final int column = i;
            final Set<String> its = each.stream().map(row -> row.get(column)).collect(Collectors.toSet());
            its.remove(none);
            if (its.size() > 1) {
                return each;
            }
            columns.add(its.isEmpty() ? none : its.iterator().next());
        }
        return columns;
    }

    private static void time(ObjectNode line, String name, long nanos) {
        Amounts.instant(nanos).ifPresent(time -> line.put(name, time.toString()));
    }
}
