package dev.sluice.service.admin;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** What is served of one gateway, by path. */
final class Pages {

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final int OK = 200;
    private static final int NOT_FOUND = 404;
    private static final int UNAVAILABLE = 503;

    private final Observed observed;
    private Optional<Metrics> metrics = Optional.empty();

    Pages(Observed observed) {
        this.observed = observed;
    }

    /** Made when they are first asked for: a gateway answers requests sooner. */
    private synchronized Metrics metrics() {
        if (metrics.isEmpty()) {
            metrics = Optional.of(new Metrics(observed));
        }
        return metrics.get();
    }

    /**
     * The page of a path.
     *
     * @param pages empty while the gateway is being opened
     * @param nowNanos {@link System#nanoTime()}
     */
    static Page of(Optional<Pages> pages, String path, long nowNanos) {
        final Optional<Observed> observed = pages.map(known -> known.observed);
        return switch (path) {
            case "/health/live" -> page(Health.live(observed, nowNanos));
            case "/health/ready" -> page(Health.ready(observed, nowNanos));
            case "/health/started" -> page(Health.started(observed));
            case "/metrics" ->
                pages.map(known -> Page.of(OK, Metrics.TYPE, known.metrics().text()))
                        .orElseGet(() -> page(Health.started(observed)));
            case "/summary" ->
                observed.map(gateway -> Page.json(OK, gateway.summary()))
                        .orElseGet(() -> page(Health.started(observed)));
            default ->
                Page.text(NOT_FOUND, "there are /health/live, /health/ready, /health/started, /metrics and /summary");
        };
    }

    private static Page page(Health health) {
        final ObjectNode json = MAPPER.createObjectNode().put("status", health.up() ? "up" : "down");
        final ArrayNode reasons = json.putArray("reasons");
        health.reasons()
                .forEach(reason ->
                        reasons.addObject().put("about", reason.about()).put("why", reason.why()));
        return Page.json(health.up() ? OK : UNAVAILABLE, json.toString());
    }

    /**
     * An answer over HTTP.
     *
     * @param status the HTTP status
     * @param type the content type
     * @param body UTF-8
     */
    record Page(int status, String type, byte[] body) {

        static Page of(int status, String type, String body) {
            return new Page(status, type, body.getBytes(StandardCharsets.UTF_8));
        }

        static Page text(int status, String line) {
            return of(status, "text/plain; charset=utf-8", line + "\n");
        }

        static Page json(int status, String json) {
            return of(status, "application/json", json + "\n");
        }
    }
}
