package dev.sluice.onkafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.testsupport.JavaCommand;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The demo with its lanes on a broker, in a JVM of its own, as a user starts it. */
@Timeout(900)
@Tag("nightly")
class KafkaDemoTest {

    private static final String EQUAL = "The letters are equal to those written one at a time, byte for byte.";

    @TempDir
    private Path temporary;

    private Process demo;
    private List<ProcessHandle> started = List.of();

    @Test
    void shouldEndWithEqualLettersAndLeaveNoProcess() throws Exception {
        final String said = whole("--brokers", "1", "--contracts", "2000");
        assertExact(said, "6,000");
        assertEnd();
    }

    @Test
    void shouldEndWithEqualLettersWhenItKillsTheGatewayAndTheBroker() throws Exception {
        final String said = whole("--brokers", "1", "--contracts", "30000", "--kill");
        assertExact(said, "90,000");
        for (final String killed : List.of("the gateway", "broker 0")) {
            assertTrue(
                    Pattern.compile("Killed " + killed + " \\(process \\d+\\); it is started again\\.\\R(asked.*\\R)*"
                                    + "After that kill, the longest pause between finished contracts was [0-9.]+ s\\.")
                            .matcher(said)
                            .find(),
                    said);
        }
        assertEnd();
    }

    @Test
    void shouldLeaveNoProcessAndContinueLaterWhenItIsInterrupted() throws Exception {
        startUntilHalf("declared");
        assertEquals(2, started.size());
        demo.destroy();
        assertTrue(demo.waitFor(60, TimeUnit.SECONDS), "it has not ended");
        assertEquals(143, demo.exitValue());
        assertEnd();
        final String said = whole();
        assertTrue(said.contains("Continuing the interrupted run"), said);
        assertExact(said, "90,000");
    }

    @Test
    void shouldContinueWithTheSameBrokerWhenItWasKilled() throws Exception {
        startUntilHalf("callbacks");
        demo.destroyForcibly().waitFor();
        final String said = whole();
        assertTrue(said.contains("that a killed demo had left"), said);
        assertTrue(said.contains("Continuing the interrupted run"), said);
        assertExact(said, "90,000");
        assertEnd();
    }

    private static void assertExact(String said, String requests) {
        assertTrue(said.contains(requests + " requests and " + requests + " results read"), said);
        assertTrue(said.contains("violations  0"), said);
        assertTrue(said.contains(EQUAL), said);
    }

    /** Starts one that shows its progress, and waits until some contracts are done. */
    private void startUntilHalf(String form) throws IOException {
        start("--brokers", "1", "--contracts", "30000", "--form", form);
        final BufferedReader lines = demo.inputReader(StandardCharsets.UTF_8);
        final StringBuilder all = new StringBuilder();
        String line = lines.readLine();
        while (line != null && !line.matches("asked .*done \\[#.*")) {
            all.append(line).append('\n');
            line = lines.readLine();
        }
        assertTrue(line != null && !line.endsWith("100 %"), all + line);
        started = demo.descendants().toList();
    }

    private String whole(String... options) throws IOException, InterruptedException {
        start(options);
        final String said = new String(demo.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, demo.waitFor(), said);
        return said;
    }

    private void start(String... options) throws IOException {
        final List<String> arguments = new ArrayList<>(List.of(
                "demo",
                "--transport",
                "kafka",
                "--dir",
                temporary.resolve("demo").toString()));
        arguments.addAll(Arrays.asList(options));
        demo = new ProcessBuilder(JavaCommand.of(Main.class.getName(), arguments))
                .redirectErrorStream(true)
                .start();
    }

    private void assertEnd() {
        for (final ProcessHandle process : started) {
            assertTrue(
                    process.onExit()
                            .thenApply(ended -> true)
                            .completeOnTimeout(false, 30, TimeUnit.SECONDS)
                            .join(),
                    () -> "process " + process.pid() + " runs");
        }
    }

    @AfterEach
    void end() {
        demo.descendants().forEach(ProcessHandle::destroyForcibly);
        demo.destroyForcibly();
    }
}
