package dev.sluice.service.exchange;

import dev.sluice.service.exchange.Exchange.Side;
import java.util.regex.Pattern;

/** An exchange on a line, for people. */
public final class TextLine {

    private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}");

    private TextLine() {}

    /** The line, without its end. */
    public static String of(Exchange exchange, Side side) {
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
}
