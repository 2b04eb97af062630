package dev.sluice.examples.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.sluice.testsupport.Processes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The demo as its user sees it: a command, its exit code, its output and its letters. */
@Execution(ExecutionMode.CONCURRENT)
@Tag("nightly")
class DemoTest {

    private static final String CONTRACTS = "600";
    /** The gateway is killed at this result; there are 1,800. */
    private static final int MIDDLE = 700;

    @TempDir
    static Path undisturbed;

    private static String undisturbedOutput;
    private static Path undisturbedLetters;

    @TempDir
    Path temporary;

    @BeforeAll
    static void runUndisturbed() throws IOException, InterruptedException {
        final Path directory = undisturbed.resolve("demo");
        undisturbedOutput = RunningDemo.run(0, directory, "--contracts", CONTRACTS, "--baseline-contracts", "100");
        undisturbedLetters = directory.resolve("letters.txt");
    }

    @Test
    void shouldEndWithItsTableWhenUndisturbed() {
        assertContains(undisturbedOutput, "The letters are equal to those written one at a time, byte for byte");
        assertContains(undisturbedOutput, "1,800 requests and 1,800 results read");
        assertContains(undisturbedOutput, "violations  0");
        assertContains(undisturbedOutput, "Through the gateway it ");
        assertContains(undisturbedOutput, "all 600 would take");
    }

    @Test
    void shouldEndWithTheLineOfTheReadmeWhenUndisturbed() throws IOException {
        final String last =
                undisturbedOutput.lines().reduce((line, next) -> next).orElseThrow();
        assertContains(Files.readString(Path.of("../README.md")), "\n" + last + "\n```\n");
    }

    @Test
    void shouldGoOnByItselfWhenItKillsTheGateway() throws IOException, InterruptedException {
        final String output = RunningDemo.run(0, temporary.resolve("demo"), "--contracts", "6000", "--kill");
        assertTrue(output.matches("(?s).*Killed the gateway \\(process \\d+\\); it is started again\\..*"), output);
        assertContains(output, "After that kill, the longest pause between finished contracts was ");
        assertContains(output, "18,000 requests and 18,000 results read");
        assertContains(output, "violations  0");
        assertContains(output, "The letters are equal to those written one at a time, byte for byte");
    }

    @Test
    void shouldSayHowToContinueWhenTheInterruptedRunHasItsLanesOnKafka() throws IOException, InterruptedException {
        final Path directory = temporary.resolve("demo");
        RunningDemo.run(0, directory, "--contracts", "100", "--no-baseline");
        final Path state = directory.resolve("demo.properties");
        Files.writeString(
                state, Files.readString(state).replace("brokers=0", "brokers=3").replace("FINISHED", "RUNNING"));
        assertContains(RunningDemo.run(2, directory), "on Kafka: start it as ./sluice demo --transport kafka");
    }

    @Test
    void shouldContinueWithTheSameLettersWhenTheGatewayWasKilled() throws IOException, InterruptedException {
        final Path directory = temporary.resolve("demo");
        final RunningDemo killed =
                RunningDemo.startUntilResult(MIDDLE, directory, "--contracts", CONTRACTS, "--no-baseline");
        killed.killGateway();
        assertContains(killed.expectEnd(3), "run ./sluice demo again");
        assertContains(RunningDemo.run(0, directory, "--no-baseline"), "Continuing the interrupted run");
        assertEquals(-1, Files.mismatch(undisturbedLetters, killed.letters()));
    }

    @Test
    void shouldContinueWithTheSameLettersWhenTheDemoWasKilled() throws IOException, InterruptedException {
        final Path directory = temporary.resolve("demo");
        final RunningDemo killed =
                RunningDemo.startUntilResult(MIDDLE, directory, "--contracts", CONTRACTS, "--no-baseline");
        final ProcessHandle orphan = killed.gateway();
        killed.kill();
        assertTrue(Processes.awaitEnd(orphan, Duration.ofMinutes(1)), "the gateway outlived the demo");
        assertContains(RunningDemo.run(0, directory, "--no-baseline"), "Continuing the interrupted run");
        assertEquals(-1, Files.mismatch(undisturbedLetters, killed.letters()));
    }

    @Test
    void shouldStopTheGatewayAndContinueLaterWhenInterrupted() throws IOException, InterruptedException {
        assumeFalse(
                IgnoredSignals.inherited(IgnoredSignals.INT),
                "this JVM was started with SIGINT ignored, as by '&' in a shell without job control, and the demo inherits"
                        + " that: it would not notice an interrupt; run this test in the foreground");
        final Path directory = temporary.resolve("demo");
        final RunningDemo interrupted =
                RunningDemo.startUntilResult(MIDDLE, directory, "--contracts", CONTRACTS, "--no-baseline");
        final ProcessHandle gateway = interrupted.gateway();
        interrupted.interrupt();
        interrupted.goOn();
        assertContains(interrupted.expectEnd(130), "To continue, run ./sluice demo again");
        assertFalse(gateway.isAlive());
        assertContains(RunningDemo.run(0, directory, "--no-baseline"), "requests answered from history");
        assertEquals(-1, Files.mismatch(undisturbedLetters, interrupted.letters()));
    }

    @Test
    void shouldStartOverOnlyWhenAskedToWhenTheInterruptedRunHasOtherParameters()
            throws IOException, InterruptedException {
        final Path directory = temporary.resolve("demo");
        RunningDemo.start(directory, "--contracts", "100000", "--no-baseline")
                .awaitData()
                .kill();
        final String refusal = RunningDemo.run(2, directory, "--contracts", "100");
        assertContains(refusal, "has --contracts 100000 --seed 1 --database hsqldb");
        assertContains(refusal, "--fresh");
        final String output = RunningDemo.run(0, directory, "--contracts", "100", "--fresh");
        assertFalse(output.contains("Continuing"), output);
        assertContains(output, "byte for byte");
    }

    @Test
    void shouldStartOverWhenTheLastRunWasFinished() throws IOException, InterruptedException {
        final Path directory = temporary.resolve("demo");
        RunningDemo.run(0, directory, "--contracts", "100", "--no-baseline");
        final byte[] first = Files.readAllBytes(directory.resolve("letters.txt"));
        final String output = RunningDemo.run(0, directory, "--contracts", "100", "--seed", "2", "--no-baseline");
        assertFalse(output.contains("Continuing"), output);
        assertFalse(Arrays.equals(first, Files.readAllBytes(directory.resolve("letters.txt"))));
    }

    private static void assertContains(String text, String expected) {
        assertTrue(text.contains(expected), () -> "'" + expected + "' is not in:\n" + text);
    }
}
