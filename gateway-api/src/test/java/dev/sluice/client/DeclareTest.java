package dev.sluice.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.Lookup;
import dev.sluice.api.NotFoundException;
import dev.sluice.api.Query;
import dev.sluice.api.RequestFailedException;
import dev.sluice.api.Row;
import dev.sluice.api.Rows;
import dev.sluice.api.Send;
import dev.sluice.api.UnansweredException;
import dev.sluice.api.Update;
import dev.sluice.internal.queue.TestQueues;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DeclareTest extends ClientOverQueues {

    private Futures futures;
    private Customers customers;

    record Found(long key) {}

    record Text(String key) {}

    /** As a job would declare it; not public, as it may be. */
    interface Customers {
        Found customer(long id);

        @Lookup("none")
        Found nobody(long id);

        @Lookup("none")
        Optional<Found> perhaps(long id);

        @Lookup("rows")
        List<Found> several(long count);

        @Lookup("none")
        List<Row> noneOfThem(long id);

        @Query("rows")
        Rows found(long count);

        CompletableFuture<Found> later(long id);

        @Lookup("none")
        CompletableFuture<Optional<Found>> perhapsLater(long id);

        @Lookup("none")
        CompletableFuture<Found> neverLater(long id);

        @Update
        long count(long changed);

        @Update("count")
        int smallCount(long changed);

        @Update("count")
        void change(long changed);

        @Update("count")
        CompletableFuture<Void> changeLater(long changed);

        @Update
        long fail(long any);

        @Send
        Optional<Text> event(String payload);

        @Send("event")
        void tell(String payload);

        default long sum(long one, long other) {
            return customer(one).key() + customer(other).key();
        }
    }

    @BeforeEach
    void begin() {
        futures = client.futures(Runnable::run);
        customers = futures.declare(Customers.class);
    }

    @Test
    void shouldWaitAndGiveWhatTheMethodReturns() {
        serve();
        assertEquals(new Found(4711), customers.customer(4711));
        assertEquals(Optional.empty(), customers.perhaps(1));
        assertEquals(List.of(new Found(2), new Found(2)), customers.several(2));
        assertEquals(List.of(), customers.noneOfThem(1));
        assertEquals(3, customers.found(3).size());
        assertEquals(5, customers.count(5));
        assertEquals(6, customers.smallCount(6));
        customers.change(7);
        assertEquals(Optional.of(new Text("{}")), customers.event("{}"));
        customers.tell("{}");
        assertEquals(12, customers.sum(5, 7));
        assertEquals(12, client.answered(), "each was asked once");
    }

    @Test
    void shouldNotWaitWhereTheMethodReturnsAFuture() {
        final var found = customers.later(8);
        final var perhaps = customers.perhapsLater(8);
        final var never = customers.neverLater(8);
        final var changed = customers.changeLater(8);
        assertEquals(4, futures.unanswered());
        serve();
        assertEquals(new Found(8), found.join());
        assertEquals(Optional.empty(), perhaps.join());
        assertEquals(null, changed.join());
        final var e = assertThrows(CompletionException.class, never::join);
        assertInstanceOf(NotFoundException.class, e.getCause());
    }

    @Test
    void shouldThrowOnTheThreadThatAskedWhenNothingIsFoundOrARequestFails() {
        serve();
        final var nothing = assertThrows(NotFoundException.class, () -> customers.nobody(1));
        assertTrue(
                nothing.getMessage().matches(".*'none'.* \\d+:\\d+.* found nothing for \\[1]; ask for an Optional.*"),
                nothing.getMessage());
        assertStackNames(nothing);
        final var failed = assertThrows(RequestFailedException.class, () -> customers.fail(1));
        assertEquals("23505", failed.code());
        assertEquals("fail", failed.operation());
        assertStackNames(failed);
    }

    private void assertStackNames(RuntimeException e) {
        assertTrue(
                Arrays.stream(e.getStackTrace())
                        .anyMatch(
                                frame -> frame.getClassName().equals(getClass().getName())),
                "the stack says who asked");
    }

    @Test
    void shouldNotEvenAskWhenItWouldWaitOnTheThreadThatReads() {
        final var ended = customers.later(1).thenRun(() -> {
            final var e = assertThrows(IllegalStateException.class, () -> customers.count(1));
            assertTrue(e.getMessage().startsWith("waiting for the result of 'count'"), e.getMessage());
        });
        serve();
        ended.join();
        assertEquals(1, client.written());
    }

    @Test
    void shouldStopWaitingWhenInterrupted() {
        Thread.currentThread().interrupt();
        final var e = assertThrows(UnansweredException.class, () -> customers.customer(1));
        assertTrue(Thread.interrupted(), "the interrupt stays set");
        assertTrue(e.getMessage().contains("'customer'; the request stays on the queue"), e.getMessage());
    }

    @Test
    void shouldBeEqualToItselfAlone() {
        final Customers other = futures.declare(Customers.class);
        assertEquals(customers, customers);
        assertNotEquals(customers, other);
        assertEquals(customers.hashCode(), customers.hashCode());
        assertEquals("Customers asking through futures of " + directory, customers.toString());
    }

    @Test
    void shouldCarryADeadlineWhenDeclaredWithOne() {
        futures.declare(Customers.class, Duration.ofMinutes(1)).later(1);
        customers.later(1);
        assertEquals(List.of(true, false), TestQueues.deadlines(queues));
    }
}
