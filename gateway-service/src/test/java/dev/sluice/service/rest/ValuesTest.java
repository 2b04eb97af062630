package dev.sluice.service.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.api.FailureKind;
import dev.sluice.service.memory.InMemoryRun;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What comes in responses, whatever its size, its characters and how it is packed. */
class ValuesTest {

    private static final String ODD = "größer 漢字 🙂 \u0000 \u2028 \" \\ </script> \u00e9\u0301";

    @RegisterExtension
    private final TestService crm = new TestService();

    /** A gateway for a service whose answer to key n is n times the text. */
    private RestGateway repeating(String text, boolean packed, String responseBytes) {
        crm.replies(request -> {
            final List<ObjectNode> answers = new ArrayList<>();
            for (final Items.Item item : Items.asked(request.body())) {
                final ObjectNode answer = Items.answer(item);
                ((ObjectNode) answer.get("value"))
                        .put("name", text.repeat(item.key().asInt()));
                answers.add(answer);
            }
            final byte[] body = Items.body(answers).getBytes(StandardCharsets.UTF_8);
            return packed && request.headers().get("accept-encoding").equals("gzip")
                    ? Http.response(200, Items.JSON_TYPE + "Content-Encoding: gzip\r\n", Http.gzip(body))
                    : Http.response(200, Items.JSON_TYPE, body);
        });
        return crm.gateway(crm.settings().with("responseBytes", responseBytes));
    }

    private static String name(InMemoryRun.Result result) {
        return result.rows().only().getString("name");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldGiveEveryCharacterBack(boolean packed) {
        final List<InMemoryRun.Result> results =
                repeating(ODD, packed, "64KB").customers(0, 4).results();
        assertEquals(ODD, name(results.get(1)));
        assertEquals(ODD.repeat(3), name(results.get(3)));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldGiveFourMegabytesBack(boolean packed) {
        final int size = 4 << 20;
        final RestGateway gateway = repeating("x", packed, "5MB");
        final List<InMemoryRun.Result> results =
                gateway.lookup("customer", (long) size).lookup("customer", 2L).results();
        assertEquals("x".repeat(size), name(results.get(0)));
        assertEquals("xx", name(results.get(1)));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldAskInSmallerPartsWhenTheResponseIsTooLargeForOne(boolean packed) {
        final RestGateway gateway = repeating("x", packed, "100KB").customers(40_000, 40_008);
        final List<InMemoryRun.Result> results =
                gateway.lookup("customer", 200_000L).lookup("customer", 2L).results();
        for (int key = 0; key < 8; key++) {
            assertEquals(40_000 + key, name(results.get(key)).length());
        }
        assertEquals(FailureKind.TOO_LARGE, results.get(8).failure().kind());
        assertEquals("xx", name(results.get(9)));
    }

    @Test
    void shouldSendEveryCharacter() {
        final RestGateway gateway = crm.answers(TestService.GOOD).gateway();
        final List<InMemoryRun.Result> results =
                gateway.lookup("customer", ODD).send("orders", ODD).results();
        assertEquals("name" + ODD, name(results.get(0)));
        assertEquals("name" + ODD, name(results.get(1)));
    }
}
