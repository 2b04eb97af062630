package dev.sluice.service.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Events: in their order, at least once, with a key that is the same for the same one. */
class EventsTest {

    @RegisterExtension
    private final TestService crm = new TestService();

    /** What came: endpoint, payload and key. */
    private final List<String> came = new CopyOnWriteArrayList<>();

    private final List<String> calls = new CopyOnWriteArrayList<>();
    private final AtomicInteger faults = new AtomicInteger();

    private RestGateway failing(int times, RawServer.Handler instead) {
        faults.set(times);
        return crm.answers((request, connection) -> {
                    final String endpoint = request.line().split(" ")[1].substring(1);
                    final List<String> payloads = new ArrayList<>();
                    for (final Items.Item item : Items.asked(request.body())) {
                        payloads.add(item.key().asText());
                        came.add(endpoint + " " + item.key().asText() + " " + item.idempotencyKey());
                    }
                    calls.add(endpoint + " " + payloads);
                    return (faults.getAndDecrement() > 0 ? instead : TestService.GOOD).answer(request, connection);
                })
                .gateway();
    }

    private static List<String> replies(long from, long end) {
        return LongStream.range(from, end)
                .mapToObj(event -> "reply " + RestGateway.name(event))
                .toList();
    }

    @Test
    void shouldSendEventsInTheirOrderAndOneEndpointACall() {
        final RestGateway gateway = failing(0, Fault.FAILED).orders(1, 3);
        gateway.send("audit", 3L).send("orders", 4L).lookup("customer", 5L);
        final List<String> expected = new ArrayList<>(replies(1, 5));
        expected.add("[{name=name5}]");
        assertEquals(expected, gateway.texts());
        assertEquals(
                List.of("orders [1, 2]", "audit [3]", "orders [4]"),
                calls.stream().filter(call -> !call.startsWith("customer")).toList());
        assertTrue(
                came.stream().anyMatch(event -> event.matches("orders 1 [0-9a-f]{16}-[0-9a-f]{16}-0{15}1")),
                came::toString);
    }

    @ParameterizedTest
    @EnumSource
    void shouldSendEventsAgainInTheirOrderAndWithTheirKeysWhenACallWentWrong(Fault fault) {
        if (fault.slow() || fault.ofItems() || fault.misfits()) {
            return; // told apart in the tests of lookups, and of doubtful events
        }
        assertEquals(replies(0, 12), failing(9, fault).orders(0, 12).texts());
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

    @Test
    void shouldFailAnEventAloneWhenTheServiceRefusesIt() {
        final RestGateway gateway = crm.replies(request -> Items.asked(request.body()).stream()
                                .anyMatch(item -> item.key().asLong() == 3)
                        ? Http.response(422, "", "three")
                        : Items.good(request))
                .gateway();
        final List<String> expected = new ArrayList<>(replies(1, 6));
        expected.set(2, "REJECTED 422");
        assertEquals(expected, gateway.orders(1, 6).texts());
    }

    @Test
    void shouldNotOvertakeAnEventThatIsInDoubt() {
        failing(60, Fault.FAILED).orders(1, 3).send("audit", 3L).texts();
        assertTrue(
                calls.subList(0, 60).stream().noneMatch(call -> call.equals("orders [2]") || call.startsWith("audit")),
                calls.toString());
    }
}
