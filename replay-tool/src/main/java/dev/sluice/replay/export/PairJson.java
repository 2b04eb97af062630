package dev.sluice.replay.export;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.api.Columns;
import dev.sluice.api.Failure;
import dev.sluice.api.FailureKind;
import dev.sluice.api.RequestKind;
import dev.sluice.api.RequestRef;
import dev.sluice.api.Row;
import dev.sluice.api.Rows;
import dev.sluice.internal.queue.scan.RecordedDocument;
import dev.sluice.internal.wire.Arguments;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.internal.wire.ResultFrame;
import dev.sluice.internal.wire.ResultKind;
import dev.sluice.replay.exchange.ResultParts;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A request and its result as a JSON object that gives both back as they were. What the result says of the request that it
 * answers is written only if it is not the request beside it.
 */
final class PairJson {

    static final String REQUEST = "request";
    static final String RESULT = "result";

    private static final String ANSWERS = "answers";
    private static final String HISTORY = "history";
    private static final String UNREADABLE = "unreadable";
    private static final String BYTES = "bytes";
    private static final int HEX = 16;
    private static final long NOTHING = -1L;

    private final Numbering input;
    private final Numbering output;

    PairJson(Header header) {
        this.input = header.inputNumbering();
        this.output = header.outputNumbering();
    }

    ObjectNode of(Optional<RecordedDocument<RequestFrame>> request, Optional<RecordedDocument<ResultFrame>> result) {
        final ObjectNode pair = JsonNodeFactory.instance.objectNode();
        request.ifPresent(document -> request(pair.putObject(REQUEST), document));
        final Optional<RequestRef> beside =
                request.flatMap(document -> document.frame().map(frame -> frame.ref(document.index())));
        result.ifPresent(document -> result(pair.putObject(RESULT), document, beside));
        return pair;
    }

    private void request(ObjectNode node, RecordedDocument<RequestFrame> document) {
        document(node, input, document);
        document.frame().ifPresent(frame -> {
            node.put("name", frame.name()).put("method", frame.kind().event());
            node.set("arguments", ValueJson.ofAll(frame.arguments().values()));
            written(node, frame.writer(), frame.sequence());
            if (!frame.headers().isEmpty()) {
                frame.headers().forEach(node.putObject("headers")::put);
            }
        });
    }

    private void result(ObjectNode node, RecordedDocument<ResultFrame> document, Optional<RequestRef> beside) {
        document(node, output, document);
        final long answered =
                document.frame().map(frame -> frame.request().index()).orElse(NOTHING);
        if (document.answers() != answered) {
            node.put(HISTORY, input.text(document.answers()));
        }
        document.frame().ifPresent(frame -> {
            final RequestRef ref = frame.request();
            if (!beside.equals(Optional.of(ref))) {
                final ObjectNode answers = node.putObject("answers");
                answers.put("position", input.text(ref.index())).put("name", ref.name());
                written(answers, ref.writer(), ref.sequence());
            }
            written(node, frame.writer(), frame.sequence());
            if (frame.asked() != 0) {
                node.put("asked", frame.asked());
            }
            outcome(node, ResultParts.of(frame));
        });
    }

    private static void document(ObjectNode node, Numbering numbering, RecordedDocument<?> document) {
        node.put("position", numbering.text(document.index()));
        node.set("times", ValueJson.ofAll(document.times()));
        if (document.frame().isEmpty()) {
            node.put(UNREADABLE, document.unreadable()).put(BYTES, document.bytes());
        }
    }

    private static void written(ObjectNode node, long writer, long sequence) {
        node.put("writer", Long.toHexString(writer)).put("sequence", sequence);
    }

    private static void outcome(ObjectNode node, ResultParts parts) {
        node.put("outcome", parts.kind());
        parts.rows().ifPresent(rows -> rows(node, rows));
        parts.count().ifPresent(count -> node.put("count", count));
        parts.failure()
                .ifPresent(failure -> node.putObject("failure")
                        .put("kind", failure.kind().name())
                        .put("code", failure.code())
                        .put("message", failure.message())
                        .put("retryable", failure.retryable()));
    }

