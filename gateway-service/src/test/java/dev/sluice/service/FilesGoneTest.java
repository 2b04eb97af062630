package dev.sluice.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.QueueOptions;
import dev.sluice.api.Requests;
import dev.sluice.client.GatewayClient;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.testsupport.PostgresServer;
import dev.sluice.transport.UnreadableQueueException.CorruptQueueException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Roll files that somebody deleted though they are needed: the gateway stops and names the file, it skips nothing. */
@Tag("long")
class FilesGoneTest {

    private static final int IN_EACH_FILE = 40;

    @TempDir
    private Path directory;

    private Path queues() {
        return directory.resolve("queues");
    }

    /** Requests in so many files, each of a writer of its own: no number of a writer is missing when a file is. */
    private void write(int files) {
        for (int file = 0; file < files; file++) {
            try (GatewayClient client = client()) {
                final Requests requests = client.requests();
                QueueFiles.awaitNext(); // a file has the requests of one
                for (int i = 0; i < IN_EACH_FILE; i++) {
                    requests.lookup("one", (long) (file * IN_EACH_FILE + i));
                }
            }
            QueueFiles.awaitNext();
        }
    }

    private GatewayClient client() {
        return GatewayClient.builder(queues())
                .options(QueueOptions.DEFAULTS.withRollCycle("TEST_SECONDLY").withDiskReserve(1 << 20))
                .open();
    }

    private GatewayConfig config(PostgresServer postgres) {
        return config(postgres, "chunk: {limit: 10}");
    }

    private GatewayConfig config(PostgresServer postgres, String chunk) {
        return GatewayConfig.parse(
                """
                name: files
                queues:
                  path: %s
                  diskReserve: 1MB
                %s
                databases:
                  main:
                    url: %s
                    user: %s
                    backoff: 10ms
                    maxBackoff: 50ms
                    connectionTimeout: 1s
                lookups:
                  one:
                    sql: SELECT CAST(? AS BIGINT) AS n
                    types: [long]
                    reads: []
                """.formatted(queues(), chunk, postgres.jdbcUrl(), postgres.user()), Path.of(""), name -> null);
    }

    private static CompletableFuture<Void> start(GatewayProgram program) {
        return CompletableFuture.runAsync(program::run, runnable -> new Thread(runnable, "service").start());
    }

    private int results() {
        try (GatewayClient client = client()) {
            return client.results().toStart().poll(new Collected(), Integer.MAX_VALUE);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void shouldRefuseToStartWhenAFileWithUnansweredRequestsIsGone(int file) throws Exception {
        write(3);
        final Path gone = QueueFiles.of(queues().resolve("in")).get(file);
        Files.delete(gone);
        final GatewayConfig config = config(PostgresServer.shared());
        final var e = assertThrows(CorruptQueueException.class, () -> drain(config));
        assertTrue(e.getMessage().contains(gone.getFileName() + " is gone or empty"), e.getMessage());
    }

    private void drain(GatewayConfig config) throws Exception {
        try (GatewayProgram program = GatewayProgram.open(config)) {
            final CompletableFuture<Void> service = start(program);
            try {
                service.get(1, TimeUnit.MINUTES);
            } catch (final ExecutionException e) {
                throw (Exception) e.getCause();
            } finally {
                program.stop();
            }
        }
    }

    @Test
    void shouldAnswerWhatItReadBeforeItStopsAtAFileThatIsGone() throws Exception {
        write(3);
        // Large enough for all files: the first poll hands over the first file's requests, and then meets the gap.
        final GatewayConfig config = config(PostgresServer.shared(), "chunk: {limit: 1000}");
        try (GatewayProgram program = GatewayProgram.open(config)) {
            Files.delete(QueueFiles.of(queues().resolve("in")).get(1));
            assertThrows(CorruptQueueException.class, program::run);
            assertTrue(program.counts().get(0).read() > 0, "it read nothing");
            assertEquals(program.counts().get(0).read(), results(), "some of what it read has no result");
        }
    }

    @Test
    void shouldStopBeforeAFileThatWasDeletedWhileItRuns() throws Exception {
        write(3);
        try (PostgresServer postgres = PostgresServer.open()) {
            postgres.stop(); // so that the gateway waits in the first file
            try (GatewayProgram program = GatewayProgram.open(config(postgres))) {
                final CompletableFuture<Void> service = start(program);
                Awaitility.await().until(() -> program.counts().get(0).read() > 0);
                final Path gone = QueueFiles.of(queues().resolve("in")).get(1);
                Files.delete(gone);
                postgres.start();
                final var e = assertThrows(ExecutionException.class, () -> service.get(1, TimeUnit.MINUTES));
                assertInstanceOf(CorruptQueueException.class, e.getCause());
                assertTrue(e.getCause().getMessage().contains(gone.getFileName().toString()), e.toString());
            }
        }
        assertTrue(results() <= IN_EACH_FILE, "nothing behind the missing file is answered");
    }

    @Test
    void shouldRefuseToStartWhenTheNewestFileOfTheOutputIsGone() throws Exception {
        write(1);
        final GatewayConfig config = config(PostgresServer.shared());
        try (GatewayProgram program = GatewayProgram.open(config)) {
            final CompletableFuture<Void> service = start(program);
            Awaitility.await().until(() -> program.counts().get(0).written() == IN_EACH_FILE);
            program.stop();
            service.get(1, TimeUnit.MINUTES);
        }
        assertEquals(IN_EACH_FILE, results());
        final Path gone = QueueFiles.of(queues().resolve("out"))
                .get(QueueFiles.of(queues().resolve("out")).size() - 1);
        Files.delete(gone);
        final var e = assertThrows(CorruptQueueException.class, () -> GatewayProgram.open(config));
        assertTrue(e.getMessage().contains(gone.getFileName() + " is gone or empty"), e.getMessage());
    }
}
