package dev.sluice.service.exchange;

import dev.sluice.internal.text.SafeText;
import dev.sluice.service.exchange.Exchange.Side;

/** Formats an exchange as one line for people. */
public final class TextLine {

    private TextLine() {}

    /** Returns the line without a line end. */
    public static String of(Exchange exchange, Side side) {
        final String result = exchange.parts().map(ResultParts::text).orElse(ResultParts.WAITING);
        final String line = exchange.position() + " "
                + switch (side) {
                    case requests -> request(exchange);
                    case results ->
                        "'" + exchange.answer().orElseThrow().frame().request().name() + "' " + result;
                    case both -> request(exchange) + " -> " + result;
                };
        return SafeText.of(line);
    }

    private static String request(Exchange exchange) {
        return exchange.request()
                .map(request -> request.kind().event() + " '" + request.name() + "' " + request.arguments())
                .orElseGet(() -> "cannot be read: " + exchange.unreadable());
    }
}