    private static void rows(ObjectNode node, Rows rows) {
        node.set("columns", ValueJson.ofAll(rows.columns().names()));
        final ArrayNode array = node.putArray("rows");
        for (final Row row : rows) {
            final ArrayNode values = array.addArray();
            for (int i = 0; i < row.size(); i++) {
                values.add(ValueJson.of(row.get(i)));
            }
        }
    }

    /** The request of a pair that has one. */
    RecordedDocument<RequestFrame> request(JsonNode pair) throws IOException {
        final JsonNode node = pair.required(REQUEST);
        final long index = index(node, input);
        if (node.has(UNREADABLE)) {
            return unreadable(node, index, NOTHING);
        }
        final RequestRef ref = ref(node);
        final Map<String, String> headers = new LinkedHashMap<>();
        node.path("headers")
                .properties()
                .forEach(
                        header -> headers.put(header.getKey(), header.getValue().asText()));
        final RequestFrame frame = new RequestFrame(
                kind(node.required("method").asText()),
                ref.writer(),
                ref.sequence(),
                headers,
                ref.name(),
                Arguments.of(ValueJson.allOf(node.required("arguments")).toArray()));
        return RecordedDocument.of(index, times(node), NOTHING, frame);
    }

    private static RequestKind kind(String method) {
        return Stream.of(RequestKind.values())
                .filter(kind -> kind.event().equals(method))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("'" + method + "' is no method"));
    }

    /** The result of a pair that has one. */
    RecordedDocument<ResultFrame> result(JsonNode pair) throws IOException {
        final JsonNode node = pair.required(RESULT);
        final long index = index(node, output);
        if (node.has(UNREADABLE)) {
            return unreadable(node, index, history(node, NOTHING));
        }
        final RequestRef ref = ref(node.has(ANSWERS) ? node.get(ANSWERS) : pair.required(REQUEST));
        final ResultKind kind =
                ResultKind.valueOf(node.required("outcome").asText().toUpperCase(Locale.ROOT));
        final ResultFrame frame = new ResultFrame(
                kind, writer(node), sequence(node), ref, node.path("asked").asInt(), body(kind, node));
        return RecordedDocument.of(index, times(node), history(node, ref.index()), frame);
    }

    private static ResultFrame.Body body(ResultKind kind, JsonNode node) throws IOException {
        return switch (kind) {
            case ROWS -> new ResultFrame.Found(rows(node));
            case REPLIED -> new ResultFrame.Replied(rows(node));
            case NOT_FOUND -> new ResultFrame.NotFound();
            case UPDATED -> new ResultFrame.Updated(node.required("count").longValue());
            case FAILED -> new ResultFrame.Failed(failure(node.required("failure")));
        };
    }

    private static Rows rows(JsonNode node) throws IOException {
        final List<String> names = new ArrayList<>();
        node.required("columns").forEach(name -> names.add(name.asText()));
        final Columns columns = Columns.of(names);
        final List<Row> rows = new ArrayList<>();
        for (final JsonNode row : node.required("rows")) {
            rows.add(Row.of(columns, ValueJson.allOf(row).toArray()));
        }
        return Rows.of(columns, rows);
    }

    private static Failure failure(JsonNode node) {
        return new Failure(
                FailureKind.valueOf(node.required("kind").asText()),
                node.required("code").asText(),
                node.required("message").asText(),
                node.required("retryable").booleanValue());
    }

    private RequestRef ref(JsonNode node) {
        return new RequestRef(
                index(node, input),
                writer(node),
                sequence(node),
                node.required("name").asText());
    }

    private static long index(JsonNode node, Numbering numbering) {
        return numbering.index(node.required("position").asText());
    }

    private static long writer(JsonNode node) {
        return Long.parseUnsignedLong(node.required("writer").asText(), HEX);
    }

    private static long sequence(JsonNode node) {
        return node.required("sequence").longValue();
    }

    private long history(JsonNode node, long usually) {
        return node.has(HISTORY) ? input.index(node.get(HISTORY).asText()) : usually;
    }

    private static List<Long> times(JsonNode node) {
        final List<Long> times = new ArrayList<>();
        node.required("times").forEach(time -> times.add(time.longValue()));
        return times;
    }

    private static <F> RecordedDocument<F> unreadable(JsonNode node, long index, long history) throws IOException {
        return RecordedDocument.unreadable(
                index,
                times(node),
                history,
                node.get(UNREADABLE).asText(),
                node.required(BYTES).binaryValue());
    }
}
