package dev.sluice.examples.rest;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/** One HTTP request and its response, both with JSON bodies. Not thread-safe. */
final class Exchange {

    private static final int LARGEST_BODY = 4 << 20;
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();
    private static final JsonMapper JSON = JsonMapper.builder(FACTORY)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private final HttpExchange http;

    Exchange(HttpExchange http) {
        this.http = http;
    }

    /** Refuses a whole request, which is then answered with a problem document (RFC 9457). */
    static final class Refusal extends Exception {

        private static final long serialVersionUID = 1L;

        private final int status;
        private final String title;

        /** @param detail what is wrong, and where, for the author of the request */
        Refusal(int status, String title, String detail) {
            super(detail, null, false, false);
            this.status = status;
            this.title = title;
        }

        static Refusal badRequest(String detail) {
            return new Refusal(400, "bad request", detail);
        }
    }

    String method() {
        return http.getRequestMethod();
    }

    /** The decoded path. */
    String path() {
        return http.getRequestURI().getPath();
    }

    /** @throws Refusal if the request has a different method */
    void mustBe(String method) throws Refusal {
        if (!method().equals(method)) {
            http.getResponseHeaders().set("Allow", method);
            throw new Refusal(405, "method not allowed", method() + " " + path() + ": only " + method + " is allowed");
        }
    }

    /** Reads the request's body. */
    JsonNode body() throws IOException, Refusal {
        final String type = Optional.ofNullable(http.getRequestHeaders().getFirst("Content-Type"))
                .orElse("none");
        if (!type.split(";")[0].strip().equalsIgnoreCase("application/json")) {
            throw new Refusal(415, "unsupported media type", "the body must be application/json, but is " + type);
        }
        final byte[] bytes = http.getRequestBody().readNBytes(LARGEST_BODY + 1);
        if (bytes.length > LARGEST_BODY) {
            throw new Refusal(413, "too large", "the body has more than " + LARGEST_BODY + " bytes: send fewer items");
        }
        try {
            return JSON.readTree(bytes);
        } catch (final JsonProcessingException e) {
            throw Refusal.badRequest("the body is not JSON: " + e.getOriginalMessage());
        }
    }

    void answer(int status, Object content) throws IOException {
        answer(status, "application/json", content);
    }

    /** Answers with a problem document. */
    void answer(Refusal refusal) throws IOException {
        answer(
                refusal.status,
                "application/problem+json",
                Map.of("title", refusal.title, "status", refusal.status, "detail", refusal.getMessage()));
    }

    /** Tells the client to repeat the request after the given time. */
    void retryAfter(int seconds) {
        http.getResponseHeaders().set("Retry-After", Integer.toString(seconds));
    }

    private void answer(int status, String type, Object content) throws IOException {
        final byte[] body = JSON.writeValueAsBytes(content);
        http.getResponseHeaders().set("Content-Type", type);
        http.sendResponseHeaders(status, body.length);
        http.getResponseBody().write(body);
    }
}
