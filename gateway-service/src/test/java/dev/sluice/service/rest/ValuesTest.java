package dev.sluice.service.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.api.FailureKind;
import dev.sluice.service.CapturedLog;
import dev.sluice.service.memory.InMemoryRun;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What comes in responses, whatever its size, its characters and how it is packed. */
class ValuesTest {

    private static final String ODD = "größer 漢字 🙂 \u0000 \u2028 \" \\ </script> \u00e9\u0301";

    private final CapturedLog log = new CapturedLog();

    @AfterEach
    void printAgain() {
        log.close();
    }

    /** A service whose answer to key n is n times the text. */
    private static RawServer repeating(String text, boolean packed) throws IOException {
        return RawServer.start((request, connection) -> {
            final List<ObjectNode> answers = new ArrayList<>();
            for (final Items.Item item : Items.asked(request.body())) {
                final ObjectNode answer = Items.answer(item);
                ((ObjectNode) answer.get("value"))
                        .put("name", text.repeat(item.key().asInt()));
                answers.add(answer);
            }
            final byte[] body = Items.body(answers).getBytes(StandardCharsets.UTF_8);
            connection.write(
                    packed && request.headers().get("accept-encoding").equals("gzip")
                            ? Http.response(200, Items.JSON_TYPE + "Content-Encoding: gzip\r\n", Http.gzip(body))
                            : Http.response(200, Items.JSON_TYPE, body));
            return true;
        });
    }

    private static String name(InMemoryRun.Result result) {
        return result.rows().only().getString("name");
    }

    @Test
    void shouldGiveEveryCharacterBack() throws IOException {
        for (final boolean packed : new boolean[] {false, true}) {
            try (RawServer server = repeating(ODD, packed);
                    RestGateway gateway = RestSettings.of(server.url()).open()) {
                gateway.lookup("customer", 1L).lookup("customer", 3L);
                final List<InMemoryRun.Result> results = gateway.results();
                assertEquals(ODD, name(results.get(0)));
                assertEquals(ODD.repeat(3), name(results.get(1)));
            }
        }
    }

    @Test
    void shouldGiveFourMegabytesBack() throws IOException {
        final int size = 4 << 20;
        for (final boolean packed : new boolean[] {false, true}) {
            try (RawServer server = repeating("x", packed);
                    RestGateway gateway =
                            RestSettings.of(server.url()).responseBytes(5 << 20).open()) {
                gateway.lookup("customer", (long) size).lookup("customer", 2L);
                final List<InMemoryRun.Result> results = gateway.results();
                assertEquals("x".repeat(size), name(results.get(0)));
                assertEquals("xx", name(results.get(1)));
            }
        }
    }

    @Test
    void shouldAskInSmallerPartsWhenTheResponseIsTooLargeForOne() throws IOException {
        for (final boolean packed : new boolean[] {false, true}) {
            try (RawServer server = repeating("x", packed);
                    RestGateway gateway =
                            RestSettings.of(server.url()).responseBytes(100_000).open()) {
                for (long key = 0; key < 8; key++) {
                    gateway.lookup("customer", 40_000 + key);
                }
                gateway.lookup("customer", 200_000L).lookup("customer", 2L);
                final List<InMemoryRun.Result> results = gateway.results();
                for (int key = 0; key < 8; key++) {
                    assertEquals(40_000 + key, name(results.get(key)).length());
                }
                assertEquals(FailureKind.TOO_LARGE, results.get(8).failure().kind());
                assertEquals("xx", name(results.get(9)));
            }
        }
    }

    @Test
    void shouldSendEveryCharacter() throws IOException {
        try (RawServer server = RawServer.start((request, connection) -> {
                    connection.write(Items.good(request));
                    return true;
                });
                RestGateway gateway = RestSettings.of(server.url()).open()) {
            gateway.lookup("customer", ODD).send("orders", ODD);
            final List<InMemoryRun.Result> results = gateway.results();
            assertEquals("name" + ODD, name(results.get(0)));
            assertEquals("name" + ODD, name(results.get(1)));
        }
    }
}
