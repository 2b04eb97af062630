package dev.sluice.service.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** As many calls as a service takes are under way at it, whatever {@code chunk.callsInFlight} says of databases. */
class CallsInFlightTest {

    private static final int CALLS = 6;
    private static final int ITEMS = 5 * CALLS;

    @RegisterExtension
    private final TestService crm = new TestService();

    /** The service answers when so many are asked for at the same time, and fails what waits for that in vain. */
    @Test
    void shouldAskForAsManySinglesAtATimeAsTheServiceTakes() {
        final CyclicBarrier together = new CyclicBarrier(CALLS);
        crm.replies(request -> {
            try {
                together.await(5, TimeUnit.SECONDS);
            } catch (final BrokenBarrierException | TimeoutException e) {
                return Http.response(400, "", "");
            }
            return Http.json("{\"id\": " + request.line().replaceAll(".*/customers/(\\d+) .*", "$1") + "}");
        });
        final RestGateway gateway = crm.gateway(
                "callsInFlight: " + CALLS,
                "chunk: {callsInFlight: 1}, lookups: {customer: {service: crm, types: [long],"
                        + " request: {method: GET, path: '/customers/{1}'}}}");
        assertEquals(
                LongStream.range(0, ITEMS).mapToObj(key -> "[{id=" + key + "}]").toList(),
                gateway.customers(ITEMS).texts());
    }
}
