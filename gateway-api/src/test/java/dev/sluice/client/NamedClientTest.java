package dev.sluice.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.QueueException;
import dev.sluice.api.QueueLockedException;
import dev.sluice.api.QueueOptions.SyncMode;
import dev.sluice.api.Requests;
import dev.sluice.internal.queue.TestQueues;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A client that goes on under its name. */
class NamedClientTest extends ClientOverQueues {

    @Test
    void shouldHandOverWhatItsLastRunDidNotSeeWhenItHasAName() {
        final TestQueues.Lines lines = new TestQueues.Lines();
        try (GatewayClient client = openClient("letters")) {
            client.requests().executeQuery("a");
            client.requests().executeQuery("b");
            client.requests().executeQuery("c");
            TestQueues.answer(queues, 2);
            client.poll(lines, 1);
        }
        TestQueues.answerAll(queues);
        try (GatewayClient client = openClient("letters")) {
            assertEquals(2, client.written(), "two have no result yet");
            client.requests().executeQuery("d");
            TestQueues.answerAll(queues);
            client.awaitAll(lines);
            assertEquals(3, client.answered());
        }
        assertEquals(List.of("a updated 1", "b updated 2", "c updated 3", "d updated 4"), lines.lines);
    }

    @Test
    void shouldHandOverTheResultsOfItsLastRunsSecondWriterBeforeThatIsAskedFor() {
        final long writer;
        try (GatewayClient client = openClient("letters")) {
            client.requests().executeQuery("first");
            final Requests second = client.newRequests();
            second.executeQuery("second");
            second.executeQuery("third");
            writer = second.writer();
        }
        TestQueues.answerAll(queues);
        final TestQueues.Lines lines = new TestQueues.Lines();
        try (GatewayClient client = openClient("letters")) {
            assertEquals(3, client.written());

            client.awaitAll(lines, Duration.ofSeconds(10));

            assertEquals(List.of("first updated 1", "second updated 1", "third updated 2"), lines.lines);
            assertEquals(3, client.answered());
            final Requests again = client.newRequests();
            assertEquals(writer, again.writer(), "the writer of the last run");
            assertEquals(2, again.lastSequence());
            again.executeQuery("fourth");
            client.newRequests().executeQuery("of a third writer");
            TestQueues.answerAll(queues);
            client.awaitAll(lines, Duration.ofSeconds(10));
        }
        assertEquals(List.of("fourth updated 3", "of a third writer updated 1"), lines.lines.subList(3, 5));
    }

    @Test
    void shouldRefuseASecondClientOfItsName() {
        try (GatewayClient client = openClient("letters")) {
            assertThrows(QueueLockedException.class, () -> openClient("letters"));
            client.requests().executeQuery("unharmed");
        }
        openClient("letters").close();
    }

    @Test
    void shouldGiveAllItsNamesBackWhenAWriterFailsToClose() throws IOException {
        final GatewayClient client = GatewayClient.builder(directory)
                .options(TestQueues.SMALL.withSyncMode(SyncMode.CHUNK))
                .name("letters")
                .open();
        client.requests().executeQuery("first");
        client.newRequests().executeQuery("second");
        final Path rollFile = TestQueues.files(directory.resolve("in")).get(0);
        final Path aside = directory.resolve("aside");
        Files.move(rollFile, aside);
        Files.createSymbolicLink(rollFile, rollFile.getFileName()); // to itself: it cannot be synced

        final var e = assertThrows(QueueException.class, client::close);

        assertTrue(e.getMessage().contains("cannot sync"), e.getMessage());
        assertEquals(1, e.getSuppressed().length, "the second writer's failure");
        Files.move(aside, rollFile, StandardCopyOption.REPLACE_EXISTING);
        openClient("letters").close();
    }
}
