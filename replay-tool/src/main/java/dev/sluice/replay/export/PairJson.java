package dev.sluice.replay.export;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.api.Columns;
import dev.sluice.api.Failure;
import dev.sluice.api.RequestKind;
import dev.sluice.api.RequestRef;
import dev.sluice.api.Row;
import dev.sluice.api.Rows;
import dev.sluice.internal.wire.Arguments;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.internal.wire.ResultFrame;
import dev.sluice.internal.wire.ResultKind;
import dev.sluice.service.exchange.JsonLines;
import dev.sluice.service.exchange.ResultParts;
import dev.sluice.service.exchange.ValueJson;
import dev.sluice.transport.Recording.RecordedDocument;
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
record PairJson(Header.Numbering input, Header.Numbering output) {

    static final String REQUEST = "request";
    static final String RESULT = "result";
    static final String POSITION = "position";
    private static final String BEGUN = "callBegun";
    private static final String ENDED = "callEnded";
    private static final String ANSWERS = "answers";
    private static final String HISTORY = "history";
    private static final String UNREADABLE = "unreadable";
    private static final int HEX = 16;
    private static final long NOTHING = -1L;

    /** Of a file with that header. */
    static PairJson of(Header header) {
        return new PairJson(header.inputNumbering(), header.outputNumbering());
    }

    ObjectNode of(Optional<RecordedDocument<RequestFrame>> request, Optional<RecordedDocument<ResultFrame>> result) {
        final ObjectNode pair = CheckedLine.MAPPER.createObjectNode();
        request.ifPresent(document -> {
            final ObjectNode node = pair.putObject(REQUEST);
            document(node, input, document);
            document.frame().ifPresent(frame -> JsonLines.request(node, frame, ValueJson::exact));
        });
        final Optional<RequestRef> beside =
                request.flatMap(document -> document.frame().map(frame -> frame.ref(document.index())));
        result.ifPresent(document -> result(pair.putObject(RESULT), document, beside));
        return pair;
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
                final ObjectNode answers = node.putObject(ANSWERS);
                answers.put(POSITION, input.text(ref.index())).put("name", ref.name());
                written(answers, ref.writer(), ref.sequence());
            }
            written(node, frame.writer(), frame.sequence());
            if (frame.asked() != 0) {
                node.put("asked", frame.asked());
            }
            if (frame.begunNanos() != 0) {
                node.put(BEGUN, frame.begunNanos()).put(ENDED, frame.endedNanos());
            }
            final ResultParts parts = ResultParts.of(frame);
            JsonLines.outcome(node, parts);
            parts.rows().ifPresent(rows -> rows(node, rows));
        });
    }

    private static void document(ObjectNode node, Header.Numbering numbering, RecordedDocument<?> document) {
        node.put(POSITION, numbering.text(document.index())).putPOJO("times", document.times());
        if (document.frame().isEmpty()) {
            node.put(UNREADABLE, document.unreadable()).put("bytes", document.bytes());
        }
    }

    private static void written(ObjectNode node, long writer, long sequence) {
        node.put("writer", Long.toHexString(writer)).put("sequence", sequence);
    }

    private static void rows(ObjectNode node, Rows rows) {
        node.putPOJO("columns", rows.columns().names());
        final ArrayNode array = node.putArray("rows");
        for (final Row row : rows) {
            final ArrayNode values = array.addArray();
            for (int i = 0; i < row.size(); i++) {
                values.addPOJO(ValueJson.exact(row.get(i)));
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
        final String method = node.required("method").asText();
        final RequestKind kind = Stream.of(RequestKind.values())
                .filter(any -> any.event().equals(method))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("'" + method + "' is no method"));
        final Arguments arguments =
                Arguments.of(ValueJson.values(node.required("arguments")).toArray());
        final RequestFrame frame = new RequestFrame(kind, ref.writer(), ref.sequence(), headers, ref.name(), arguments);
        return RecordedDocument.of(index, times(node), NOTHING, frame);
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
        final ResultFrame.Body body = switch (kind) {
            case ROWS -> new ResultFrame.Found(rows(node));
            case REPLIED -> new ResultFrame.Replied(rows(node));
            case NOT_FOUND -> new ResultFrame.NotFound();
            case UPDATED -> new ResultFrame.Updated(node.required("count").longValue());
            case FAILED ->
                new ResultFrame.Failed(CheckedLine.MAPPER.treeToValue(node.required("failure"), Failure.class));
        };
        final ResultFrame frame = new ResultFrame(
                kind,
                writer(node),
                sequence(node),
                ref,
                node.path("asked").asInt(),
                node.path(BEGUN).asLong(),
                node.path(ENDED).asLong(),
                body);
        return RecordedDocument.of(index, times(node), history(node, ref.index()), frame);
    }

    private static Rows rows(JsonNode node) throws IOException {
        final List<String> names = new ArrayList<>();
        node.required("columns").forEach(name -> names.add(name.asText()));
        final Columns columns = Columns.of(names);
        final List<Row> rows = new ArrayList<>();
        for (final JsonNode row : node.required("rows")) {
            rows.add(Row.of(columns, ValueJson.values(row).toArray()));
        }
        return Rows.of(columns, rows);
    }

    private RequestRef ref(JsonNode node) {
        return new RequestRef(
                index(node, input),
                writer(node),
                sequence(node),
                node.required("name").asText());
    }

    private static long index(JsonNode node, Header.Numbering numbering) {
        return numbering.index(node.required(POSITION).asText());
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
        final byte[] bytes = node.required("bytes").binaryValue();
        return RecordedDocument.unreadable(
                index, times(node), history, node.get(UNREADABLE).asText(), bytes);
    }
}
