package dev.sluice.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpServer;
import dev.sluice.api.FailureKind;
import dev.sluice.client.ChronicleRequests;
import dev.sluice.client.GatewayClient;
import dev.sluice.service.RunningGateway;
import dev.sluice.testsupport.Trees;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import net.openhft.chronicle.queue.ChronicleQueue;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The keys by which a real gateway's service knows events that were redriven. */
@Timeout(120)
class RedrivenEventsTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private Path directory;

    private final List<String> came = new CopyOnWriteArrayList<>();
    private volatile int status = 200;
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            final ObjectNode answer = JSON.createObjectNode();
            final ArrayNode items = answer.putArray("items");
            for (final JsonNode event : JSON.readTree(exchange.getRequestBody()).get("items")) {
                came.add(event.get("idempotencyKey").textValue());
                items.addObject().put("status", status).set("id", event.get("id"));
            }
            final byte[] body = JSON.writeValueAsBytes(answer);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void shouldBeKnownByTheKeyOfTheEventThatMayHaveBeenTaken() throws Exception {
        try (GatewayClient client =
                GatewayClient.builder(queues()).diskReserve(0).open()) {
            client.requests().send("letters", "{}");
        }
        final String taken = fail(FailureKind.TIMEOUT);
        assertEquals(taken, redriven("--uncertain"));
        assertNotEquals(taken, redrivenAnew("--uncertain", "--new-key"));
    }

    @Test
    void shouldBeAnotherEventWhenTheServiceRefusedIt() throws Exception {
        try (GatewayClient client =
                GatewayClient.builder(queues()).diskReserve(0).open()) {
            client.requests().send("letters", "{}");
        }
        final String refused = fail(FailureKind.REJECTED);
        assertNotEquals(refused, redriven());
        assertEquals(refused, redrivenAnew("--same-key"));
    }

    @Test
    void shouldBeKnownByTheKeyOfAnEventOfAnotherProgram() throws Exception {
        GatewayClient.builder(queues()).diskReserve(0).open().close();
        try (ChronicleQueue input = ChronicleQueue.single(queues().resolve("in").toString())) {
            input.methodWriter(ChronicleRequests.class).askSend("letters", "{}");
        }
        final String taken = fail(FailureKind.TIMEOUT);
        assertEquals(taken, redriven("--uncertain"));
    }

    @Test
    void shouldBeKnownByItsKeyAlsoAfterItsServiceRefusedTheFirstCopy() throws Exception {
        try (GatewayClient client =
                GatewayClient.builder(queues()).diskReserve(0).open()) {
            client.requests().send("letters", "{}");
        }
        final String taken = fail(FailureKind.DOUBTFUL);
        status = 409;
        assertEquals(taken, redriven("--uncertain"));
        final Called left = Called.on(queues(), "redrive --again --failure REJECTED --format json");
        assertEquals(0, left.json().get("requests").intValue(), left.out());
        assertEquals(1, left.json().get("leftOut").get("uncertain").intValue(), left.out());
        assertEquals(taken, redriven("--again", "--failure", "REJECTED", "--uncertain"));
    }

    /** Has a gateway send the event over a copy of the queues, and answers it as failed in the others; its key. */
    private String fail(FailureKind failure) throws Exception {
        final Path sent = directory.resolve("sent");
        Trees.copy(queues(), sent);
        run(sent, 1);
        AnsweredQueues.make(
                queues(), 0, (results, index, written, request) -> results.fail(index, written, request, failure));
        Trees.copy(queues(), directory.resolve("failed"));
        return came.get(0);
    }

    private String redriven(String... options) throws Exception {
        assertEquals(
                0, Called.on(queues(), "redrive " + String.join(" ", options)).code());
        run(queues(), 1);
        return came.get(came.size() - 1);
    }

    /** The same, as if it had not been redriven yet. */
    private String redrivenAnew(String... options) throws Exception {
        Trees.delete(queues());
        Trees.copy(directory.resolve("failed"), queues());
        return redriven(options);
    }

    /** Runs a gateway until it has answered so many requests. */
    private void run(Path path, long results) {
        try (RunningGateway gateway =
                RunningGateway.start("""
                queues: {path: '%s', diskReserve: 1MB, foreign: true}
                services: {crm: {url: 'http://127.0.0.1:%d'}}
                endpoints: {letters: {service: crm, writes: [letters]}}
                """.formatted(path, server.getAddress().getPort()))) {
            Awaitility.await().until(() -> gateway.counts().written() == results);
        }
    }

    private Path queues() {
        return directory.resolve("queues");
    }
}
