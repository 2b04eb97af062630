package dev.sluice.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.Requests;
import dev.sluice.api.UnansweredException;
import dev.sluice.internal.queue.TestQueues;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** How long a client waits for its results. */
class AwaitAllTest extends ClientOverQueues {

    @Test
    void shouldWaitForResultsThatComeLater() {
        final AtomicBoolean stop = new AtomicBoolean();
        final CompletableFuture<Void> answering = CompletableFuture.runAsync(() -> {
            while (!stop.get()) {
                TestQueues.answer(queues, 7);
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

    @Test
    void shouldSayHowManyAreMissingAndWhereTheFirstStands() {
        final GatewayClient other = openClient();
        final Requests requests = client.requests();
        requests.executeQuery("q1");
        other.requests().executeQuery("other");
        requests.executeQuery("q2");
        requests.executeQuery("q3");
        TestQueues.answer(queues, 2);

        final TestQueues.Lines lines = new TestQueues.Lines();
        final var e = assertThrows(UnansweredException.class, () -> client.awaitAll(lines, Duration.ofMillis(20)));

        assertEquals(2, e.unanswered());
        assertTrue(e.getMessage().contains("2 of 3 requests have no result"), e.getMessage());
        assertTrue(e.getMessage().matches(".* the first at \\d+:2\\. .*"), e.getMessage());
        assertEquals(List.of("q1 updated 1"), lines.lines);

        TestQueues.answerAll(queues);
        client.awaitAll(lines);
        assertEquals(List.of("q1 updated 1", "q2 updated 2", "q3 updated 3"), lines.lines);
    }

    @Test
    void shouldStopWaitingWhenInterrupted() {
        client.requests().executeQuery("q");
        Thread.currentThread().interrupt();
        final var e = assertThrows(UnansweredException.class, () -> client.awaitAll(new TestQueues.Lines()));
        assertTrue(Thread.interrupted(), "the interrupt stays set");
        assertTrue(e.getMessage().startsWith("interrupted: 1 of 1"), e.getMessage());
    }

    @Test
    void shouldKeepItsTimeWhileResultsOfOthersKeepComing() {
        final GatewayClient other = openClient();
        letResultsOfOthersKeepComing(client, other);

        final TestQueues.Lines lines = new TestQueues.Lines();
        final var e = assertThrows(UnansweredException.class, () -> client.awaitAll(lines, Duration.ZERO));

        assertEquals(1, e.unanswered());
        assertTrue(client.poll(lines, 1) > 0, "it did not wait for the end of them");
        TestQueues.answerAll(queues);
        client.awaitAll(lines, Duration.ofSeconds(10));
        assertEquals(List.of("mine updated 1"), lines.lines);
    }

    @Test
    void shouldStopWaitingWhenInterruptedWhileResultsOfOthersKeepComing() {
        final GatewayClient other = openClient();
        letResultsOfOthersKeepComing(client, other);

        Thread.currentThread().interrupt();
        final TestQueues.Lines lines = new TestQueues.Lines();
        final var e = assertThrows(UnansweredException.class, () -> client.awaitAll(lines));

        assertTrue(Thread.interrupted(), "the interrupt stays set");
        assertTrue(e.getMessage().startsWith("interrupted: 1 of 1"), e.getMessage());
        assertTrue(client.poll(lines, 1) > 0, "it did not wait for the end of them");
    }

    /** So many that there are always more to read, as if they came all the time; the client's own has no result. */
    private void letResultsOfOthersKeepComing(GatewayClient client, GatewayClient other) {
        for (int i = 0; i < 5_000; i++) {
            other.requests().executeQuery("other");
        }
        client.requests().executeQuery("mine");
        assertEquals(5_000, TestQueues.answer(queues, 5_000));
    }
}
