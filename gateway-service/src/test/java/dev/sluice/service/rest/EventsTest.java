package dev.sluice.service.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.service.CapturedLog;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Events: in their order, at least once, with a key that is the same for the same one. */
class EventsTest {

    private final CapturedLog log = new CapturedLog();

    /** What came: endpoint, payload and key. */
    private final List<String> came = new CopyOnWriteArrayList<>();

    private final List<String> calls = new CopyOnWriteArrayList<>();
    private final AtomicInteger faults = new AtomicInteger();

    private RawServer server(RawServer.Handler instead) throws IOException {
        return RawServer.start((request, connection) -> {
            final String endpoint = request.line().split(" ")[1].substring(1);
            final List<String> payloads = new ArrayList<>();
            for (final Items.Item item : Items.asked(request.body())) {
                payloads.add(item.key().asText());
                came.add(endpoint + " " + item.key().asText() + " " + item.idempotencyKey());
            }
            calls.add(endpoint + " " + payloads);
            if (faults.getAndDecrement() > 0) {
                return instead.answer(request, connection);
            }
            connection.write(Items.good(request));
            return true;
        });
    }

    @AfterEach
    void printAgain() {
        log.close();
    }

    @Test
    void shouldSendEventsInTheirOrderAndOneEndpointACall() throws IOException {
        try (RawServer server = server(Fault.FAILED);
                RestGateway gateway = RestSettings.of(server.url()).open()) {
            gateway.send("orders", 1L)
                    .send("orders", 2L)
                    .send("audit", 3L)
                    .send("orders", 4L)
                    .lookup("customer", 5L);
            assertEquals(
                    List.of(
                            "reply [{name=name1}]",
                            "reply [{name=name2}]",
                            "reply [{name=name3}]",
                            "reply [{name=name4}]",
                            "[{name=name5}]"),
                    gateway.texts());
            assertEquals(
                    List.of("orders [1, 2]", "audit [3]", "orders [4]"),
                    calls.stream().filter(call -> !call.startsWith("customer")).toList());
            assertEquals(
                    "orders 1 0000000000000007-00000000000003e8-0000000000000001",
                    came.stream()
                            .filter(one -> one.startsWith("orders 1"))
                            .findFirst()
                            .orElseThrow());
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldSendEventsAgainInTheirOrderAndWithTheirKeysWhenACallWentWrong(Fault fault) throws IOException {
        if (fault.slow() || fault.ofItems() || fault.misfits()) {
            return; // told apart in the tests of lookups, and of doubtful events
        }
        try (RawServer server = server(fault);
                RestGateway gateway = RestSettings.of(server.url()).open()) {
            faults.set(9);
            final List<String> expected = new ArrayList<>();
            for (long event = 0; event < 12; event++) {
                gateway.send("orders", event);
                expected.add("reply [{name=name" + event + "}]");
            }
            assertEquals(expected, gateway.texts());
            final List<String> lastSeen = new ArrayList<>();
            for (final String one : came) {
                lastSeen.remove(one);
                lastSeen.add(one);
            }
            assertEquals(12, lastSeen.size(), "another key for the same event");
            for (int event = 0; event < 12; event++) {
                assertTrue(lastSeen.get(event).startsWith("orders " + event + " "), lastSeen.toString());
            }
        }
    }

    @Test
    void shouldFailAnEventAloneWhenTheServiceRefusesIt() throws IOException {
        try (RawServer server = RawServer.start((request, connection) -> {
                    final boolean bad = Items.asked(request.body()).stream()
                            .anyMatch(item -> item.key().asLong() == 3);
                    connection.write(bad ? Http.response(422, "", "three") : Items.good(request));
                    return true;
                });
                RestGateway gateway = RestSettings.of(server.url()).open()) {
            for (long event = 1; event <= 5; event++) {
                gateway.send("orders", event);
            }
            assertEquals(
                    List.of(
                            "reply [{name=name1}]",
                            "reply [{name=name2}]",
                            "REJECTED 422",
                            "reply [{name=name4}]",
                            "reply [{name=name5}]"),
                    gateway.texts());
        }
    }

    @Test
    void shouldNotOvertakeAnEventThatIsInDoubt() throws IOException {
        try (RawServer server = server((request, connection) -> Fault.FAILED.answer(request, connection));
                RestGateway gateway = RestSettings.of(server.url()).open()) {
            faults.set(60);
            gateway.send("orders", 1L).send("orders", 2L).send("audit", 3L);
            gateway.texts();
            assertTrue(
                    calls.subList(0, 60).stream()
                            .noneMatch(call -> call.equals("orders [2]") || call.startsWith("audit")),
                    calls.toString());
        }
    }
}
