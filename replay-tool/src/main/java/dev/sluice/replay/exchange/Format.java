package dev.sluice.replay.exchange;

import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.replay.exchange.Lines.Side;
import java.util.regex.Pattern;

/** How exchanges are printed. */
public enum Format {
    text,
    json,
    csv;

    private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}");

    /** The lines of that side of exchanges. */
    public Lines lines(Side side) {
        return switch (this) {
            case text -> exchange -> text(exchange, side);
            case json -> exchange -> JsonLines.object(exchange, side).toString();
            case csv -> CsvLines.of(side);
        };
    }

    private static String text(Exchange exchange, Side side) {
        final String result = exchange.answer()
                .map(answer -> ResultParts.of(answer.frame()).text())
                .orElse(ResultParts.WAITING);
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
        if (exchange.request().isEmpty()) {
            return "cannot be read: " + exchange.unreadable();
        }
        final RequestFrame request = exchange.request().get();
        return request.kind().event() + " '" + request.name() + "' " + request.arguments();
    }
}
