package dev.sluice.examples.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.testsupport.JavaCommand;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The whole demo in a JVM of its own, as a user starts it. */
@Timeout(900)
class KafkaDemoTest {

    private static final String ALL_DONE =
            "6,000 requests, 6,000 results, by a consumer of its own: 0 lost, 0 twice, 0 out of order";
    private static final String EQUAL = "They are equal to those one at a time, byte for byte.";

    @TempDir
    private Path temporary;

    private Process demo;
    private List<ProcessHandle> started = List.of();

    @Test
    void shouldEndWithEqualLettersAndLeaveNothing() throws Exception {
        final String said = whole("--brokers", "1", "--contracts", "2000");
        assertEquals(0, demo.exitValue(), said);
        assertTrue(said.contains(ALL_DONE) && said.contains(EQUAL), said);
        assertNothingLeft();
    }

    @Test
    @Tag("nightly")
    void shouldEndWithEqualLettersWhenAGatewayAndTheBrokerAreKilled() throws Exception {
        final String said = whole("--brokers", "1", "--contracts", "30000", "--kill");
        assertEquals(0, demo.exitValue(), said);
        assertTrue(said.contains("90,000 results, by a consumer of its own: 0 lost, 0 twice, 0 out of order"), said);
        assertTrue(said.contains(EQUAL), said);
        assertTrue(
                Pattern.compile("Gateway killed: the first new result of its lane came after [0-9.]+ s\\.")
                        .matcher(said)
                        .find(),
                said);
        assertTrue(
                Pattern.compile("Broker killed: the longest time without a new result of a lane was [0-9.]+ s\\.")
                        .matcher(said)
                        .find(),
                said);
        assertNothingLeft();
    }

    @Test
    @Tag("nightly")
    void shouldLeaveNothingWhenItIsInterrupted() throws Exception {
        start("--brokers", "1", "--contracts", "100000");
        try (BufferedReader lines = demo.inputReader(StandardCharsets.UTF_8)) {
            awaitLine(lines, "The gateways of lanes");
            started = demo.descendants().toList();
            assertEquals(3, started.size());
            demo.destroy();
            assertTrue(demo.waitFor(60, TimeUnit.SECONDS), "it has not ended");
        }
        assertEquals(143, demo.exitValue());
        assertNothingLeft();
    }

    @Test
    @Tag("nightly")
    void shouldLeaveNoProcessWhenItIsKilled() throws Exception {
        start("--brokers", "1", "--contracts", "100000");
        try (BufferedReader lines = demo.inputReader(StandardCharsets.UTF_8)) {
            awaitLine(lines, "The gateways of lanes");
            started = demo.descendants().toList();
            demo.destroyForcibly().waitFor();
        }
        assertEnd();
    }

    private static void awaitLine(BufferedReader lines, String begin) throws IOException {
        final StringBuilder all = new StringBuilder();
        String line = lines.readLine();
        while (line != null && !line.startsWith(begin)) {
            all.append(line).append('\n');
            line = lines.readLine();
        }
        assertTrue(line != null, all::toString);
    }

    private String whole(String... options) throws IOException, InterruptedException {
        start(options);
        final String said = new String(demo.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        demo.waitFor();
        return said;
    }

    private void start(String... options) throws IOException {
        final List<String> arguments = new ArrayList<>(List.of("demo", "--transport", "kafka"));
        arguments.addAll(Arrays.asList(options));
        demo = new ProcessBuilder(
                        JavaCommand.of(List.of("-Djava.io.tmpdir=" + temporary), Main.class.getName(), arguments))
                .redirectErrorStream(true)
                .start();
    }

    private void assertNothingLeft() throws IOException {
        assertEnd();
        try (Stream<Path> left = Files.list(temporary)) {
            assertEquals(
                    List.of(),
                    left.filter(path -> path.getFileName().toString().startsWith("sluice"))
                            .toList());
        }
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
