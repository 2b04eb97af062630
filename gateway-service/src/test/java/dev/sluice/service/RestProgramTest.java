package dev.sluice.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import dev.sluice.client.GatewayClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program as configured, with services and no database, over real queues. */
class RestProgramTest {

    @TempDir
    private Path directory;

    @Test
    void shouldAnswerLookupsAndSendEvents() throws IOException {
        final HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            final String asked = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            // the ids are the gateway's running number: 1 for the lookup, 2 for the event
            final byte[] body = (asked.contains("payload")
                            ? "{\"items\":[{\"id\":2,\"status\":200,\"reply\":{\"number\":17}}]}"
                            : "{\"items\":[{\"id\":1,\"status\":200,\"value\":{\"name\":\"Ann\"}}]}")
                    .getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        try (CapturedLog log = new CapturedLog();
                RunningGateway gateway = RunningGateway.start(
                        """
                        queues:
                          path: %s
                          diskReserve: 1MB
                        services:
                          crm:
                            url: http://127.0.0.1:%d
                        lookups:
                          customer:
                            service: crm
                            reads: [customer]
                        endpoints:
                          letters:
                            service: crm
                            writes: [letters]
                        """.formatted(directory, server.getAddress().getPort()));
                GatewayClient client = RunningGateway.client(directory)) {
            client.requests().lookup("customer", 7L);
            client.requests().send("letters", "{\"to\": 7}");
            client.requests().send("customer", "{}");
            final Collected results = new Collected();
            client.awaitAll(results, Duration.ofMinutes(1));
            assertEquals("customer: rows [{name=Ann}]", results.lines.get(0));
            assertEquals("letters: rows [{number=17}]", results.lines.get(1));
            assertTrue(results.lines.get(2).contains("not an endpoint"), results.lines.get(2));
            assertTrue(gateway.alive());
            assertTrue(
                    log.lines().toString().contains("lookups [customer] and endpoints [letters] of services [crm]"),
                    log.lines().toString());
        } finally {
            server.stop(0);
        }
    }
}
