package dev.sluice.replay.exchange;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** How exchanges are printed, a line each. */
public enum Format {
    text,
    json,
    /** For a spreadsheet, as RFC 4180 has it: members of the JSON line in columns, arguments and rows as text has them. */
    csv;

    /** The side of exchanges that is printed. */
    public enum Side {
        /** Requests, answered or not. */
        requests,
        /** Results; requests that wait are left out. */
        results,
        /** Requests, each with its result if there is one. */
        both;

        /** Whether an exchange has something of it. */
        public boolean takes(Exchange exchange) {
            return this != results || exchange.answer().isPresent();
        }

        /** The columns of CSV. */
        private List<String> columns() {
            final List<String> columns = new ArrayList<>(List.of("position", "name"));
            if (this != results) {
                columns.addAll(1, List.of("written", "method"));
                columns.add("arguments");
            }
            if (this != requests) {
                columns.addAll(List.of("outcome", "count", "rows", "failure", "code", "message", "result", "answered"));
                columns.addAll(List.of("read", "callBegun", "callEnded", "asked"));
            }
            return columns;
        }
    }

    private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}");
    private static final ObjectWriter CSV = new CsvMapper().writerFor(String[].class);
    private static final Map<String, String> MEMBERS =
            Map.of("failure", "/failure/kind", "code", "/failure/code", "message", "/failure/message");

    /** The line above all others, if there is one. */
    public Optional<String> header(Side side) {
        return this == csv ? Optional.of(csv(side.columns())) : Optional.empty();
    }

    /** The line of one exchange. */
    public String line(Exchange exchange, Side side) {
        return switch (this) {
            case text -> text(exchange, side);
            case json -> JsonLines.object(exchange, side).toString();
            case csv -> csv(exchange, side);
        };
    }

    private static String text(Exchange exchange, Side side) {
        final String result = exchange.parts().map(ResultParts::text).orElse(ResultParts.WAITING);
        final String line = exchange.position() + " "
                + switch (side) {
                    case requests -> request(exchange);
                    case results ->
                        "'" + exchange.answer().orElseThrow().frame().request().name() + "' " + result;
                    case both -> request(exchange) + " -> " + result;
                };
        return CONTROL.matcher(line).replaceAll("?"); // of values: they would break the line, or steer a terminal
    }

    private static String request(Exchange exchange) {
        return exchange.request()
                .map(request -> request.kind().event() + " '" + request.name() + "' " + request.arguments())
                .orElseGet(() -> "cannot be read: " + exchange.unreadable());
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
        return csv(side.columns().stream()
                .map(column ->
                        json.at(MEMBERS.getOrDefault(column, "/" + column)).asText())
                .toList());
    }

    private static String csv(List<String> values) {
        try {
            return CSV.writeValueAsString(values.toArray(new String[0])).stripTrailing();
        } catch (final JsonProcessingException e) {
            throw new IllegalStateException("text is always written", e);
        }
    }
}
