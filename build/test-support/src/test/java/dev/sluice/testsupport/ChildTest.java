package dev.sluice.testsupport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChildTest {

    @TempDir
    private Path directory;

    /** Lives until it is killed. */
    static final class Endless {
        public static void main(String[] args) throws InterruptedException {
            System.out.println("begun " + args[0]);
            new CountDownLatch(1).await();
        }
    }

    /** Starts an endless one, says its process id, and lives as long. */
    static final class Starter {
        public static void main(String[] args) throws Exception {
            final Child child = endless(Path.of(args[0]));
            child.awaitSaid("begun here");
            System.out.println("child " + child.pid());
            new CountDownLatch(1).await();
        }
    }

    /** Ends with an error. */
    static final class Failing {
        public static void main(String[] args) {
            System.out.println("there is no port");
            System.exit(7);
        }
    }

    private static Child endless(Path log) throws IOException {
        return Program.java(Endless.class, "here")
                .named("the endless one")
                .log(log)
                .start();
    }

    @Test
    void shouldEndWhenTheJvmThatStartedItIsKilled() throws Exception {
        try (Child starter =
                Program.java(Starter.class, directory.resolve("log")).start()) {
            final ProcessHandle child = ProcessHandle.of(Long.parseLong(starter.awaitLine("child ")))
                    .orElseThrow();
            assertTrue(child.isAlive());
            starter.kill();
            assertTrue(Processes.awaitEnd(child, Duration.ofSeconds(60)), "it outlived the other");
        }
    }

    @Test
    void shouldTellHowItEndedWhenItWasNotKilled() throws Exception {
        final BlockingQueue<String> told = new LinkedBlockingQueue<>();
        final Path log = directory.resolve("log");
        try (Child failing = Program.java(Failing.class)
                        .named("the failing one")
                        .log(log)
                        .start();
                Child killed = endless(directory.resolve("other"))) {
            killed.onDeath(told::add);
            assertTrue(killed.kill());
            failing.onDeath(told::add);
            assertEquals(
                    "the failing one (process " + failing.pid() + ") ended with status 7. The last lines of " + log
                            + ":\n  there is no port",
                    told.poll(60, TimeUnit.SECONDS));
            assertThrows(IllegalStateException.class, () -> failing.awaitSaid("begun"));
            assertThrows(IllegalStateException.class, () -> failing.awaitLine("begun"));
            assertThrows(IllegalStateException.class, () -> failing.expectEnd(0));
            assertEquals("there is no port\n", failing.expectEnd(7));
        }
    }

    /** Repeats its input, and ends with the input. */
    static final class Echo {
        public static void main(String[] args) throws IOException {
            try (BufferedReader lines = new BufferedReader(new InputStreamReader(System.in))) {
                lines.lines().forEach(System.out::println);
            }
            System.out.println("end");
        }
    }

    @Test
    void shouldAnswerEachLineAndEndByItselfWhenItReadsItsInput() throws Exception {
        try (Child echo = Program.java(Echo.class).start()) {
            echo.tell("first ß");
            assertEquals("ß", echo.awaitLine("first "));
            echo.tell("second one");
            echo.tell("third");
            assertEquals("", echo.awaitLine("third"));
            assertEquals(Optional.empty(), echo.awaitLine("second", Duration.ZERO), "it came before");
            echo.process().outputWriter().close();
            assertTrue(echo.expectEnd(0).endsWith("third\nend\n"));
        }
    }

    @Test
    void shouldPassEachLineOnUntilTheLastWhenItIsKilled() throws Exception {
        final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
        try (Child echo = Program.java(Echo.class).lines(lines::add).start()) {
            echo.tell("one");
            assertEquals("one", lines.poll(60, TimeUnit.SECONDS));
            echo.signal("STOP");
            echo.tell("two");
            echo.signal("CONT");
            assertEquals("two", lines.poll(60, TimeUnit.SECONDS));
            assertTrue(echo.kill());
            assertEquals("", echo.said(), "nothing of it is in the log");
        }
    }

    @Test
    void shouldSayThatItHasNotEndedAndKillItWhenPatienceIsOver() throws Exception {
        final Child endless =
                Program.java(Endless.class, "here").patience(Duration.ZERO).start();
        assertThrows(IllegalStateException.class, endless::awaitEnd);
        assertFalse(endless.isAlive());
    }

    @Test
    void shouldTellWhetherACommandSucceeds() throws Exception {
        assertTrue(Program.of("true").succeeds());
        assertFalse(Program.of("false").succeeds());
        assertFalse(Program.of("no-such-command").succeeds());
        final Map<String, String> only = Map.of("PATH", System.getenv("PATH"), "ONLY", "this");
        assertEquals(
                "this none\n",
                Program.of("sh", "-c", "echo $ONLY ${HOME-none}")
                        .withOnly(only)
                        .run()
                        .said());
    }
}
