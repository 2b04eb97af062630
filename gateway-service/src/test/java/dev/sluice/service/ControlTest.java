package dev.sluice.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.service.Operated.Said;
import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an operator has a running gateway do, by the command, over real queues and a real database. */
class ControlTest {

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    @TempDir
    private Path directory;

    @Test
    void shouldReadNothingWhilePausedAndGoOnWhereItWasWhenResumed() throws Exception {
        try (Operated operated = new Operated(directory, "")) {
            final Said paused = operated.ctl("pause", "--reason", "index is rebuilt");
            assertEquals(0, paused.code(), paused.text());
            operated.client.requests().lookup("customer", 1L);
            final String ready =
                    MetricsPage.get(operated.uri(), "/health/ready").body();
            assertTrue(ready.contains("\"status\":\"down\"") && ready.contains("paused since "), ready);
            assertTrue(ready.contains("(index is rebuilt): no requests are read; sluice ctl resume"), ready);
            assertEquals(0, operated.gateway.counts().read());

            assertEquals(0, operated.ctl("resume").code());
            operated.client.awaitAll(new Collected(), PATIENCE);
            Awaitility.await().until(() -> operated.gateway.counts().written() == 1);
            assertEquals(new Said(0, "nothing is ordered"), operated.ctl("orders"));
            assertEquals(new Said(1, "it is not paused"), operated.ctl("resume"));
        }
    }
}
