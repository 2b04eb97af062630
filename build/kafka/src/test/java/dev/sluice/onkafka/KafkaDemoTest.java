package dev.sluice.onkafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.testsupport.Child;
import dev.sluice.testsupport.Processes;
import dev.sluice.testsupport.Program;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
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

    private Child demo;
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
        assertEquals(Child.TERMINATED, demo.stop());
        assertEnd();
        final String said = whole();
        assertTrue(said.contains("Continuing the interrupted run"), said);
        assertExact(said, "90,000");
    }

    @Test
    void shouldContinueWithTheSameBrokerWhenItWasKilled() throws Exception {
        startUntilHalf("callbacks");
        demo.kill();
        assertEnd();
        final String said = whole();
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
    private void startUntilHalf(String form) throws IOException, InterruptedException {
        start("--brokers", "1", "--contracts", "30000", "--form", form);
        demo.await(
                "a part of the contracts",
                () -> demo.said().lines().anyMatch(line -> line.matches("asked .*done \\[#.*")));
        assertTrue(demo.isAlive() && !demo.said().matches("(?s).*asked .*100 %.*"), demo::said);
        started = demo.process().descendants().toList();
    }

    private String whole(String... options) throws IOException, InterruptedException {
        start(options);
        return demo.expectEnd(0);
    }

    private void start(String... options) throws IOException {
        demo = Program.java(
                        Main.class,
                        Stream.concat(
                                        Stream.of("demo", "--transport", "kafka", "--dir", temporary.resolve("demo")),
                                        Stream.of(options))
                                .toArray())
                .patience(Duration.ofMinutes(10))
                .start();
    }

    private void assertEnd() {
        for (final ProcessHandle process : started) {
            assertTrue(Processes.awaitEnd(process, Duration.ofSeconds(30)), () -> "process " + process.pid() + " runs");
        }
    }

    @AfterEach
    void end() {
        demo.kill();
    }
}
