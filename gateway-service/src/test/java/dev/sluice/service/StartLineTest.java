package dev.sluice.service;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.service.config.GatewayConfig;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StartLineTest {

    @Test
    void shouldSpeakOfSyncOnlyWhenTheQueuesAreFiles() {
        assertEquals(
                "starts at the first request; sync none: survives a crash of a process, not a power cut",
                endOf("./queues"));
        assertEquals("starts at the first request", endOf("kafka:night?bootstrap=localhost:9092"));
    }

    private static String endOf(String queues) {
        final GatewayConfig config = GatewayConfig.parse(
                "name: gw\nqueues: {path: '" + queues + "'}\ndatabases: {main: {url: 'jdbc:hsqldb:mem:x', user: SA}}\n",
                Path.of(""),
                name -> null);
        final String line = StartLine.of(config, Optional.empty(), 0, "");
        return line.substring(line.indexOf("starts at"));
    }
}
