package dev.sluice.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A gateway that nobody may have do anything. */
class ControlOffTest {

    @TempDir
    private Path directory;

    @Test
    void shouldSayWhatToSetWhenControlIsOff() throws Exception {
        try (RunningGateway gateway = RunningGateway.start("""
                name: uncontrolled
                queues: {path: '%s', diskReserve: 1MB}
                health: {port: 0}
                databases: {main: {url: 'jdbc:hsqldb:mem:off'}}
                """.formatted(directory.resolve("queues")))) {
            final HttpResponse<String> orders = MetricsPage.get(gateway.health(), "/control/orders");
            assertEquals(404, orders.statusCode());
            assertTrue(orders.body().contains("control is off: set control.token"), orders.body());
        }
    }
}
