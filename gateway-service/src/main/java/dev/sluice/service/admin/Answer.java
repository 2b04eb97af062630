package dev.sluice.service.admin;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * An HTTP response.
 *
 * @param status the HTTP status
 * @param type the content type
 * @param body the text in UTF-8
 */
public record Answer(int status, String type, byte[] body) {

    public static final int OK = 200;
    public static final int NOT_FOUND = 404;
    public static final int UNAVAILABLE = 503;

    public static Answer of(int status, String type, String body) {
        return new Answer(status, type, body.getBytes(StandardCharsets.UTF_8));
    }

    public static Answer text(int status, String line) {
        return of(status, "text/plain; charset=utf-8", line + "\n");
    }

    public static Answer json(int status, String json) {
        return of(status, "application/json", json + "\n");
    }

    /** Sends this response; the response to a HEAD request has no body. */
    public void send(HttpExchange exchange) throws IOException {
        head(exchange, type);
        if (exchange.getRequestMethod().equals("HEAD")) {
            exchange.sendResponseHeaders(status, -1);
            return;
        }
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
    }

    /**
     * Sets the headers of every response. They forbid a browser to cache the response, to guess its type, to load anything from
     * another server, and to run inline scripts.
     */
    public static void head(HttpExchange exchange, String type) {
        final Headers headers = exchange.getResponseHeaders();
        headers.set("Content-Type", type);
        headers.set("Cache-Control", "no-store");
        headers.set("X-Content-Type-Options", "nosniff");
        headers.set("Referrer-Policy", "no-referrer");
        headers.set(
                "Content-Security-Policy",
                "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
                        + " base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
    }
}
