package dev.sluice.replay.exchange;

import dev.sluice.internal.wire.RequestFrame;
import java.util.regex.Pattern;

/** For a person: one line each. */
record TextLines(Side side) implements Lines {

    private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}");

    @Override
    public String line(Exchange exchange) {
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
