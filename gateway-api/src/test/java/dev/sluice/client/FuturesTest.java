package dev.sluice.client;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.FailureKind;
import dev.sluice.api.FutureRequests;
import dev.sluice.api.FuturesOptions;
import dev.sluice.api.FuturesOptions.Pausing;
import dev.sluice.api.RequestFailedException;
import dev.sluice.api.Requests;
import dev.sluice.api.Row;
import dev.sluice.api.Rows;
import dev.sluice.internal.queue.EchoGateway;
import dev.sluice.internal.queue.TestQueues;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

@SuppressWarnings("try") // a gateway that only has to run
class FuturesTest extends ClientOverQueues {

    record Found(long key, long sequenceNo) {}

    @Test
    void shouldCompleteEachFutureWithTheResultOfItsRequest() throws Exception {
        serve();
        final Futures futures = client.futures(Runnable::run);
        final List<CompletableFuture<Optional<Row>>> rows = new ArrayList<>();
        for (long i = 1; i <= 3_000; i++) {
            rows.add(futures.lookup("echo", 7 * i));
        }
        for (long i = 1; i <= 3_000; i++) {
            final Row row = rows.get((int) i - 1).get().orElseThrow();
            assertEquals(7 * i, row.getLong("key"));
            assertEquals(i, row.getLong("sequence_no"));
        }
        assertEquals(0, futures.unanswered());
        assertEquals(3_000, client.answered());
    }

    @Test
    void shouldGiveWhatEachKindOfRequestIsAnsweredWith() throws Exception {
        serve();
        final Futures futures = client.futures(Runnable::run);
        assertEquals(Optional.empty(), futures.lookup("none", 1L).get());
        assertEquals(
                new Found(5, 2), futures.lookup(Found.class, "echo", 5L).get().orElseThrow());
        assertEquals(Rows.NONE, futures.lookupAll("none", 1L).get());
        assertEquals(3, futures.lookupAll("rows", 3L).get().size());
        assertEquals(2, futures.query("rows", 2L).get().size());
        assertEquals(
                List.of(new Found(2, 6), new Found(2, 6)),
                futures.query(Found.class, "rows", 2L).get());
        assertEquals(41L, futures.update("u", 41L).get());
        assertEquals("{}", futures.send("event", "{}").get().orElseThrow().getString("key"));
    }

    @Test
    void shouldGiveAFutureForEachKeyInTheirOrder() throws Exception {
        serve();
        final Futures futures = client.futures(Runnable::run);
        final List<CompletableFuture<Optional<Found>>> found =
                futures.loadAll(Found.class, "echo", List.of(3L, List.of(1L, "part"), 2L));
        final CompletableFuture<Optional<Row>> refused =
                futures.loadAll("echo", List.of(new Object(), 4L)).get(0);

        assertEquals(
                List.of(3L, 1L, 2L),
                found.stream()
                        .map(CompletableFuture::join)
                        .map(one -> one.orElseThrow().key())
                        .toList());
        final var e = assertThrows(ExecutionException.class, refused::get);
        assertInstanceOf(IllegalArgumentException.class, e.getCause());
    }

    @Test
    void shouldFailWithTheRequestAndItsCodeWhenTheGatewaySaysSo() {
        serve();
        final CompletableFuture<Long> future = client.futures(Runnable::run).update("fail", 1L);
        final RequestFailedException e = assertInstanceOf(
                RequestFailedException.class,
                assertThrows(ExecutionException.class, future::get).getCause());
        assertEquals(FailureKind.REJECTED, e.kind());
        assertEquals("23505", e.code());
        assertTrue(e.retryable());
        assertEquals("fail", e.operation());
        assertEquals(1, e.request().sequence());
        assertEquals(
                "'fail' at " + queues.inputPosition(e.request().index())
                        + " failed, REJECTED 23505: no, because of what is there",
                e.getMessage());
    }

    @Test
    void shouldCompleteOnTheExecutorOfTheCallersChoice() throws Exception {
        final ExecutorService executor = Executors.newSingleThreadExecutor(task -> new Thread(task, "of the caller"));
        final Futures futures = client.futures(executor);
        final CompletableFuture<String> ran = new CompletableFuture<>();
        final CompletableFuture<Void> gate = new CompletableFuture<>();
        final var blocked = futures.lookup("echo", 1L).thenAccept(row -> gate.join());
        futures.lookup("echo", 2L)
                .thenRun(() -> ran.complete(Thread.currentThread().getName()));
        try (EchoGateway gateway = EchoGateway.start(queues)) {
            await().until(() -> futures.unanswered() == 0);
            assertFalse(blocked.isDone());
            assertFalse(ran.isDone(), "the only thread is busy");
            gate.complete(null);
            assertEquals("of the caller", ran.get(30, TimeUnit.SECONDS));
        } finally {
            executor.shutdown();
        }
    }

