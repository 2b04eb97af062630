package dev.sluice.service.exchange;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.api.Row;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.service.exchange.Exchange.Side;
import java.util.function.UnaryOperator;

/** An object on each line, for programs, with values as {@link ValueJson#plain} has them. Members are only ever added. */
public final class JsonLines {

    private JsonLines() {}

    /** The object of one line. */
    public static ObjectNode object(Exchange exchange, Side side) {
        final ObjectNode line = Json.object();
        line.put("position", exchange.position().toString());
        if (side != Side.results) {
            time(line, "written", exchange.writtenNanos());
            exchange.request()
                    .ifPresentOrElse(
                            request -> request(line, request, ValueJson::plain),
                            () -> line.put("unreadable", exchange.unreadable()));
        }
        if (side != Side.requests) {
            exchange.answer()
                    .ifPresentOrElse(
                            answer -> answer(line, answer, side), () -> line.put("outcome", ResultParts.WAITING));
        }
        return line;
    }

    /** Adds what a request says, its values by that encoder. */
    public static void request(ObjectNode line, RequestFrame request, UnaryOperator<Object> encoder) {
        line.put("method", request.kind().event()).put("name", request.name());
        final ArrayNode arguments = line.putArray("arguments");
        request.arguments().values().forEach(value -> arguments.addPOJO(encoder.apply(value)));
        line.put("writer", Long.toHexString(request.writer())).put("sequence", request.sequence());
        if (!request.headers().isEmpty()) {
            line.putPOJO("headers", request.headers());
        }
    }

    /** Adds what a result came to, but for its rows. */
    public static void outcome(ObjectNode line, ResultParts outcome) {
        line.put("outcome", outcome.kind());
        outcome.count().ifPresent(count -> line.put("count", count));
        outcome.failure().ifPresent(failure -> line.set("failure", Json.of(failure)));
    }

    private static void answer(ObjectNode line, Exchange.Answer answer, Side side) {
        if (side == Side.results) {
            line.put("name", answer.frame().request().name());
        }
        final ResultParts outcome = ResultParts.of(answer.frame());
        outcome(line, outcome);
        outcome.rows().ifPresent(rows -> {
            final ArrayNode array = line.putArray("rows");
            rows.forEach(row -> row(array.addObject(), row));
        });
        line.put("result", answer.position().toString());
        time(line, "read", answer.readNanos());
        time(line, "answered", answer.writtenNanos());
        answer.call().ifPresent(call -> {
            time(line, "callBegun", call.begunNanos());
            time(line, "callEnded", call.endedNanos());
        });
        line.put("asked", answer.asked());
    }

    private static void row(ObjectNode line, Row row) {
        for (int i = 0; i < row.size(); i++) {
            line.putPOJO(row.columns().names().get(i), ValueJson.plain(row.get(i)));
        }
    }

    private static void time(ObjectNode line, String name, long nanos) {
        Amounts.instant(nanos).ifPresent(time -> line.put(name, time.toString()));
    }
}
