package dev.sluice.service.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A service that answers wrongly as a whole: nothing of that is used, nothing fails, and once it is over all is right. */
@Tag("long")
class FaultsTest {

    private static final long KEYS = 7;

    @RegisterExtension
    private final TestService crm = new TestService();

    private final AtomicInteger faults = new AtomicInteger();

    private RestGateway failingWith(Fault fault) {
        crm.answers((request, connection) ->
                (faults.getAndDecrement() > 0 ? fault : TestService.GOOD).answer(request, connection));
        return crm.gateway(fault.slow() ? crm.settings().timeouts("50ms", "150ms") : crm.settings());
    }

    /** Of some keys there is nothing, and two are equal. */
    private static void ask(RestGateway gateway) {
        for (long key = 0; key < KEYS; key++) {
            gateway.lookup("customer", key % 3 == 2 ? -key : key);
        }
        gateway.lookup("customer", 1L);
    }

    private void assertAnswered(RestGateway gateway) {
        final List<String> expected = new ArrayList<>();
        for (long key = 0; key < KEYS; key++) {
            expected.add(key % 3 == 2 ? "not found" : RestGateway.name(key));
        }
        expected.add(RestGateway.name(1));
        assertEquals(expected, gateway.texts(), crm.said()::toString);
    }

    @ParameterizedTest
    @EnumSource
    void shouldAnswerRightlyWhenTheServiceDoesSoAgain(Fault fault) {
        final RestGateway gateway = failingWith(fault);
        for (final int times : fault.slow() || fault.ofItems() ? new int[] {1} : new int[] {1, 2, 5}) {
            faults.set(times);
            ask(gateway);
            assertAnswered(gateway);
            assertTrue(faults.get() <= 0, "the fault was not met");
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldHoldTheLineAsLongAsTheServiceAnswersSo(Fault fault) {
        faults.set(Integer.MAX_VALUE);
        final RestGateway gateway = failingWith(fault);
        ask(gateway);
        while (crm.requests() < (fault.slow() ? 4 : 40)) {
            gateway.turn();
            assertEquals(0, gateway.answered(), crm.said()::toString);
        }
        faults.set(0);
        assertAnswered(gateway);
    }
}
