package dev.sluice.service.rest;

import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.config.ServiceConfig;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** A gateway's settings for one service with a lookup and two endpoints: short times, small sizes. Changed in place. */
final class RestSettings {

    static final String PASSWORD = "open-sesame";

    private final Map<String, Object> service = new LinkedHashMap<>();
    private int chunkLimit = 20;
    private int callsInFlight = 2;

    private RestSettings(String url) {
        with("url", url).with("connectTimeout", "2s").timeouts("10s", "20s").with("responseBytes", "64KB");
        with("urlLength", 2_000).with("retries", 2).with("backoff", "1ms").with("maxBackoff", "4ms");
    }

    static RestSettings of(String url) {
        return new RestSettings(url);
    }

    /** Sets a key of the service. */
    RestSettings with(String key, Object value) {
        service.put(key, value instanceof Number ? value : "'" + value + "'");
        return this;
    }

    RestSettings chunk(int limit, int inFlight) {
        chunkLimit = limit;
        callsInFlight = inFlight;
        return this;
    }

    RestSettings trusting(Path store) {
        return with("trustStore", store).with("trustStorePassword", PASSWORD);
    }

    RestSettings showing(Path store) {
        return with("keyStore", store).with("keyStorePassword", PASSWORD);
    }

    RestSettings timeouts(String response, String call) {
        return with("responseTimeout", response).with("callTimeout", call);
    }

    /** The service alone. */
    ServiceConfig service() {
        return config().rest().services().get("crm");
    }

    GatewayConfig config() {
        final String keys = with("callsInFlight", callsInFlight).service.entrySet().stream()
                .map(key -> key.getKey() + ": " + key.getValue())
                .collect(Collectors.joining(", "));
        return GatewayConfig.parse("""
                name: test
                chunk: {limit: %d, callsInFlight: %d}
                limits: {resultBytes: 8MB}
                services: {crm: {%s}}
                lookups: {customer: {service: crm, reads: [customer]}}
                endpoints:
                  orders: {service: crm, payload: text, writes: [orders]}
                  audit: {service: crm, payload: text, writes: [audit]}
                """.formatted(chunkLimit, callsInFlight, keys), Path.of(""), name -> null);
    }
}
