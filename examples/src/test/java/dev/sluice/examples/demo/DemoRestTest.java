package dev.sluice.examples.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.testsupport.Processes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The demo with its lookups after services: the letters are those of the demo without. */
@Execution(ExecutionMode.CONCURRENT)
@Tag("nightly")
class DemoRestTest {

    private static final String CONTRACTS = "600";
    /** The gateway is killed at this result; there are 1,800. */
    private static final int MIDDLE = 600;

    @TempDir
    static Path sql;

    private static Path sqlLetters;

    @TempDir
    Path temporary;

    @BeforeAll
    static void runWithSql() throws IOException, InterruptedException {
        final Path directory = sql.resolve("demo");
        RunningDemo.run(0, directory, "--contracts", CONTRACTS, "--no-baseline");
        sqlLetters = directory.resolve("letters.txt");
    }

    @Test
    void shouldWriteTheSameLettersAndCountTheCallsWhenUndisturbed() throws IOException, InterruptedException {
        final Path directory = temporary.resolve("demo");
        final String output =
                RunningDemo.run(0, directory, "--rest", "--contracts", CONTRACTS, "--baseline-contracts", "200");
        assertContains(output, "calls to the services");
        assertContains(output, "The customer service answered");
        assertContains(output, "The address service answered");
        assertContains(output, "one GET each");
        assertContains(output, "The letters are equal to those written one at a time, byte for byte");
        assertEquals(-1, Files.mismatch(sqlLetters, directory.resolve("letters.txt")));
    }

    @Test
    void shouldOnlyBeDelayedWhenAServiceIsAwayInTheMiddle() throws IOException, InterruptedException {
        final Path directory = temporary.resolve("demo");
        final String output =
                RunningDemo.run(0, directory, "--rest", "--outage", "1", "--contracts", CONTRACTS, "--no-baseline");
        assertContains(output, "ended; it is started again in 1 s.");
        assertEquals(-1, Files.mismatch(sqlLetters, directory.resolve("letters.txt")));
    }

    @Test
    void shouldStartAServiceAgainWhenItWasKilled() throws IOException, InterruptedException {
        final Path directory = temporary.resolve("demo");
        final RunningDemo demo =
                RunningDemo.startUntilResult(MIDDLE, directory, "--rest", "--contracts", CONTRACTS, "--no-baseline");
        demo.service("address").destroyForcibly();
        demo.goOn();
        assertContains(demo.expectEnd(0), "ended; it is started again in 1 s.");
        assertEquals(-1, Files.mismatch(sqlLetters, demo.letters()));
    }

    @Test
    void shouldContinueOverNewServicesWhenTheDemoWasKilled() throws IOException, InterruptedException {
        final Path directory = temporary.resolve("demo");
        final RunningDemo killed =
                RunningDemo.startUntilResult(MIDDLE, directory, "--rest", "--contracts", CONTRACTS, "--no-baseline");
        final ProcessHandle customer = killed.service("customer");
        final ProcessHandle address = killed.service("address");
        killed.kill();
        for (final ProcessHandle service : List.of(customer, address)) {
            assertTrue(Processes.awaitEnd(service, Duration.ofMinutes(1)), "a service outlived the demo");
        }
        assertContains(RunningDemo.run(0, directory, "--no-baseline"), "--rest");
        assertEquals(-1, Files.mismatch(sqlLetters, killed.letters()));
    }

    @Test
    void shouldRefuseAnOutageWhenThereAreNoServices() throws IOException, InterruptedException {
        assertContains(
                RunningDemo.run(2, temporary.resolve("demo"), "--outage", "3", "--contracts", "10"),
                "needs a REST service: add --rest");
    }

    @Test
    void shouldHaveThreeCustomersWrongOnlyWhenAskedFor() throws IOException, InterruptedException {
        final Path directory = temporary.resolve("demo");
        final String output =
                RunningDemo.run(0, directory, "--rest", "--planted-differences", "--contracts", "300", "--seed", "5");
        assertContains(output, " is misspelled.");
        assertContains(output, " is somebody else.");
        assertContains(output, " is missing.");
        assertContains(output, ": no customer");
        final String letters = Files.readString(directory.resolve("letters.txt"));
        assertContains(letters, "Somebody ");
        assertContains(
                RunningDemo.run(2, directory, "--planted-differences", "--contracts", "300"),
                "needs a REST service: add --rest");
    }

    private static void assertContains(String text, String expected) {
        assertTrue(text.contains(expected), () -> "'" + expected + "' is not in:\n" + text);
    }
}