    @Test
    void shouldRefuseToWaitOnTheThreadThatReads() {
        final Futures futures = client.futures(Runnable::run);
        final List<Waits> all = List.of(
                CompletableFuture::join,
                CompletableFuture::get,
                future -> future.get(1, TimeUnit.DAYS),
                future -> future.thenApply(row -> row).join(),
                future -> futures.close(),
                future -> client.close());
        final var ended = futures.lookup("echo", 1L)
                .thenRun(() -> all.forEach(waits -> waits.expectRefused(futures.lookup("echo", 2L))));
        serve();
        ended.join();
        assertEquals(
                5, futures.lookup(Found.class, "echo", 5L).join().orElseThrow().key(), "unharmed");
    }

    private interface Waits {
        void on(CompletableFuture<?> future) throws Exception;

        default void expectRefused(CompletableFuture<?> future) {
            final var e = assertThrows(IllegalStateException.class, () -> on(future));
            assertTrue(e.getMessage().contains("because this thread reads the results"), e.getMessage());
        }
    }

    @Test
    void shouldAskOneRequestAfterAnotherOnTheThreadThatReads() {
        serve();
        final Futures futures = client.futures(Runnable::run);
        CompletableFuture<Long> chain = CompletableFuture.completedFuture(0L);
        for (int i = 0; i < 100; i++) {
            chain = chain.thenCompose(key -> futures.lookup(Found.class, "echo", key + 1))
                    .thenApply(found -> found.orElseThrow().key());
        }
        assertEquals(100, chain.join());
    }

    @Test
    void shouldDropTheResultOfACancelledFuture() {
        final Futures futures = client.futures(Runnable::run);
        final var cancelled = futures.update("u", 1L);
        final var next = futures.update("u", 2L);
        assertTrue(cancelled.cancel(true));
        assertEquals(2, futures.unanswered(), "what is asked stays asked");
        serve();
        assertEquals(2, next.join());
        assertThrows(CancellationException.class, cancelled::join);
        assertEquals(0, futures.unanswered());
    }

    @Test
    void shouldGoOnWithTheNextNumberWhenARequestWasRefused() {
        serve();
        final Futures futures = client.futures(Runnable::run);
        for (long i = 1; i <= 1_100; i++) {
            assertThrows(IllegalArgumentException.class, () -> futures.lookup("echo", new Object()));
            assertEquals(
                    new Found(i, i),
                    futures.lookup(Found.class, "echo", i).join().orElseThrow());
        }
    }

    @Test
    void shouldCarryADeadlineWhenARequestIsOfUseForSomeTimeOnly() {
        final Futures futures = client.futures(Runnable::run);
        final FutureRequests limited = futures.within(Duration.ofMinutes(5));
        limited.lookup("impatient", 1L);
        futures.lookup("patient", 1L);
        assertEquals(List.of(true, false), TestQueues.deadlines(queues));
        assertThrows(IllegalArgumentException.class, () -> futures.within(Duration.ZERO));
    }

    @Test
    void shouldOwnTheClientsRequestsAndResults() {
        final Requests before = client.requests();
        final Futures futures = client.futures(Runnable::run);
        for (final Runnable use : List.<Runnable>of(
                () -> before.lookup("echo", 1L),
                client::requests,
                client::newRequests,
                () -> client.futures(Runnable::run),
                () -> client.poll(new TestQueues.Lines(), 1),
                () -> client.awaitAll(new TestQueues.Lines()))) {
            final var e = assertThrows(IllegalStateException.class, use::run);
            assertTrue(e.getMessage().contains("futures or a job, and only these may write"), e.getMessage());
        }
        futures.close();
        assertThrows(IllegalStateException.class, client::requests);
    }

    @Test
    void shouldHandOverResultsThatHaveNoFutureWhenAskedTo() {
        client.close();
        final TestQueues.Lines others = new TestQueues.Lines();
        client = openClient("letters");
        client.requests().executeUpdate("a", 10L);
        client.newRequests().executeUpdate("b", 20L);
        client.close();

        client = openClient("letters");
        final Futures futures = client.futures(FuturesOptions.on(Runnable::run).withOthers(others));
        final var future = futures.update("c", 30L);
        serve();
        assertEquals(30, future.join());
        assertEquals(List.of("a updated 10", "b updated 20"), others.lines);
        assertEquals(3, client.answered());
        assertEquals(3, client.written());
    }

    @Test
    void shouldAnswerAsWellWhenItIsBusy() {
        serve();
        final Futures futures = client.futures(FuturesOptions.on(Runnable::run).withPausing(Pausing.BUSY));
        assertEquals(9, futures.update("u", 9L).join());
    }

    @Test
    void shouldReadOnADaemonThreadNamedAfterTheClient() {
        client.close();
        client = openClient("letters");
        final var reading = client.futures(Runnable::run).update("u", 1L).thenApply(count -> Thread.currentThread());
        serve();
        final Thread thread = reading.join();
        assertSame(Thread.class, thread.getClass().getSuperclass());
        assertTrue(thread.isDaemon());
        assertEquals("sluice results of letters", thread.getName());
    }
}
