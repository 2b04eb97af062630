package dev.sluice.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.UnansweredException;
import dev.sluice.internal.queue.TestQueues;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

/** How futures end that get no result, or not the one that was asked for. */
class FuturesEndTest extends ClientOverQueues {

    record Unlike(String colour) {}

    @Test
    void shouldEndOneFutureAloneWhenItsResultIsNotAsAskedFor() {
        serve();
        final Futures futures = client.futures(Runnable::run);
        final var several = futures.lookup("rows", 2L);
        final var unlike = futures.lookup(Unlike.class, "echo", 1L);
        final var good = futures.lookup("echo", 3L);

        assertEquals(3, good.join().orElseThrow().getLong("key"));
        final var two = assertThrows(CompletionException.class, several::join).getCause();
        assertTrue(two.getMessage().contains("'rows' found 2 rows, but its caller"), two.getMessage());
        final var no = assertThrows(CompletionException.class, unlike::join).getCause();
        assertTrue(no.getMessage().contains("'echo' at "), no.getMessage());
        assertTrue(no.getMessage().contains("component 'colour' without a column"), no.getMessage());
    }

    @Test
    void shouldEndWhatIsOpenWhenClosed() {
        final Futures futures = client.futures(Runnable::run);
        final List<CompletableFuture<Long>> open = new ArrayList<>();
        for (long i = 1; i <= 700; i++) {
            open.add(futures.update("u", i));
        }
        TestQueues.answer(queues, 1);
        assertEquals(1, open.get(0).join());

        futures.close();
        futures.close();

        for (final CompletableFuture<Long> future : open.subList(1, 700)) {
            final var e = assertInstanceOf(
                    UnansweredException.class,
                    assertThrows(CompletionException.class, future::join).getCause());
            assertEquals(699, e.unanswered());
            assertTrue(
                    e.getMessage().startsWith("the futures were closed: 699 requests have no result, the first at "),
                    e.getMessage());
        }
        final var e = assertThrows(IllegalStateException.class, () -> futures.lookup("late", 1L));
        assertEquals("lookup 'late' was not sent: the futures were closed", e.getMessage());
    }

    @Test
    void shouldEndWhatIsOpenWhenTheClientIsClosed() {
        final var open = client.futures(Runnable::run).lookup("echo", 1L);
        client.close();
        assertInstanceOf(
                UnansweredException.class,
                assertThrows(CompletionException.class, open::join).getCause());
    }

    @Test
    void shouldEndEverythingWhenResultsCannotBeRead() {
        final Futures futures = client.futures(Runnable::run);
        final var one = futures.lookup("echo", 1L);
        final var two = futures.lookup("echo", 2L);
        TestQueues.writeRaw(directory, "out", wire -> wire.write("stranger").text("no result"));

        for (final var open : List.of(one, two)) {
            final var e = assertInstanceOf(
                    UnansweredException.class,
                    assertThrows(CompletionException.class, open::join).getCause());
            assertEquals(2, e.unanswered());
            assertTrue(e.getMessage().startsWith("the client's results cannot be read any more"), e.getMessage());
            assertTrue(e.getMessage().contains("2 requests have no result, the first at "), e.getMessage());
        }
        final var e = assertThrows(IllegalStateException.class, () -> futures.lookup("late", 1L));
        assertTrue(
                e.getMessage().startsWith("lookup 'late' was not sent: the client's results cannot be"), e::getMessage);
    }

    @Test
    void shouldEndAFutureThatItsExecutorRefuses() {
        final ExecutorService executor = Executors.newSingleThreadExecutor();
        executor.shutdown();
        final var refused = client.futures(executor).lookup("echo", 1L);
        serve();
        final var e = assertThrows(CompletionException.class, refused::join).getCause();
        assertInstanceOf(RejectedExecutionException.class, e);
        assertTrue(e.getMessage().contains("future of a request, 'echo' at "), e.getMessage());
    }
}
