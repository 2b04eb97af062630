package dev.sluice.service.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.service.CapturedLog;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** A service that takes a request and does not answer for long, and then does. */
class SilentServiceTest {

    @Test
    void shouldSayThatItDoesNotAnswerAndThenThatItDoes() throws IOException {
        final CountDownLatch answers = new CountDownLatch(1);
        try (CapturedLog log = new CapturedLog();
                RawServer server = RawServer.start((request, connection) -> {
                    answers.await();
                    connection.write(Items.good(request));
                    return true;
                });
                RestGateway gateway = RestSettings.of(server.url())
                        .timeouts(Duration.ofSeconds(4), Duration.ofSeconds(20))
                        .open()) {
            gateway.lookup("customer", 1L);
            turnUntil(gateway, log, "crm has not answered a call for 2");
            answers.countDown();
            assertEquals("[{name=name1}]", gateway.texts().get(0));
            turnUntil(gateway, log, "crm answers again after 2");
            assertEquals(2, log.lines().size(), log.lines()::toString);
        }
    }

    private static void turnUntil(RestGateway gateway, CapturedLog log, String said) {
        Awaitility.await()
                .pollInSameThread()
                .pollInterval(Duration.ofMillis(1))
                .atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> {
                    gateway.turn();
                    final List<String> lines = log.lines();
                    assertTrue(lines.stream().anyMatch(line -> line.contains(said)), lines::toString);
                });
    }
}
