package dev.sluice.service.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The thread by which the JDK's HTTP client lives dies, as for want of memory: the gateway goes on with a new one. */
class DeadClientTest {

    @RegisterExtension
    private final TestService crm = new TestService();

    @Test
    void shouldGoOnWithANewClientWhenTheThreadOfTheOldOneHasDied() throws InterruptedException {
        final Set<Thread> others = selectors();
        final RestGateway gateway =
                crm.answers(TestService.GOOD).gateway(crm.settings().timeouts("300ms", "600ms"));
        final List<String> before = gateway.lookup("customer", 1L).texts();
        final Set<Thread> own = new HashSet<>(selectors());
        own.removeAll(others);
        assertTrue(!own.isEmpty(), "the client has no thread that is named as expected");
        for (final Thread thread : own) {
            thread.interrupt();
            thread.join();
        }
        assertEquals(before, gateway.lookup("customer", 1L).texts(), crm.said()::toString);
    }

    private static Set<Thread> selectors() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().endsWith("-SelectorManager"))
                .collect(Collectors.toSet());
    }
}
