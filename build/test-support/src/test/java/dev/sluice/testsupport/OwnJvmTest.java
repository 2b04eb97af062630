package dev.sluice.testsupport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnJvmTest {

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
            final OwnJvm child = endless(Path.of(args[0]));
            child.awaitSaid("begun here", 60);
            System.out.println(child.process().pid());
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

    private static OwnJvm endless(Path log) throws IOException {
        return OwnJvm.start("the endless one", log, List.of(), Endless.class.getName(), List.of("here"));
    }

    @Test
    void shouldEndWhenTheJvmThatStartedItIsKilled() throws Exception {
        final Process starter = new ProcessBuilder(JavaCommand.of(
                        Starter.class.getName(),
                        List.of(directory.resolve("log").toString())))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader lines = starter.inputReader()) {
            final ProcessHandle child =
                    ProcessHandle.of(Long.parseLong(lines.readLine())).orElseThrow();
            assertTrue(child.isAlive());
            starter.destroyForcibly().waitFor();
            assertTrue(Processes.awaitEnd(child, Duration.ofSeconds(60)), "it outlived the other");
        }
    }

    @Test
    void shouldTellHowItEndedWhenItWasNotKilled() throws Exception {
        final BlockingQueue<String> told = new LinkedBlockingQueue<>();
        try (OwnJvm failing = OwnJvm.start(
                        "the failing one", directory.resolve("log"), List.of(), Failing.class.getName(), List.of());
                OwnJvm killed = endless(directory.resolve("other"))) {
            killed.onDeath(told::add);
            killed.kill();
            assertFalse(killed.process().isAlive());
            failing.onDeath(told::add);
            final String first = told.poll(60, TimeUnit.SECONDS);
            assertEquals(
                    "the failing one (process " + failing.process().pid() + ") ended with status 7. The last lines of "
                            + directory.resolve("log") + ":\n  there is no port",
                    first);
            assertThrows(IOException.class, () -> failing.awaitSaid("begun", 60));
            assertThrows(IOException.class, failing::awaitSuccess);
        }
    }
}
