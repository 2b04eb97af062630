package dev.sluice.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.NumberedRequests;
import dev.sluice.api.Requests;
import dev.sluice.api.UnansweredException;
import dev.sluice.queue.DiskReserveException;
import dev.sluice.queue.QueueException;
import dev.sluice.queue.QueueLockedException;
import dev.sluice.queue.QueuePair;
import dev.sluice.queue.RequestReader;
import dev.sluice.queue.ResultReader;
import dev.sluice.queue.SyncMode;
import dev.sluice.queue.TestQueues;
import dev.sluice.wire.RequestFrame;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GatewayClientTest {

    @TempDir
    Path directory;

    private QueuePair gateway;

    @BeforeEach
    void openGateway() {
        gateway = QueuePair.open(directory, TestQueues.SMALL);
    }

    @AfterEach
    void closeGateway() {
        gateway.close();
    }

    private GatewayClient open() {
        return GatewayClient.builder(directory).options(TestQueues.SMALL).open();
    }

    private GatewayClient open(String name) {
        return GatewayClient.builder(directory)
                .options(TestQueues.SMALL)
                .name(name)
                .open();
    }

    @Test
    void shouldHandOverOneResultForEachRequestInTheirOrder() {
        final TestQueues.Lines lines = new TestQueues.Lines();
        final List<String> expected = new ArrayList<>();
        try (GatewayClient client = open()) {
            for (int i = 1; i <= 1000; i++) {
                client.requests().lookup("l" + i, i);
                expected.add("l" + i + " updated " + i);
            }
            assertEquals(1000, client.written());
            assertEquals(0, client.answered());
            TestQueues.answerAll(gateway);

            client.awaitAll(lines);

            assertEquals(expected, lines.lines);
            assertEquals(1000, client.answered());
            client.awaitAll(lines);
            assertEquals(1000, lines.lines.size(), "nothing twice");
        }
    }

    @Test
    void shouldWaitForResultsThatComeLater() {
        final AtomicBoolean stop = new AtomicBoolean();
        try (GatewayClient client = open()) {
            final CompletableFuture<Void> answering = CompletableFuture.runAsync(() -> {
                while (!stop.get()) {
                    TestQueues.answer(gateway, 7);
                }
            });
            for (int i = 1; i <= 100; i++) {
                client.requests().executeUpdate("u", i);
            }
            final TestQueues.Lines lines = new TestQueues.Lines();
            client.awaitAll(lines, Duration.ofSeconds(30));
            assertEquals(100, lines.lines.size());
            stop.set(true);
            answering.join();
        }
    }

    @Test
    void shouldSayHowManyAreMissingAndWhereTheFirstStands() {
        try (GatewayClient client = open();
                GatewayClient other = open()) {
            final Requests requests = client.requests();
            requests.executeQuery("q1");
            other.requests().executeQuery("other");
            final long missing = requests.executeQuery("q2");
            requests.executeQuery("q3");
            TestQueues.answer(gateway, 2);

            final TestQueues.Lines lines = new TestQueues.Lines();
            final var e = assertThrows(UnansweredException.class, () -> client.awaitAll(lines, Duration.ofMillis(20)));

            assertEquals(2, e.unanswered());
            assertTrue(e.getMessage().contains("2 of 3 requests have no result"), e.getMessage());
            assertTrue(e.getMessage().contains("the first at " + gateway.inputPosition(missing)), e.getMessage());
            assertEquals(List.of("q1 updated 1"), lines.lines);

            TestQueues.answerAll(gateway);
            client.awaitAll(lines);
            assertEquals(List.of("q1 updated 1", "q2 updated 2", "q3 updated 3"), lines.lines);
        }
    }

    @Test
    void shouldSeeOnlyItsOwnResultsButReadEverybodysWhenAsked() {
        try (GatewayClient client = open();
                GatewayClient other = open()) {
            final ResultReader everybody = client.results();
            other.requests().executeQuery("other");
            client.requests().executeQuery("mine");
            TestQueues.answerAll(gateway);

            final TestQueues.Lines mine = new TestQueues.Lines();
            assertEquals(2, client.poll(mine, 10), "both were looked at");
            assertEquals(List.of("mine updated 1"), mine.lines);
            final TestQueues.Lines all = new TestQueues.Lines();
            everybody.poll(all, 10);
            assertEquals(List.of("other updated 1", "mine updated 1"), all.lines);
        }
    }

    @Test
    void shouldCountTheRequestsOfEveryThread() {
        try (GatewayClient client = open()) {
            client.requests().executeQuery("first");
            CompletableFuture.runAsync(() -> {
                        final Requests own = client.newRequests();
                        own.executeQuery("second");
                        own.executeQuery("third");
                    })
                    .join();
            TestQueues.answerAll(gateway);
            final TestQueues.Lines lines = new TestQueues.Lines();
            client.awaitAll(lines);
            assertEquals(List.of("first updated 1", "second updated 1", "third updated 2"), lines.lines);
            assertEquals(3, client.answered());
            assertSame(client.requests(), client.requests());
        }
    }

    @Test
    void shouldStopWaitingWhenInterrupted() {
        try (GatewayClient client = open()) {
            client.requests().executeQuery("q");
            Thread.currentThread().interrupt();
            final var e = assertThrows(UnansweredException.class, () -> client.awaitAll(new TestQueues.Lines()));
            assertTrue(Thread.interrupted(), "the interrupt stays set");
            assertTrue(e.getMessage().startsWith("interrupted: 1 of 1"), e.getMessage());
        }
    }

    @Test
    void shouldHandOverWhatItsLastRunDidNotSeeWhenItHasAName() {
        final TestQueues.Lines lines = new TestQueues.Lines();
        try (GatewayClient client = open("letters")) {
            client.requests().executeQuery("a");
            client.requests().executeQuery("b");
            client.requests().executeQuery("c");
            TestQueues.answer(gateway, 2);
            client.poll(lines, 1);
        }
        TestQueues.answerAll(gateway);
        try (GatewayClient client = open("letters")) {
            assertEquals(2, client.written(), "two have no result yet");
            client.requests().executeQuery("d");
            TestQueues.answerAll(gateway);
            client.awaitAll(lines);
            assertEquals(3, client.answered());
        }
        assertEquals(List.of("a updated 1", "b updated 2", "c updated 3", "d updated 4"), lines.lines);
    }

    @Test
    void shouldHandOverTheResultsOfItsLastRunsSecondWriterBeforeThatIsAskedFor() {
        final long writer;
        try (GatewayClient client = open("letters")) {
            client.requests().executeQuery("first");
            final NumberedRequests second = client.newRequests();
            second.executeQuery("second");
            second.executeQuery("third");
            writer = second.writer();
        }
        TestQueues.answerAll(gateway);
        final TestQueues.Lines lines = new TestQueues.Lines();
        try (GatewayClient client = open("letters")) {
            assertEquals(3, client.written());

            client.awaitAll(lines, Duration.ofSeconds(10));

            assertEquals(List.of("first updated 1", "second updated 1", "third updated 2"), lines.lines);
            assertEquals(3, client.answered());
            final NumberedRequests again = client.newRequests();
            assertEquals(writer, again.writer(), "the writer of the last run");
            assertEquals(2, again.lastSequence());
            again.executeQuery("fourth");
            client.newRequests().executeQuery("of a third writer");
            TestQueues.answerAll(gateway);
            client.awaitAll(lines, Duration.ofSeconds(10));
        }
        assertEquals(List.of("fourth updated 3", "of a third writer updated 1"), lines.lines.subList(3, 5));
    }

    @Test
    void shouldWriteADeadlineWithEachRequestThatIsOfUseForSomeTimeOnly() {
        try (GatewayClient client = open()) {
            final NumberedRequests requests = client.requests();
            final Requests limited = requests.within(Duration.ofMinutes(5));
            final long before = System.currentTimeMillis();
            requests.lookup("patient", 1L);
            limited.lookup("impatient", 1L);
            limited.executeUpdate("impatient", 1L);
            final long after = System.currentTimeMillis();
            assertEquals(3, requests.lastSequence(), "one writer");
            final List<Map<String, String>> headers = new ArrayList<>();
            try (RequestReader reader = gateway.unansweredRequests(Optional.empty())) {
                reader.poll(
                        new RequestReader.Receiver() {
                            @Override
                            public void request(long index, long writtenNanos, RequestFrame request) {
                                headers.add(request.headers());
                            }

                            @Override
                            public void undecodable(long index, long writtenNanos, String why) {
                                throw new AssertionError(why);
                            }
                        },
                        10);
            }
            assertEquals(Map.of(), headers.get(0));
            for (final Map<String, String> limit : headers.subList(1, 3)) {
                final long deadline = Long.parseLong(limit.get("deadline"));
                assertTrue(deadline >= before + 300_000 && deadline <= after + 300_000, limit::toString);
            }
            assertThrows(IllegalArgumentException.class, () -> requests.within(Duration.ofNanos(5)));
        }
    }

    @Test
    void shouldKeepItsTimeWhileResultsOfOthersKeepComing() {
        try (GatewayClient client = open();
                GatewayClient other = open()) {
            letResultsOfOthersKeepComing(client, other);

            final TestQueues.Lines lines = new TestQueues.Lines();
            final var e = assertThrows(UnansweredException.class, () -> client.awaitAll(lines, Duration.ZERO));

            assertEquals(1, e.unanswered());
            assertTrue(client.poll(lines, 1) > 0, "it did not wait for the end of them");
            TestQueues.answerAll(gateway);
            client.awaitAll(lines, Duration.ofSeconds(10));
            assertEquals(List.of("mine updated 1"), lines.lines);
        }
    }

    @Test
    void shouldStopWaitingWhenInterruptedWhileResultsOfOthersKeepComing() {
        try (GatewayClient client = open();
                GatewayClient other = open()) {
            letResultsOfOthersKeepComing(client, other);

            Thread.currentThread().interrupt();
            final TestQueues.Lines lines = new TestQueues.Lines();
            final var e = assertThrows(UnansweredException.class, () -> client.awaitAll(lines));

            assertTrue(Thread.interrupted(), "the interrupt stays set");
            assertTrue(e.getMessage().startsWith("interrupted: 1 of 1"), e.getMessage());
            assertTrue(client.poll(lines, 1) > 0, "it did not wait for the end of them");
        }
    }

    /** So many that there are always more to read, as if they came all the time; the client's own has no result. */
    private void letResultsOfOthersKeepComing(GatewayClient client, GatewayClient other) {
        for (int i = 0; i < 5_000; i++) {
            other.requests().executeQuery("other");
        }
        client.requests().executeQuery("mine");
        assertEquals(5_000, TestQueues.answer(gateway, 5_000));
    }

    @Test
    void shouldHandOverAgainWhatItsHandlerThrewOn() {
        try (GatewayClient client = open()) {
            client.requests().executeQuery("a");
            TestQueues.answerAll(gateway);
            final TestQueues.Lines failing = new TestQueues.Lines() {
                @Override
                public void updated(dev.sluice.api.RequestRef request, long count) {
                    throw new IllegalStateException("handler");
                }
            };
            assertThrows(IllegalStateException.class, () -> client.awaitAll(failing));
            assertEquals(0, client.answered());
            final TestQueues.Lines lines = new TestQueues.Lines();
            client.awaitAll(lines);
            assertEquals(List.of("a updated 1"), lines.lines);
        }
    }

    @Test
    void shouldRefuseASecondClientOfItsName() {
        try (GatewayClient client = open("letters")) {
            assertThrows(QueueLockedException.class, () -> open("letters"));
            client.requests().executeQuery("unharmed");
        }
        open("letters").close();
    }

    @Test
    void shouldKeepItsLimits() {
        try (GatewayClient client = GatewayClient.builder(directory)
                .requestLimit(100)
                .diskReserve(0)
                .open()) {
            assertThrows(IllegalArgumentException.class, () -> client.requests().lookup("l", "x".repeat(100)));
        }
        assertThrows(
                DiskReserveException.class,
                () -> GatewayClient.builder(directory)
                        .diskReserve(Long.MAX_VALUE)
                        .open());
    }

    @Test
    void shouldRefuseEverythingOnceItIsClosed() {
        final GatewayClient client = open();
        final Requests requests = client.requests();
        client.close();
        client.close();
        for (final Runnable use : List.<Runnable>of(
                () -> requests.executeQuery("q"),
                client::requests,
                client::newRequests,
                client::results,
                () -> client.poll(new TestQueues.Lines(), 1))) {
            final var e = assertThrows(IllegalStateException.class, use::run);
            assertTrue(e.getMessage().contains("was closed"), e.getMessage());
        }
    }

    @Test
    void shouldKeepWhatWasAskedBeforeItClosed() {
        try (GatewayClient client = open()) {
            client.requests().executeQuery("q");
        }
        assertEquals(1, TestQueues.answerAll(gateway));
    }

    @Test
    void shouldGiveAllItsNamesBackWhenAWriterFailsToClose() throws IOException {
        final GatewayClient client = GatewayClient.builder(directory)
                .options(TestQueues.SMALL.withSyncMode(SyncMode.CHUNK))
                .name("letters")
                .open();
        client.requests().executeQuery("first");
        client.newRequests().executeQuery("second");
        final Path rollFile = rollFile();
        final Path aside = directory.resolve("aside");
        Files.move(rollFile, aside);
        Files.createSymbolicLink(rollFile, rollFile.getFileName()); // to itself: it cannot be synced

        final var e = assertThrows(QueueException.class, client::close);

        assertTrue(e.getMessage().contains("cannot sync"), e.getMessage());
        assertEquals(1, e.getSuppressed().length, "the second writer's failure");
        Files.move(aside, rollFile, StandardCopyOption.REPLACE_EXISTING);
        open("letters").close();
    }

    private Path rollFile() throws IOException {
        try (Stream<Path> files = Files.list(directory.resolve("in"))) {
            return files.filter(file -> file.toString().endsWith(".cq4"))
                    .findFirst()
                    .orElseThrow();
        }
    }
}
