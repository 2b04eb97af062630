package dev.sluice.client.loop;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.QueueException;
import dev.sluice.client.loop.ItemFailure.ItemFailedException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Bodies that fail, and loops that end early. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LoopFailuresTest {

    private static final MainLoop FOUR = MainLoop.DEFAULTS.withWidth(4);

    private final AtomicInteger running = new AtomicInteger();
    private final AtomicInteger interrupted = new AtomicInteger();

    /** Runs until it is interrupted. */
    private void hang() throws InterruptedException {
        running.incrementAndGet();
        try {
            new CountDownLatch(1).await();
        } catch (final InterruptedException e) {
            interrupted.incrementAndGet();
            throw e;
        } finally {
            running.decrementAndGet();
        }
    }

    @Test
    void shouldStopAtTheFirstFailureBehindTheResultsBeforeIt() {
        final CountDownLatch othersHang = new CountDownLatch(2);
        final Counted items = Counted.endless();
        final List<Long> given = new ArrayList<>();
        try (Mapped<Long> results = FOUR.map(items, item -> {
            if (item == 3) {
                othersHang.await();
                throw new IOException("no such letter");
            } else if (item > 3) {
                othersHang.countDown();
                hang();
            }
            return item;
        })) {
            final var e = assertThrows(ItemFailedException.class, () -> results.forEach(given::add));
            assertEquals("item 3 (3) failed: java.io.IOException: no such letter", e.getMessage());
            assertEquals(3L, e.failure().item());
            assertInstanceOf(IOException.class, e.getCause());
        }
        assertEquals(List.of(1L, 2L), given);
        assertEquals(0, running.get());
        assertTrue(interrupted.get() >= 2, () -> interrupted + " interrupted");
        assertTrue(items.read <= 10, () -> items.read + " read");
    }

    @Test
    void shouldInterruptWhatIsBehindAFailureWhileWhatIsBeforeItStillRuns() {
        final CountDownLatch fourthRuns = new CountDownLatch(1);
        final CountDownLatch fourthInterrupted = new CountDownLatch(1);
        final List<Long> given = new ArrayList<>();
        try (Mapped<Long> results = FOUR.map(MainLoopTest.upTo(4), item -> {
            if (item == 1) {
                fourthInterrupted.await();
            } else if (item == 3) {
                fourthRuns.await();
                throw new IOException("third");
            } else if (item == 4) {
                fourthRuns.countDown();
                try {
                    hang();
                } finally {
                    fourthInterrupted.countDown();
                }
            }
            return item;
        })) {
            final var e = assertThrows(ItemFailedException.class, () -> results.forEach(given::add));
            assertEquals(3, e.failure().number());
        }
        assertEquals(List.of(1L, 2L), given);
    }

    @Test
    void shouldThrowTheFailureThatIsFirstInTheOrderOfTheItems() {
        final CountDownLatch thirdFailed = new CountDownLatch(1);
        final AtomicInteger done = new AtomicInteger();
        final var e = assertThrows(
                ItemFailedException.class,
                () -> FOUR.forEach(Counted.endless(), item -> {
                    if (item == 1) {
                        thirdFailed.await();
                        done.incrementAndGet();
                    } else if (item == 2) {
                        thirdFailed.await();
                        throw new IllegalStateException("second");
                    } else if (item == 3) {
                        try {
                            throw new IllegalStateException("third");
                        } finally {
                            thirdFailed.countDown();
                        }
                    } else {
                        hang();
                    }
                }));
        assertEquals("item 2 (2) failed: java.lang.IllegalStateException: second", e.getMessage());
        assertEquals(1, done.get(), "what is before the failure is done");
        assertEquals(0, running.get());
    }

    @Test
    void shouldStopAtWhatSaysNothingOfItsItemAlthoughFailuresAreCollected() {
        final List<ItemFailure> failures = new ArrayList<>();
        final var e = assertThrows(
                ItemFailedException.class,
                () -> FOUR.withFailures(failures::add).forEach(Counted.endless(), item -> {
                    if (item == 2) {
                        throw new IOException("its own");
                    } else if (item == 5) {
                        throw new CompletionException(new QueueException("the disk is full"));
                    }
                }));
        assertEquals(5, e.failure().number());
        assertEquals(List.of(2L), failures.stream().map(ItemFailure::number).toList());
    }

    @Test
    void shouldCollectFailuresInTheOrderOfTheItemsWhenAskedTo() {
        final List<ItemFailure> failures = new ArrayList<>();
        final List<Long> given = new ArrayList<>();
        final MainLoop collecting = FOUR.withFailures(failures::add);
        try (Mapped<Long> results = collecting.map(MainLoopTest.upTo(1_000), item -> {
            if (item % 3 == 0) {
                throw new IOException("no " + item);
            }
            return item;
        })) {
            results.forEach(given::add);
            assertEquals(new Progress(1_000, 667, 333, OptionalLong.of(1_000)), results.progress());
        }
        assertEquals(
                MainLoopTest.upTo(1_000).stream().filter(item -> item % 3 != 0).toList(), given);
        assertEquals(
                MainLoopTest.upTo(333).stream().map(third -> 3 * third).toList(),
                failures.stream().map(ItemFailure::number).toList());
        assertEquals(
                "item 3 (3) failed: java.io.IOException: no 3", failures.get(0).toString());
    }

    @Test
    void shouldStopAtAnErrorAlsoWhenFailuresAreCollected() {
        final List<ItemFailure> failures = new ArrayList<>();
        final var e = assertThrows(
                ItemFailedException.class,
                () -> FOUR.withFailures(failures::add).forEach(Counted.endless(), item -> {
                    if (item == 7) {
                        throw new AssertionError("broken");
                    }
                }));
        assertEquals(7, e.failure().number());
        assertEquals(List.of(), failures);
    }

    @Test
    void shouldEndWithWhatTheTakerOfFailuresOrTheListenerThrows() {
        final IllegalStateException enough = new IllegalStateException("enough");
        final MainLoop limited = FOUR.withFailures(failure -> {
            if (failure.number() == 5) {
                throw enough;
            }
        });
        assertSame(
                enough,
                assertThrows(
                        IllegalStateException.class,
                        () -> limited.forEach(Counted.endless(), item -> Long.parseLong("x" + item))));
        final MainLoop told = FOUR.withProgress(10, now -> {
            throw enough;
        });
        assertSame(
                enough, assertThrows(IllegalStateException.class, () -> told.forEach(Counted.endless(), item -> {})));
    }

    @Test
    void shouldInterruptItsBodiesWhenItsCallerIsInterrupted() {
        final CompletableFuture<Thread> caller = new CompletableFuture<>();
        final CompletableFuture<Boolean> stillSet = new CompletableFuture<>();
        final CompletableFuture<Progress> loop = CompletableFuture.supplyAsync(
                () -> {
                    caller.complete(Thread.currentThread());
                    try {
                        return FOUR.forEach(Counted.endless(), item -> {
                            if (item > 2) {
                                hang();
                            }
                        });
                    } finally {
                        assertEquals(0, running.get());
                        stillSet.complete(Thread.currentThread().isInterrupted());
                    }
                },
                task -> new Thread(task).start());
        await().until(() -> running.get() == 4);
        caller.join().interrupt();
        final var e = assertThrows(CompletionException.class, loop::join);
        final LoopInterruptedException why = assertInstanceOf(LoopInterruptedException.class, e.getCause());
        assertTrue(why.ended() <= 2, why::getMessage); // as far as it had come with taking them
        assertTrue(stillSet.join());
        assertEquals(4, interrupted.get());
    }

    @Test
    void shouldNotBeginWhenItsCallerIsInterruptedAlready() {
        final Counted items = Counted.endless();
        Thread.currentThread().interrupt();
        assertThrows(LoopInterruptedException.class, () -> FOUR.forEach(items, item -> {}));
        assertTrue(Thread.interrupted());
        assertEquals(0, items.read);
    }

    @Test
    void shouldHaveNoBodyRunningWhenItsConsumerStopsEarly() {
        final CountDownLatch othersHang = new CountDownLatch(3);
        try (Mapped<Long> results = FOUR.map(Counted.endless(), item -> {
            if (item > 1) {
                othersHang.countDown();
                hang();
            }
            othersHang.await();
            return item;
        })) {
            assertEquals(1, results.iterator().next());
        }
        assertEquals(0, running.get());
        assertTrue(interrupted.get() >= 3, () -> interrupted + " interrupted");
    }

    @Test
    void shouldNotHandAnInterruptOfOneBodyToTheNext() {
        final List<ItemFailure> failures = new ArrayList<>();
        MainLoop.DEFAULTS.withWidth(1).withFailures(failures::add).forEach(MainLoopTest.upTo(10), item -> {
            if (Thread.currentThread().isInterrupted()) {
                throw new IllegalStateException("interrupted by the one before");
            }
            Thread.currentThread().interrupt();
        });
        assertEquals(List.of(), failures);
    }

    @Test
    void shouldNameAnItemWhoseTextIsLongOrFails() {
        final Object failing = new Object() {
            @Override
            public String toString() {
                throw new IllegalStateException("no text");
            }
        };
        assertTrue(new ItemFailure(1, failing, new IOException()).describe().contains("whose toString() fails"));
        assertEquals(
                "item 2 (" + "x".repeat(200) + "…)", new ItemFailure(2, "x".repeat(300), new IOException()).describe());
    }
}
