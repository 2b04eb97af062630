package dev.sluice.client.loop;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.Lookup;
import dev.sluice.api.RequestFailedException;
import dev.sluice.client.ClientOverQueues;
import dev.sluice.client.Futures;
import dev.sluice.client.loop.ItemFailure.ItemFailedException;
import dev.sluice.client.loop.MainLoop.BodyThreads;
import dev.sluice.internal.queue.EchoGateway;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

/** Bodies that ask, one lookup after another, over real queues. */
@SuppressWarnings("try") // a gateway that only has to run
class LookupsInLoopTest extends ClientOverQueues {

    record Found(long key) {}

    interface Echo {
        Found echo(long key);

        @Lookup("fail")
        Found refused(long key);
    }

    private Futures futures;
    private Echo echo;

    @BeforeEach
    void begin() {
        futures = client.futures(Runnable::run);
        echo = futures.declare(Echo.class);
    }

    /** Two lookups, the second of which needs what the first one found; and one by a future. */
    private long chain(long item) {
        final long first = echo.echo(10 * item).key();
        final long second = echo.echo(first + 1).key();
        return futures.lookup("echo", second + 1).join().orElseThrow().getLong("key");
    }

    private static List<Long> chained(long from, long to) {
        return MainLoopTest.upTo(to).stream()
                .filter(item -> item >= from)
                .map(item -> 10 * item + 2)
                .toList();
    }

    @Test
    void shouldGiveWhatBodiesFoundInTheOrderOfMoreItemsThanFit() {
        final List<Long> given = new ArrayList<>();
        serve();
        try (Mapped<Long> results = MainLoop.DEFAULTS.withWidth(32).map(new Counted(2_000), this::chain)) {
            results.forEach(given::add);
        }
        assertEquals(chained(1, 2_000), given);
        assertEquals(6_000, client.answered());
    }

    @Test
    void shouldAskForAsManyItemsAtOnceAsItIsWide() {
        final CompletableFuture<Progress> loop = CompletableFuture.supplyAsync(
                () -> MainLoop.DEFAULTS.withWidth(50).forEach(new Counted(200), this::chain),
                task -> new Thread(task).start());
        await().until(() -> futures.unanswered() == 50);
        serve();
        assertEquals(200, loop.join().done());
        assertEquals(600, client.answered());
    }

    @Test
    void shouldNameTheItemAndTheRequestWhenTheGatewayAnswersAFailure() {
        serve();
        final var e = assertThrows(
                ItemFailedException.class,
                () -> MainLoop.DEFAULTS.withWidth(8).forEach(Counted.endless(), item -> {
                    echo.echo(item);
                    if (item == 100) {
                        echo.refused(item);
                    }
                }));
        assertTrue(e.getMessage().startsWith("item 100 (100) failed: "), e.getMessage());
        assertInstanceOf(RequestFailedException.class, e.getCause());
        assertEquals(1, echo.echo(1).key(), "the client goes on");
    }

    @Test
    void shouldGoOnBehindTheLastResultGivenWhenTheConsumerStoppedEarly() {
        final List<Long> given = new ArrayList<>();
        final MainLoop loop = MainLoop.DEFAULTS.withWidth(16);
        serve();
        while (given.size() < 1_000) {
            final int behind = given.size();
            try (Mapped<Long> results = loop.map(MainLoopTest.upTo(1_000).subList(behind, 1_000), this::chain)) {
                for (final long result : results) {
                    given.add(result);
                    assertEquals(given.size(), behind + results.progress().ended());
                    if (given.size() % 130 == 0) {
                        break;
                    }
                }
            }
        }
        assertEquals(chained(1, 1_000), given);
        await().until(() -> futures.unanswered() == 0);
    }

    @Test
    void shouldEndItsBodiesThatWaitForAGatewayWhenItsCallerIsInterrupted() {
        final CompletableFuture<Thread> caller = new CompletableFuture<>();
        final CompletableFuture<Progress> loop = CompletableFuture.supplyAsync(
                () -> {
                    caller.complete(Thread.currentThread());
                    return MainLoop.DEFAULTS.withWidth(10).forEach(Counted.endless(), this::chain);
                },
                task -> new Thread(task).start());
        await().until(() -> futures.unanswered() == 10);
        caller.join().interrupt();
        final var e = assertThrows(CompletionException.class, loop::join);
        assertInstanceOf(LoopInterruptedException.class, e.getCause());
        serve();
        assertEquals(12, chain(1), "the client goes on, with the results of its own requests");
        assertEquals(13, client.answered(), "what was asked stays asked");
    }

    @Test
    void shouldBeRefusedOnTheThreadThatReads() {
        try (Mapped<Long> begun = MainLoop.DEFAULTS.map(List.of(1L), item -> item)) {
            final Iterator<Long> results = begun.iterator();
            final var refused = futures.lookup("echo", 1L).thenAccept(row -> {
                expectRefused(() -> MainLoop.DEFAULTS.forEach(List.of(1), item -> {}));
                expectRefused(() -> MainLoop.DEFAULTS.map(List.of(1), item -> item));
                expectRefused(() -> assertTrue(results.hasNext()));
                expectRefused(begun::close);
            });
            try (EchoGateway gateway = EchoGateway.start(queues)) { // after it: else the callback could run here
                refused.join();
            }
        }
    }

    private static void expectRefused(Runnable loop) {
        final var e = assertThrows(IllegalStateException.class, loop::run);
        assertTrue(e.getMessage().startsWith("waiting for the bodies of a loop on the thread"), e.getMessage());
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void shouldRunBodiesOnVirtualThreadsWhereTheJdkHasThem() throws Exception {
        final var isVirtual = Thread.class.getMethod("isVirtual");
        serve();
        try (Mapped<Object> virtual = MainLoop.DEFAULTS.withWidth(2_000).map(new Counted(10_000), item -> {
            assertEquals(10 * item + 2, chain(item));
            return isVirtual.invoke(Thread.currentThread());
        })) {
            virtual.forEach(is -> assertEquals(true, is));
        }
        assertEquals(30_000, client.answered());
    }

    @Test
    void shouldRunBodiesOnDaemonThreadsWithNamesWhereTheJdkHasNoVirtualOnes() {
        // The default of such a JDK, where the other one would throw; looked at on any.
        MainLoop.DEFAULTS.withThreads(BodyThreads.platform()).forEach(List.of(1), item -> {
            assertTrue(Thread.currentThread().isDaemon());
            assertTrue(Thread.currentThread().getName().startsWith("sluice body "));
        });
    }

    @Test
    void shouldRunBodiesOnTheThreadsOfTheCallersChoice() {
        serve();
        try (Mapped<String> names = MainLoop.DEFAULTS
                .withWidth(3)
                .withThreads(body -> new Thread(body, "mine"))
                .map(new Counted(50), item -> {
                    chain(item);
                    return Thread.currentThread().getName();
                })) {
            names.forEach(name -> assertEquals("mine", name));
        }
    }
}
