package dev.sluice.service.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.service.CapturedLog;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The thread by which the JDK's HTTP client lives dies, as for want of memory: the gateway goes on with a new one. */
class DeadClientTest {

    @Test
    void shouldGoOnWithANewClientWhenTheThreadOfTheOldOneHasDied() throws IOException, InterruptedException {
        final Set<Thread> others = selectors();
        try (CapturedLog log = new CapturedLog();
                RawServer server = RawServer.start((request, connection) -> {
                    connection.write(Http.response(
                            207, Items.JSON_TYPE, Items.body(Items.answers(Items.asked(request.body())))));
                    return true;
                });
                RestGateway gateway = RestSettings.of(server.url())
                        .timeouts(Duration.ofMillis(300), Duration.ofMillis(600))
                        .open()) {
            final List<String> before = gateway.lookup("customer", 1L).texts();
            final Set<Thread> own = new HashSet<>(selectors());
            own.removeAll(others);
            assertTrue(!own.isEmpty(), "the client has no thread that is named as expected");
            for (final Thread thread : own) {
                thread.interrupt();
                thread.join();
            }
            final List<String> after = gateway.lookup("customer", 1L).texts();
            assertEquals(before, after, log.lines().toString());
        }
    }

    private static Set<Thread> selectors() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().endsWith("-SelectorManager"))
                .collect(Collectors.toSet());
    }
}
