package dev.sluice.replay.exchange;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.api.Columns;
import dev.sluice.api.Failure;
import dev.sluice.api.FailureKind;
import dev.sluice.api.Position;
import dev.sluice.api.RequestKind;
import dev.sluice.api.RequestRef;
import dev.sluice.api.Row;
import dev.sluice.api.Rows;
import dev.sluice.internal.wire.Arguments;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.internal.wire.ResultFrame;
import dev.sluice.internal.wire.ResultKind;
import dev.sluice.service.exchange.Amounts;
import dev.sluice.service.exchange.Exchange;
import dev.sluice.service.exchange.Exchange.Answer;
import dev.sluice.service.exchange.ResultParts;
import dev.sluice.service.exchange.ValueJson;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads the lines that {@link dev.sluice.service.exchange.JsonLines} writes for a request with its result. */
final class ExchangeJson {

    private static final int HEX = 16;

    private ExchangeJson() {}

    /**
     * Returns the exchange that a JSON object describes.
     *
     * @throws IllegalArgumentException if the object does not describe an exchange
     * @throws java.time.DateTimeException if a time of the object is not valid
     */
    static Exchange read(JsonNode line) throws IOException {
        final Optional<RequestFrame> request = line.has("method") ? Optional.of(request(line)) : Optional.empty();
        if (request.isEmpty() && !line.has("unreadable") || !line.has("outcome")) {
            throw new IllegalArgumentException("it describes only a request or only a result: print the file with"
                    + " 'sluice cat both --format json'");
        }
        return new Exchange(
                position(line, "position"),
                request,
                line.path("unreadable").asText(),
                nanos(line, "written"),
                line.get("outcome").asText().equals(ResultParts.WAITING)
                        ? Optional.empty()
                        : Optional.of(answer(line, request)));
    }

    private static RequestFrame request(JsonNode line) throws IOException {
        final String method = text(line, "method");
        final RequestKind kind = Stream.of(RequestKind.values())
                .filter(any -> any.event().equals(method))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("'" + method + "' is no method"));
        final Map<String, String> headers = new LinkedHashMap<>();
        line.path("headers")
                .properties()
                .forEach(
                        header -> headers.put(header.getKey(), header.getValue().asText()));
        final Object[] arguments = values(line.required("arguments"), line.required("types"));
        return new RequestFrame(
                kind,
                id(line, "writer"),
                number(line, "sequence"),
                headers,
                text(line, "name"),
                Arguments.of(arguments));
    }

    private static Answer answer(JsonNode line, Optional<RequestFrame> request) throws IOException {
        final ResultKind kind = ResultKind.valueOf(text(line, "outcome").toUpperCase(Locale.ROOT));
        final long index = number(line, "index");
        final JsonNode other = line.path("answers");
        final RequestRef ref = other.isMissingNode()
                ? request.map(its -> its.ref(index))
                        .orElseThrow(() -> new IllegalArgumentException("it does not say what it answers"))
                : new RequestRef(index, id(other, "writer"), number(other, "sequence"), text(other, "name"));
        final long begun = nanos(line, "callBegun");
        final int asked = line.required("asked").asInt();
        final ResultFrame frame = new ResultFrame(
                kind,
                id(line, "gatewayRun"),
                number(line, "resultNumber"),
                ref,
                asked == 1 && begun != 0 ? 0 : asked, // a frame stores 0 if the request was sent exactly once
                begun,
                nanos(line, "callEnded"),
                body(line, kind));
        return new Answer(position(line, "result"), frame, nanos(line, "read"), nanos(line, "answered"));
    }

    private static ResultFrame.Body body(JsonNode line, ResultKind kind) throws IOException {
        return switch (kind) {
            case ROWS -> new ResultFrame.Found(rows(line));
            case REPLIED -> new ResultFrame.Replied(rows(line));
            case NOT_FOUND -> new ResultFrame.NotFound();
            case UPDATED -> new ResultFrame.Updated(number(line, "count"));
            case FAILED -> new ResultFrame.Failed(failure(line.required("failure")));
        };
    }

    private static Failure failure(JsonNode failure) {
        return new Failure(
                FailureKind.valueOf(text(failure, "kind")),
                text(failure, "code"),
                text(failure, "message"),
                failure.required("retryable").asBoolean());
    }

    private static Rows rows(JsonNode line) throws IOException {
        final List<String> names = new ArrayList<>();
        line.required("columns").forEach(name -> names.add(name.asText()));
        final Columns columns = Columns.of(names);
        final JsonNode types = line.required("columnTypes");
        final boolean each = types.path(0).isArray();
        final List<Row> rows = new ArrayList<>();
        for (final JsonNode row : line.required("rows")) {
            final JsonNode its = each ? types.required(rows.size()) : types;
            rows.add(Row.of(columns, row.isArray() ? values(row, its) : values(row, names, its)));
        }
        return Rows.of(columns, rows);
    }

    private static Object[] values(JsonNode array, JsonNode types) throws IOException {
        final Object[] values = new Object[array.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = ValueJson.value(types.required(i).asText(), array.get(i));
        }
        return values;
    }

    private static Object[] values(JsonNode row, List<String> names, JsonNode types) throws IOException {
        final Object[] values = new Object[names.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = ValueJson.value(types.required(i).asText(), row.required(names.get(i)));
        }
        return values;
    }

    private static String text(JsonNode node, String member) {
        return node.required(member).asText();
    }

    private static long number(JsonNode node, String member) {
        return Long.parseLong(text(node, member));
    }

    private static long id(JsonNode node, String member) {
        return Long.parseUnsignedLong(text(node, member), HEX);
    }

    private static Position position(JsonNode node, String member) {
        return Position.parse(text(node, member));
    }

    private static long nanos(JsonNode node, String member) {
        return node.has(member) ? Amounts.sinceEpoch(Instant.parse(text(node, member))) : 0;
    }
}
