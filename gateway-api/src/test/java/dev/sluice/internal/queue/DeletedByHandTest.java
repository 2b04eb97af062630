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
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Roll files that somebody deleted by hand, the oldest, one in the middle or the newest: whoever reads from the start is told. */
class DeletedByHandTest {

    private static final int FILES = 3;

    @RegisterExtension
    private final RolledQueues rolled = new RolledQueues();

    private Path delete(String queue, int number) throws IOException {
        rolled.answeredFiles(FILES);
        rolled.queues().close();
        final Path file = rolled.paths(queue).get(number);
        Files.delete(file);
        rolled.reopen();
        return file;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void shouldSayWhichFileIsGoneWhenRequestsAreReadFromTheStart(int number) throws IOException {
        final Path gone = delete("in", number);
        assertGone(gone, rolled::requests);
        try (RequestScan scan = rolled.queues().scanRequests()) {
            assertGone(gone, () -> {
                while (scan.next()) {
                    assertTrue(scan.unreadable().isEmpty());
                }
            });
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void shouldSayWhichFileIsGoneWhenResultsAreReadFromTheStart(int number) throws IOException {
        final Path gone = delete("out", number);
        assertGone(gone, rolled::results);
        try (ResultScan scan = rolled.queues().scanResults()) {
            assertGone(gone, () -> {
                while (scan.next()) {
                    assertTrue(scan.unreadable().isEmpty());
                }
            });
        }
    }

    private static void assertGone(Path file, Executable read) {
        final var e = assertThrows(CorruptQueueException.class, read);
        assertTrue(e.getMessage().contains(file + " is gone or empty, and it had messages"), e.getMessage());
    }

    @Test
    void shouldReadOnWhenTheFilesWereDeletedBecauseNobodyNeededThem() {
        rolled.answeredFiles(FILES);
        rolled.retain();
        assertEquals(List.of("u3"), rolled.requests());
        assertEquals(List.of("u3"), rolled.results());
    }
}
