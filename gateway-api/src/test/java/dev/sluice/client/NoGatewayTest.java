package dev.sluice.client;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.QueueException;
import dev.sluice.api.Results;
import dev.sluice.api.UnansweredException;
import dev.sluice.client.job.Job;
import dev.sluice.client.job.Sink;
import dev.sluice.internal.client.GatewayWatch;
import dev.sluice.internal.queue.QueuePair;
import dev.sluice.internal.queue.TestQueues;
import dev.sluice.internal.queue.state.GatewayLock;
import dev.sluice.testsupport.Child;
import dev.sluice.testsupport.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A job that waits for results which nobody will write. */
class NoGatewayTest {

    private static final String WARNING = "No gateway serves the queues in ";

    @TempDir
    private Path directory;

    /** How a job waits. */
    enum Way {
        AWAIT {
            @Override
            void await(GatewayClient client) {
                client.requests().lookup("customer", 1L);
                client.awaitAll(Results.ignored());
            }
        },
        POLL {
            @Override
            void await(GatewayClient client) {
                client.requests().lookup("customer", 1L);
                while (client.poll(Results.ignored(), 1) == 0) {
                    Thread.onSpinWait();
                }
            }
        },
        FUTURE {
            @Override
            void await(GatewayClient client) {
                client.futures(Runnable::run).lookup("customer", 1L).join();
            }
        },
        JOB {
            @Override
            void await(GatewayClient client) {
                try (Job job = client.job("letters", "today")) {
                    job.run(
                            List.of(1L),
                            Object::toString,
                            (key, gateway) -> gateway.lookup("customer", key).get(),
                            Sink.none());
                }
            }
        };

        abstract void await(GatewayClient client);
    }

    /** Asks, and waits until it is killed. */
    public static final class Asking {
        private Asking() {}

        public static void main(String[] args) {
            try (GatewayClient client = GatewayClient.builder(Path.of(args[1]))
                    .options(TestQueues.SMALL)
                    .open()) {
                Way.valueOf(args[0]).await(client);
            }
        }
    }

    @Test
    void shouldSayWhatIsMissingAndWhereHoweverAJobWaits() throws IOException, InterruptedException {
        final Map<Way, Child> jobs = new EnumMap<>(Way.class);
        try {
            for (final Way way : Way.values()) {
                jobs.put(way, start(way));
            }
            for (final Way way : Way.values()) {
                final String said = jobs.get(way).awaitLine("[").replaceFirst(".*" + WARNING, WARNING);
                assertTrue(
                        said.startsWith(WARNING + directory.toRealPath().resolve(way.name())
                                + ", and 1 request of this job waits"),
                        said);
                assertTrue(said.contains("sluice run --config FILE"), said);
                assertTrue(said.contains("correct the path"), said);
            }
        } finally {
            jobs.values().forEach(Child::close);
        }
    }

    private Child start(Way way) throws IOException {
        final Path relative =
                Path.of("").toAbsolutePath().relativize(directory.toRealPath().resolve(way.name()));
        return Program.java(Asking.class, way, relative)
                .options("-Dorg.slf4j.simpleLogger.defaultLogLevel=warn")
                .start();
    }

    @Test
    @SuppressWarnings("try") // the lock is given back before
    void shouldSayNothingWhileAGatewayServes() throws IOException, InterruptedException {
        final Path served = directory.toRealPath().resolve(Way.AWAIT.name());
        try (QueuePair queues = QueuePair.open(served, TestQueues.SMALL);
                GatewayLock gateway = queues.lease();
                GatewayClient client =
                        GatewayClient.builder(served).options(TestQueues.SMALL).open();
                Child job = start(Way.AWAIT)) {
            assertTrue(gateway.isHeld());
            client.requests().lookup("customer", 2L);
            assertThrows(
                    UnansweredException.class,
                    () -> client.awaitAll(Results.ignored(), GatewayWatch.PATIENCE.plus(Duration.ofSeconds(3))));
            gateway.close();
            TestQueues.answerAll(queues);
            assertFalse(job.awaitEnd().contains(WARNING));
        }
    }

    @Test
    void shouldMakeNothingWhenOnlyExistingQueuesAreToBeOpened() {
        final Path mistyped = directory.resolve("quues");
        final QueueException refusal = assertThrows(QueueException.class, () -> GatewayClient.openExisting(mistyped));
        assertTrue(
                refusal.getMessage().startsWith("there are no queues in " + mistyped.toAbsolutePath()),
                refusal.getMessage());
        assertFalse(Files.exists(mistyped));

        GatewayClient.builder(mistyped).options(TestQueues.SMALL).open().close();
        GatewayClient.openExisting(mistyped).close();
    }

    @Test
    void shouldNameTheWholePathWhenTheQueuesAreOpenedByARelativeOne() throws IOException {
        final Path relative = Path.of("").toAbsolutePath().relativize(directory.toRealPath());
        try (GatewayClient client = GatewayClient.builder(relative.resolve("queues"))
                .options(TestQueues.SMALL)
                .open()) {
            client.requests().lookup("customer", 1L);
            final var e = assertThrows(
                    UnansweredException.class, () -> client.awaitAll(Results.ignored(), Duration.ofMillis(1)));
            assertTrue(
                    e.getMessage()
                            .contains(directory.toRealPath().resolve("queues").toString()),
                    e.getMessage());
        }
    }
}
