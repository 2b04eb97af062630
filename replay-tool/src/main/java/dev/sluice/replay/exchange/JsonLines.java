package dev.sluice.replay.exchange;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.api.OtherValue;
import dev.sluice.api.Row;
import dev.sluice.api.Rows;
import dev.sluice.internal.wire.RequestFrame;
import java.math.BigDecimal;

/**
 * An object on each line, for programs. Members are only ever added. Numbers are numbers, decimals with all their digits;
 * dates, times and UUIDs are text as ISO 8601 and RFC 4122 write them; bytes are Base64; what has no wire type of its own is
 * its text.
 */
public record JsonLines(Side side) implements Lines {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    @Override
    public String line(Exchange exchange) {
        return object(exchange).toString();
    }

    /** The object of that line. */
    public ObjectNode object(Exchange exchange) {
        final ObjectNode line = MAPPER.createObjectNode();
        line.put("position", exchange.position().toString());
        if (side != Side.results) {
            request(line, exchange);
        }
        if (side != Side.requests) {
            exchange.answer()
                    .ifPresentOrElse(answer -> answer(line, answer), () -> line.put("outcome", ResultParts.WAITING));
        }
        return line;
    }

    private static void request(ObjectNode line, Exchange exchange) {
        if (exchange.writtenNanos() != 0) {
            line.put("written", Times.of(exchange.writtenNanos()));
        }
        if (exchange.request().isEmpty()) {
            line.put("unreadable", exchange.unreadable());
            return;
        }
        final RequestFrame request = exchange.request().get();
        line.put("method", request.kind().event()).put("name", request.name());
        final ArrayNode arguments = line.putArray("arguments");
        request.arguments().values().forEach(value -> add(arguments, value));
        line.put("writer", Long.toHexString(request.writer())).put("sequence", request.sequence());
        if (!request.headers().isEmpty()) {
            final ObjectNode headers = line.putObject("headers");
            request.headers().forEach(headers::put);
        }
    }

    private void answer(ObjectNode line, Exchange.Answer answer) {
        final ResultParts outcome = ResultParts.of(answer.frame());
        if (side == Side.results) {
            line.put("name", answer.frame().request().name());
        }
        line.put("outcome", outcome.kind());
        outcome.rows().ifPresent(rows -> rows(line.putArray("rows"), rows));
        outcome.count().ifPresent(count -> line.put("count", count));
        outcome.failure()
                .ifPresent(failure -> line.putObject("failure")
                        .put("kind", failure.kind().name())
                        .put("code", failure.code())
                        .put("message", failure.message())
                        .put("retryable", failure.retryable()));
        line.put("result", answer.position().toString());
        if (answer.readNanos() != 0) {
            line.put("read", Times.of(answer.readNanos()));
        }
        if (answer.writtenNanos() != 0) {
            line.put("answered", Times.of(answer.writtenNanos()));
        }
        answer.call().ifPresent(call -> {
            if (call.isMade()) {
                line.put("callBegun", Times.of(call.begunNanos())).put("callEnded", Times.of(call.endedNanos()));
            }
            line.put("asked", answer.asked());
        });
    }

    private static void rows(ArrayNode array, Rows rows) {
        for (final Row row : rows) {
            final ObjectNode object = array.addObject();
            for (int i = 0; i < row.size(); i++) {
                final ArrayNode value = MAPPER.createArrayNode();
                add(value, row.get(i));
                object.set(row.columns().names().get(i), value.get(0));
            }
        }
    }

    private static void add(ArrayNode array, Object value) {
        if (value == null) {
            array.addNull();
        } else if (value instanceof Boolean flag) {
            array.add(flag);
        } else if (value instanceof Long number) {
            array.add(number);
        } else if (value instanceof Double number) {
            if (Double.isFinite(number)) {
                array.add(number);
            } else {
                array.add(number.toString()); // JSON has no such number
            }
        } else if (value instanceof BigDecimal number) {
            array.add(number);
        } else if (value instanceof byte[] bytes) {
            array.add(bytes);
        } else if (value instanceof double[] numbers) {
            final ArrayNode all = array.addArray();
            for (final double number : numbers) {
                add(all, number);
            }
        } else {
            array.add(value instanceof OtherValue other ? other.text() : value.toString());
        }
    }
}
