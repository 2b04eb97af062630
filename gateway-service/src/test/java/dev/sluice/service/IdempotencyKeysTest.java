package dev.sluice.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpServer;
import dev.sluice.api.QueueOptions;
import dev.sluice.api.RequestKind;
import dev.sluice.client.ChronicleRequests;
import dev.sluice.client.ClientBuilder;
import dev.sluice.client.GatewayClient;
import dev.sluice.internal.wire.IdempotencyKey;
import dev.sluice.internal.wire.MessageWriter;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.testsupport.Trees;
import dev.sluice.transport.Lane;
import dev.sluice.transport.Lanes;
import dev.sluice.transport.RequestWriter;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.wire.DocumentContext;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The keys of events as their service sees them: one event has one, and no two events the same, whatever copy is put back. */
@Timeout(120)
class IdempotencyKeysTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final QueueOptions OPTIONS = QueueOptions.DEFAULTS.withDiskReserve(1 << 20);

    @RegisterExtension
    private final ServedQueues served = ServedQueues.declaring("").withoutDatabase();

    private final List<String> came = new CopyOnWriteArrayList<>();
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            final ObjectNode answer = JSON.createObjectNode();
            final ArrayNode items = answer.putArray("items");
            for (final JsonNode event : JSON.readTree(exchange.getRequestBody()).get("items")) {
                came.add(event.get("idempotencyKey").textValue());
                items.addObject().put("status", 200).set("id", event.get("id"));
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

    @ParameterizedTest
    @ValueSource(strings = {"", "letters"})
    void shouldGiveOtherEventsOtherKeysWhenTheQueuesWerePutBack(String writer) throws IOException {
        send(writer, "before", 1);
        assertEquals(1, keys(1, 1).size());
        final Path copy = copy();
        send(writer, "first", 10);
        final List<String> delivered = keys(1, 10);
        putBack(copy);
        send(writer, "other", 10);
        final List<String> others = keys(1, 10);
        assertEquals(21, new HashSet<>(came).size(), () -> delivered + " and then " + others);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "letters"})
    void shouldGiveTheSameEventTheSameKeyWhenItIsAskedAgain(String writer) throws IOException {
        send(writer, "event", 10);
        final Path copy = copy();
        final List<String> first = keys(1, 10);
        putBack(copy);
        assertEquals(first, keys(1, 10));
    }

    @Test
    void shouldGiveTheEventsOfAllWritersAndLanesKeysOfTheirOwn() {
        try (Lane one = Lanes.at(served.queues().toString(), OPTIONS.withLanes(2))
                        .open(0);
                Lane two = Lanes.at(served.queues().toString(), OPTIONS.withLanes(2))
                        .open(1);
                RequestWriter first = one.newWriter("letters");
                RequestWriter second = one.newWriter();
                RequestWriter third = two.newWriter("letters")) {
            for (int event = 0; event < 5; event++) {
                first.send("letters", "{}");
                second.send("letters", "{}");
                third.send("letters", "{}");
            }
        }
        assertEquals(15, new HashSet<>(keys(2, 15)).size());
    }

    @Test
    void shouldTellEventsOfOtherProgramsByTheirPlaceAndWhatTheyAre() throws IOException {
        client("").close();
        final Path copy = copy();
        askByChronicle("{\"n\":1}");
        final List<String> first = keys(1, 1);
        putBack(copy);
        askByChronicle("{\"n\":2}");
        final List<String> other = keys(1, 1);
        putBack(copy);
        askByChronicle("{\"n\":1}");
        assertTrue(
                first.get(0).matches("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}-[0-9a-f]{16}-[0-9a-f]{8}"),
                first::toString);
        assertNotEquals(first, other);
        assertEquals(first, keys(1, 1), "the limit: nothing tells it from the first");
    }

    @Test
    void shouldKeepTheKeyOfAnEventThatDoesNotSayWhenItWasWritten() throws IOException {
        client("").close();
        final MessageWriter message = new MessageWriter();
        RequestFrame.encode(message, RequestKind.SEND, 7, 1, Map.of(), "letters", new Object[] {"{}"});
        try (ChronicleQueue input = input();
                ExcerptAppender appender = input.createAppender();
                DocumentContext document = appender.writingDocument()) {
            document.wire().bytes().write(message.toBytes());
        }
        final Path copy = copy();
        final List<String> first = keys(1, 1);
        putBack(copy);
        assertEquals(first, keys(1, 1));
    }

    @ParameterizedTest
    @CsvSource({
        "redrive-of, 0123-abc, true",
        "redrive-off, 0123-abc, false", // nobody but a redrive has it count
        "redrive-of, '', false",
        "redrive-of, 'a: b', false", // no key has that
        "redrive-of, ABC, false",
    })
    void shouldKeepTheKeyOfAnotherEventOnlyWhenARedriveSaysSo(String header, String key, boolean kept) {
        try (Lane lane = Lanes.at(served.queues().toString(), OPTIONS).open(0);
                RequestWriter writer = lane.newWriter()) {
            writer.write(RequestKind.SEND, Map.of(header, "20000:1", IdempotencyKey.HEADER, key), "letters", "{}");
        }
        final String asked = keys(1, 1).get(0);
        assertEquals(kept, asked.equals(key), asked);
    }

    /** Runs a gateway until its service had so many events more, and all were answered; their keys. */
    private List<String> keys(int lanes, int events) {
        final int before = came.size();
        final RunningGateway gateway = served.queues("foreign: true, lanes: " + lanes)
                .start(served.yaml("""
                services: {crm: {url: 'http://127.0.0.1:%d'}}
                endpoints: {letters: {service: crm, writes: [letters]}}
                """.formatted(server.getAddress().getPort())));
        Awaitility.await()
                .until(() -> gateway.allCounts().stream()
                                .mapToLong(lane -> lane.written())
                                .sum()
                        == events);
        served.stop();
        return List.copyOf(came.subList(before, came.size()));
    }

    private void send(String writer, String what, int events) {
        try (GatewayClient client = client(writer)) {
            IntStream.range(0, events)
                    .forEach(event -> client.requests().send("letters", "{\"" + what + "\":" + event + "}"));
        }
    }

    private GatewayClient client(String writer) {
        final ClientBuilder builder = GatewayClient.builder(served.queues()).options(OPTIONS);
        return writer.isEmpty() ? builder.open() : builder.name(writer).open();
    }

    private void askByChronicle(String payload) {
        try (ChronicleQueue input = input()) {
            input.methodWriter(ChronicleRequests.class).askSend("letters", payload);
        }
    }

    private ChronicleQueue input() {
        return ChronicleQueue.single(served.queues().resolve("in").toString());
    }

    private Path copy() throws IOException {
        final Path copy = served.directory().resolve("copy-" + UUID.randomUUID());
        Trees.copy(served.queues(), copy);
        return copy;
    }

    private void putBack(Path copy) throws IOException {
        Trees.delete(served.queues());
        Trees.copy(copy, served.queues());
    }
}
