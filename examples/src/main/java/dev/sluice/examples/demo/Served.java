package dev.sluice.examples.demo;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.testsupport.LocalPorts;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;

/**
 * Where the demo's gateway serves its page, health and metrics: on loopback.
 *
 * @param port of the HTTP server
 * @param token for all of it
 */
record Served(int port, String token) {

    private static final List<String> PATHS =
            List.of("", "status", "state", "health/ready", "health/live", "health/started", "metrics");
    private static final int TOKEN_BYTES = 12;
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    /** At a port; 0 takes one that is free now. */
    static Served at(int port) {
        final byte[] token = new byte[TOKEN_BYTES];
        new SecureRandom().nextBytes(token);
        return new Served(port == 0 ? LocalPorts.free() : port, HexFormat.of().formatHex(token));
    }

    List<String> urls() {
        return PATHS.stream().map(path -> url(path).toString()).toList();
    }

    /** Returns the gateway's own account of its run until now. */
    String summary() throws IOException, InterruptedException {
        final HttpResponse<String> response = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(url("state"))
                                .header("Authorization", "Bearer " + token)
                                .timeout(TIMEOUT)
                                .build(),
                        BodyHandlers.ofString());
        if (response.statusCode() != 200) {
            throw new DemoException("the gateway answered " + response.statusCode() + " at " + url("state"));
        }
        return new ObjectMapper().readTree(response.body()).at("/gateway/total").toString();
    }

    private URI url(String path) {
        return URI.create("http://demo:" + token + "@127.0.0.1:" + port + "/" + path);
    }
}
