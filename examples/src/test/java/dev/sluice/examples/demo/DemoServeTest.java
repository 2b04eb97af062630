package dev.sluice.examples.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoServeTest {

    @TempDir
    Path temporary;

    @Test
    void shouldStayUpWithHealthAndMetricsUntilInterruptedWhenAskedToServe() throws IOException, InterruptedException {
        assumeFalse(
                IgnoredSignals.inherited(IgnoredSignals.INT),
                "this JVM was started with SIGINT ignored, as by '&' in a shell without job control");
        final RunningDemo demo = RunningDemo.start(temporary.resolve("demo"), "--contracts", "200", "--serve")
                .awaitOutput("until Ctrl-C");
        final ProcessHandle gateway = demo.gateway();
        try {
            assertEquals(200, demo.page("/health/live").statusCode());
            assertEquals(200, demo.page("/health/ready").statusCode());
            assertContains(
                    demo.page("/metrics").body(),
                    "sluice_results_total{gateway=\"demo\",name=\"last-letter\",outcome=\"updated\"} 200.0");
            final Path config = temporary.resolve("demo/gateway.yaml");
            assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(config)));
        } finally {
            demo.interrupt();
        }
        final String output = demo.expectEnd(130);
        assertContains(output, "byte for byte");
        assertFalse(output.contains("it continues"), output);
        assertFalse(gateway.isAlive());
    }

    @Test
    void shouldSayWhyTheGatewayEndedWhenItEndsWhileItServes() throws IOException, InterruptedException {
        final RunningDemo demo = RunningDemo.start(
                        temporary.resolve("demo"), "--contracts", "200", "--no-baseline", "--serve")
                .awaitOutput("until Ctrl-C");
        demo.killGateway();
        assertContains(demo.expectEnd(3), "while it stayed up, the gateway");
    }

    private static void assertContains(String text, String expected) {
        assertTrue(text.contains(expected), () -> "'" + expected + "' is not in:\n" + text);
    }
}
