package dev.sluice.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.DiskReserveException;
import dev.sluice.api.FutureRequests;
import dev.sluice.api.RequestKind;
import dev.sluice.api.Requests;
import dev.sluice.api.Shape;
import dev.sluice.internal.queue.TestQueues;
import dev.sluice.internal.wire.IdempotencyKey;
import dev.sluice.internal.wire.RequestFrame;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class GatewayClientTest extends ClientOverQueues {

    @Test
    void shouldHandOverOneResultForEachRequestInTheirOrder() {
        final TestQueues.Lines lines = new TestQueues.Lines();
        final List<String> expected = new ArrayList<>();
        for (int i = 1; i <= 1000; i++) {
            client.requests().lookup("l" + i, i);
            expected.add("l" + i + " updated " + i);
        }
        assertEquals(1000, client.written());
        assertEquals(0, client.answered());
        TestQueues.answerAll(queues);

        client.awaitAll(lines);

        assertEquals(expected, lines.lines);
        assertEquals(1000, client.answered());
        client.awaitAll(lines);
        assertEquals(1000, lines.lines.size(), "nothing twice");
    }

    @Test
    void shouldSeeOnlyItsOwnResultsButReadEverybodysWhenAsked() {
        final GatewayClient other = openClient();
        final AllResults everybody = client.results();
        other.requests().executeQuery("other");
        client.requests().executeQuery("mine");
        TestQueues.answerAll(queues);

        final TestQueues.Lines mine = new TestQueues.Lines();
        assertEquals(2, client.poll(mine, 10), "both were looked at");
        assertEquals(List.of("mine updated 1"), mine.lines);
        final TestQueues.Lines all = new TestQueues.Lines();
        everybody.poll(all, 10);
        assertEquals(List.of("other updated 1", "mine updated 1"), all.lines);
    }

    @Test
    void shouldCountTheRequestsOfEveryThread() {
        client.requests().executeQuery("first");
        CompletableFuture.runAsync(() -> {
                    final Requests own = client.newRequests();
                    own.executeQuery("second");
                    own.executeQuery("third");
                })
                .join();
        TestQueues.answerAll(queues);
        final TestQueues.Lines lines = new TestQueues.Lines();
        client.awaitAll(lines);
        assertEquals(List.of("first updated 1", "second updated 1", "third updated 2"), lines.lines);
        assertEquals(3, client.answered());
        assertSame(client.requests(), client.requests());
    }

    @Test
    void shouldWriteADeadlineWithEachRequestThatIsOfUseForSomeTimeOnly() {
        final Requests requests = client.requests();
        final Requests limited = requests.within(Duration.ofMinutes(5));
        final long before = System.currentTimeMillis();
        requests.lookup("patient", 1L);
        limited.lookup("impatient", 1L);
        limited.executeUpdate("impatient", 1L);
        final long after = System.currentTimeMillis();
        assertEquals(3, requests.lastSequence(), "one writer");
        final List<Map<String, String>> headers = TestQueues.headers(queues);
        assertEquals(Map.of(), headers.get(0));
        for (final Map<String, String> limit : headers.subList(1, 3)) {
            final long deadline = Long.parseLong(limit.get("deadline"));
            assertTrue(deadline >= before + 300_000 && deadline <= after + 300_000, limit::toString);
        }
        assertThrows(IllegalArgumentException.class, () -> requests.within(Duration.ofNanos(5)));
    }

    /** With it a job could have a service take its event for another one, which it answers without taking it. */
    @Test
    void shouldRefuseTheHeaderThatOnlyARedriveGives() {
        final Map<String, String> headers = Map.of(RequestFrame.REDRIVE_OF, "1:2", IdempotencyKey.HEADER, "0123-abc");
        try (GatewayClient client = openClient()) {
            final Requests requests = client.requests();
            for (final Requests each : List.of(requests, requests.within(Duration.ofMinutes(5)))) {
                final IllegalArgumentException refused = assertThrows(
                        IllegalArgumentException.class, () -> each.append(RequestKind.SEND, headers, "letters", "{}"));
                assertEquals(
                        "send 'letters': the header 'redrive-key' is reserved for requests that 'sluice replay redrive'"
                                + " sends again; leave the header out, or rename it",
                        refused.getMessage());
            }
            assertEquals(1, requests.send("letters", "{}"), "no number was used");
        }
        try (GatewayClient client = openClient()) {
            final FutureRequests futures = client.futures(Runnable::run);
            assertThrows(
                    IllegalArgumentException.class,
                    () -> futures.ask(RequestKind.SEND, headers, "letters", new Object[] {"{}"}, Shape.ROW));
        }
        assertEquals(1, queues.requestCount());
    }

    @Test
    void shouldHandOverAgainWhatItsHandlerThrewOn() {
        client.requests().executeQuery("a");
        TestQueues.answerAll(queues);
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
        final GatewayClient client = openClient();
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
        try (GatewayClient client = openClient()) {
            client.requests().executeQuery("q");
        }
        assertEquals(1, TestQueues.answerAll(queues));
    }
}
