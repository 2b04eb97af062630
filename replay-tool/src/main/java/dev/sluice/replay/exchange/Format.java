package dev.sluice.replay.exchange;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import dev.sluice.service.exchange.Exchange;
import dev.sluice.service.exchange.Exchange.Side;
import dev.sluice.service.exchange.JsonLines;
import dev.sluice.service.exchange.ResultParts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** The formats in which exchanges are printed, one line each. */
public enum Format {
    text,
    json,
    /** CSV of RFC 4180 for a spreadsheet. Columns are members of the JSON line; arguments and rows look as in {@link #text}. */
    csv;

    private static final ObjectWriter CSV = new CsvMapper().writerFor(String[].class);
    private static final Map<String, String> MEMBERS =
            Map.of("failure", "/failure/kind", "code", "/failure/code", "message", "/failure/message");

    /** Returns the header line, if the format has one. */
    public Optional<String> header(Side side) {
        return this == csv ? Optional.of(csv(columns(side))) : Optional.empty();
    }

    /** Returns the line of one exchange, whose position belongs to the given input. */
    public String line(Exchange exchange, Side side, UUID input) {
        return switch (this) {
            case text -> exchange.line(side);
            case json ->
                JsonLines.object(exchange, side)
                        .put(ExchangeFile.INPUT, input.toString())
                        .toString();
            case csv -> csv(exchange, side);
        };
    }

    /** Returns the columns of CSV. */
    private static List<String> columns(Side side) {
        final List<String> columns = new ArrayList<>(List.of("position", "name"));
        if (side != Side.results) {
            columns.addAll(1, List.of("written", "method"));
            columns.add("arguments");
        }
        if (side != Side.requests) {
            columns.addAll(List.of("outcome", "count", "rows", "failure", "code", "message", "result", "answered"));
            columns.addAll(List.of("read", "callBegun", "callEnded", "asked"));
        }
        return columns;
    }

    private static String csv(Exchange exchange, Side side) {
        final ObjectNode json = JsonLines.object(exchange, Side.both);
        json.put(
                "arguments",
                exchange.request()
                        .map(request -> request.arguments().toString())
                        .orElse(exchange.unreadable()));
        exchange.answer()
                .ifPresent(answer -> json.put("name", answer.frame().request().name()));
        exchange.parts().flatMap(ResultParts::rows).ifPresent(rows -> json.put("rows", rows.toString()));
        return csv(columns(side).stream()
                .map(column ->
                        json.at(MEMBERS.getOrDefault(column, "/" + column)).asText())
                .toList());
    }

    private static String csv(List<String> values) {
        try {
            return CSV.writeValueAsString(values.toArray(new String[0])).stripTrailing();
        } catch (final JsonProcessingException e) {
            throw new IllegalStateException("writing to a string cannot fail", e);
        }
    }
}
