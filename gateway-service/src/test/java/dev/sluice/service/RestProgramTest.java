package dev.sluice.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import dev.sluice.api.Requests;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The program as configured, with services and no database, over real queues. */
class RestProgramTest {

    @RegisterExtension
    private final ServedQueues served = ServedQueues.declaring("").withoutDatabase();

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
        try (CapturedLog log = new CapturedLog()) {
            served.start(served.yaml("""
                    services: {crm: {url: 'http://127.0.0.1:%d'}}
                    lookups: {customer: {service: crm, reads: [customer]}}
                    endpoints: {letters: {service: crm, writes: [letters]}}
                    """.formatted(server.getAddress().getPort())));
            final Requests requests = served.client().requests();
            requests.lookup("customer", 7L);
            requests.send("letters", "{\"to\": 7}");
            requests.send("customer", "{}");
            final List<String> results = served.results();
            assertEquals("customer: rows [{name=Ann}]", results.get(0));
            assertEquals("letters: rows [{number=17}]", results.get(1));
            assertTrue(results.get(2).contains("not an endpoint"), results.get(2));
            served.stop();
            assertTrue(
                    log.lines().toString().contains("lookups [customer] and endpoints [letters] of services [crm]"),
                    log.lines().toString());
        } finally {
            server.stop(0);
        }
    }
}
