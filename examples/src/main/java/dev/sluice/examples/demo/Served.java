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
 * The gateway's HTTP server, which serves the live page, health and metrics on the loopback address.
 *
 * @param port the port of the HTTP server
 * @param token the token for all requests
 */
record Served(int port, String token) {

    private static final List<String> PATHS =
            List.of("", "status", "state", "health/ready", "health/live", "health/started", "metrics");
    private static final int TOKEN_BYTES = 12;
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    /** Returns a server on the given port, or on a free port if it is 0, with a new token. */
    static Served at(int port) {
        final byte[] token = new byte[TOKEN_BYTES];
        new SecureRandom().nextBytes(token);
        return new Served(port == 0 ? LocalPorts.free() : port, HexFormat.of().formatHex(token));
    }

    List<String> urls() {
        return PATHS.stream().map(path -> url(path).toString()).toList();
    }

    /** Returns the counts that the gateway reports for its run so far, as JSON. */
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
