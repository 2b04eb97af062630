package dev.sluice.replay.exchange;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * For a spreadsheet, as RFC 4180 has it: members of the JSON line in columns. Arguments and rows are in one column each, as
 * {@code text} prints them.
 */
record CsvLines(List<String> columns) implements Lines {

    private static final ObjectWriter WRITER = new CsvMapper().writerFor(String[].class);
    private static final Map<String, String> MEMBERS =
            Map.of("failure", "/failure/kind", "code", "/failure/code", "message", "/failure/message");

    static CsvLines of(Side side) {
        final List<String> columns = new ArrayList<>(List.of("position", "name"));
        if (side != Side.results) {
            columns.addAll(1, List.of("written", "method"));
            columns.add("arguments");
        }
        if (side != Side.requests) {
            columns.addAll(List.of("outcome", "count", "rows", "failure", "code", "message", "result", "answered"));
            columns.addAll(List.of("read", "callBegun", "callEnded", "asked"));
        }
        return new CsvLines(columns);
    }

    @Override
    public Optional<String> header() {
        return Optional.of(line(columns));
    }

    @Override
    public String line(Exchange exchange) {
        final ObjectNode json = JsonLines.object(exchange, Side.both);
        json.put(
                "arguments",
                exchange.request()
                        .map(request -> request.arguments().toString())
                        .orElse(exchange.unreadable()));
        exchange.answer().ifPresent(answer -> {
            json.put("name", answer.frame().request().name());
            ResultParts.of(answer.frame()).rows().ifPresent(rows -> json.put("rows", rows.toString()));
        });
        return line(columns.stream()
                .map(column ->
                        json.at(MEMBERS.getOrDefault(column, "/" + column)).asText())
                .toList());
    }

    private static String line(List<String> values) {
        try {
            return WRITER.writeValueAsString(values.toArray(new String[0])).stripTrailing();
        } catch (final JsonProcessingException e) {
            throw new IllegalStateException("text is always written", e);
        }
    }
}
