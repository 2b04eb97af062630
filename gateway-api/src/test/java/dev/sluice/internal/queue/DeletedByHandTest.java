package dev.sluice.internal.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.internal.queue.scan.DocumentScan.RequestScan;
import dev.sluice.internal.queue.scan.DocumentScan.ResultScan;
import dev.sluice.transport.UnreadableQueueException.CorruptQueueException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Roll files that somebody deleted by hand, the oldest, one in the middle or the newest: whoever reads from the start is told. */
class DeletedByHandTest {

    private static final int FILES = 3;

    @TempDir
    Path directory;

    private Path delete(String queue, int number) throws IOException {
        try (RolledQueues rolled = new RolledQueues(directory)) {
            rolled.answeredFiles(FILES);
            final Path file = rolled.paths(queue).get(number);
            Files.delete(file);
            return file;
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void shouldSayWhichFileIsGoneWhenRequestsAreReadFromTheStart(int number) throws IOException {
        final Path gone = delete("in", number);
        try (RolledQueues rolled = new RolledQueues(directory)) {
            final var e = assertThrows(CorruptQueueException.class, rolled::requests);
            assertTrue(e.getMessage().contains(gone + " is gone or empty, and it had messages"), e.getMessage());
            try (RequestScan scan = rolled.queues().scanRequests()) {
                assertThrows(CorruptQueueException.class, () -> {
                    while (scan.next()) {
                        assertTrue(scan.unreadable().isEmpty());
                    }
                });
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void shouldSayWhichFileIsGoneWhenResultsAreReadFromTheStart(int number) throws IOException {
        final Path gone = delete("out", number);
        try (RolledQueues rolled = new RolledQueues(directory)) {
            final var e = assertThrows(CorruptQueueException.class, rolled::results);
            assertTrue(e.getMessage().contains(gone + " is gone or empty, and it had messages"), e.getMessage());
            try (ResultScan scan = rolled.queues().scanResults()) {
                assertThrows(CorruptQueueException.class, () -> {
                    while (scan.next()) {
                        assertTrue(scan.unreadable().isEmpty());
                    }
                });
            }
        }
    }

    @Test
    void shouldReadOnWhenTheFilesWereDeletedBecauseNobodyNeededThem() throws IOException {
        try (RolledQueues rolled = new RolledQueues(directory)) {
            rolled.answeredFiles(FILES);
            rolled.retain();
            assertEquals(List.of("u3"), rolled.requests());
            assertEquals(List.of("u3"), rolled.results());
        }
    }
}
