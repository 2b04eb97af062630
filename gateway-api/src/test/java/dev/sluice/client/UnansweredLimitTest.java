package dev.sluice.client;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.FuturesOptions;
import dev.sluice.api.UnansweredException;
import dev.sluice.internal.queue.TestQueues;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class UnansweredLimitTest extends ClientOverQueues {

    private static final FuturesOptions OPTIONS = FuturesOptions.on(Runnable::run);

    private Futures futures(FuturesOptions options) {
        return client.futures(options);
    }

    @Test
    void shouldRefuseTheNextRequestAtTheLimitWhenAskedToFail() {
        final Futures futures = futures(OPTIONS.failingAt(3));
        final List<CompletableFuture<Long>> open = new ArrayList<>();
        for (long i = 1; i <= 3; i++) {
            open.add(futures.update("u", i));
        }
        final var e = assertThrows(RejectedExecutionException.class, () -> futures.update("u", 4L));
        assertEquals(
                "executeUpdate 'u' was not sent: 3 requests of this client have no result yet, and its limit is 3",
                e.getMessage());
        assertEquals(3, client.written());

        TestQueues.answer(queues, 1);
        open.get(0).join();
        open.add(futures.update("u", 4L));
        assertThrows(RejectedExecutionException.class, () -> futures.update("u", 5L));
        TestQueues.answerAll(queues);
        assertEquals(
                List.of(1L, 2L, 3L, 4L),
                open.stream().map(CompletableFuture::join).toList());
    }

    @Test
    void shouldWaitAtAHundredThousandUnansweredWhenToldNothingElse() throws Exception {
        final Futures futures = client.futures(Runnable::run);
        final int most = 100_000;
        for (int i = 0; i < most; i++) {
            futures.update("u", (long) i);
        }
        final CompletableFuture<CompletableFuture<Long>> next = new CompletableFuture<>();
        final Thread asking = new Thread(() -> next.complete(futures.update("u", (long) most)));
        asking.start();
        await().until(() -> asking.getState() == Thread.State.WAITING);
        assertEquals(most, client.written());
        serve();
        assertEquals(most, next.get(30, TimeUnit.SECONDS).join());
    }

    @Test
    void shouldNeverHaveMoreUnansweredThanTheLimitWhenThreadsWait() throws Exception {
        final Futures futures = futures(OPTIONS.waitingAt(10));
        final List<Thread> threads = new ArrayList<>();
        final List<CompletableFuture<Long>> most = new ArrayList<>();
        for (int t = 0; t < 4; t++) {
            final CompletableFuture<Long> seen = new CompletableFuture<>();
            most.add(seen);
            threads.add(new Thread(() -> {
                long highest = 0;
                for (long i = 0; i < 500; i++) {
                    futures.update("u", i);
                    highest = Math.max(highest, futures.unanswered());
                }
                seen.complete(highest);
            }));
        }
        threads.forEach(Thread::start);
        await().until(() -> threads.stream().allMatch(thread -> thread.getState() == Thread.State.WAITING));
        assertEquals(10, client.written());
        serve();
        for (final CompletableFuture<Long> seen : most) {
            assertTrue(seen.get(50, TimeUnit.SECONDS) <= 10);
        }
        await().until(() -> client.answered() == 2_000);
    }

    @Test
    void shouldAskOneAfterAnotherAtALimitOfOne() {
        final Futures futures = futures(OPTIONS.waitingAt(1));
        serve();
        long sum = 0;
        for (long i = 1; i <= 100; i++) {
            futures.update("u", i);
            assertTrue(futures.unanswered() <= 1);
            sum += i;
        }
        assertEquals(5_050, sum);
    }

    @Test
    void shouldRefuseWhatWaitsWhenItIsInterruptedOrTheFuturesClose() {
        final Futures futures = futures(OPTIONS.waitingAt(1));
        final var open = futures.update("u", 1L);
        Thread.currentThread().interrupt();
        final var e = assertThrows(RejectedExecutionException.class, () -> futures.update("u", 2L));
        assertTrue(Thread.interrupted(), "the interrupt stays set");
        assertTrue(
                e.getMessage().contains("interrupted while it waited for room under the limit of 1"), e.getMessage());

        final CompletableFuture<Thread> asking = new CompletableFuture<>();
        final CompletableFuture<?> refused = CompletableFuture.runAsync(
                () -> {
                    asking.complete(Thread.currentThread());
                    futures.update("u", 3L);
                },
                task -> new Thread(task).start());
        await().until(() -> asking.join().getState() == Thread.State.WAITING);
        futures.close();
        final var closed = assertThrows(ExecutionException.class, refused::get).getCause();
        assertEquals("executeUpdate 'u' was not sent: the futures were closed", closed.getMessage());
        assertEquals(1, client.written());
        assertInstanceOf(
                UnansweredException.class,
                assertThrows(CompletionException.class, open::join).getCause());
    }

    @Test
    void shouldRefuseToWaitForRoomOnTheThreadThatReads() {
        final Futures futures = futures(OPTIONS.waitingAt(2));
        final var ended = futures.update("u", 1L).thenRun(() -> {
            futures.update("u", 2L);
            final var e = assertThrows(IllegalStateException.class, () -> futures.update("u", 3L));
            assertTrue(e.getMessage().startsWith("waiting for room under the limit of 2"), e.getMessage());
        });
        futures.update("u", 4L);
        assertFalse(ended.isDone());
        serve();
        ended.join();
    }

    @Test
    void shouldRefuseALimitOfNone() {
        assertThrows(IllegalArgumentException.class, () -> OPTIONS.waitingAt(0));
    }
}
