package dev.sluice.service.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.Failure;
import dev.sluice.api.FailureKind;
import dev.sluice.service.memory.InMemoryRun;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One lookup of a service is not answered as it is declared: it is held, and the others are not. */
class OneLookupAwayTest {

    @RegisterExtension
    private final TestService crm = new TestService();

    private final AtomicBoolean mended = new AtomicBoolean();

    /** The gateway is asked once for what is answered badly, and then 300 times for the other. */
    private RestGateway asked(String wrong, String keys) {
        crm.replies(request -> request.line().contains("/good") || mended.get() ? Http.json("{\"v\":1}") : bad(wrong));
        final RestGateway gateway = crm.gateway(
                keys + "backoff: 1ms, maxBackoff: 50ms",
                "chunk: {limit: 1000}, lookups: {good: {reads: [a], request: {path: '/good/{1}'}}, "
                        + "bad: {reads: [b], request: {path: '/bad/{1}'}, response: {notFoundStatuses: []}}}");
        gateway.lookup("good", 0L).texts();
        gateway.lookup("bad", 0L);
        for (long key = 1; key <= 300; key++) {
            gateway.lookup("good", key);
        }
        return gateway;
    }

    @ParameterizedTest
    @ValueSource(strings = {"html", "latin1", "404", "403", "500"})
    void shouldHoldThatLookupAloneWhenItsAnswersCannotBeRead(String wrong) {
        final RestGateway gateway = asked(wrong, "");
        gateway.turnUntil(() -> gateway.trips() >= 290);
        crm.assertSays("lookup 'bad' of service 'crm' does not get the answers");
        mended.set(true);
        assertEquals(301, gateway.results().size());
        crm.assertSays("lookup 'bad' of service 'crm' is answered again");
    }

    @Test
    void shouldFailThatLookupWhenRequestsFailAfterAnOutage() {
        final List<InMemoryRun.Result> results =
                asked("500", "outage: fail-after 1ms, ").results();
        assertEquals(301, results.size());
        final Failure failure = results.get(0).failure();
        assertEquals(FailureKind.UNAVAILABLE, failure.kind());
        assertTrue(failure.message().contains("'bad' was not answered"), failure.message());
    }

    private static byte[] bad(String wrong) {
        return switch (wrong) {
            case "html" -> Http.response(200, "Content-Type: text/html\r\n", "<p>");
            case "latin1" -> Http.response(200, "Content-Type: application/json; charset=iso-8859-1\r\n", "{}");
            default -> Http.response(Integer.parseInt(wrong), "", "no");
        };
    }
}
