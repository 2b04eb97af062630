package dev.sluice.client.loop;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The loop by itself: order, what is read ahead, how many bodies run. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class MainLoopTest {

    private static final MainLoop FOUR = MainLoop.DEFAULTS.withWidth(4);

    static List<Long> upTo(long last) {
        return LongStream.rangeClosed(1, last).boxed().toList();
    }

    @Test
    void shouldGiveResultsInTheOrderOfTheItemsWhenBodiesEndInAnother() {
        final CountDownLatch secondEnded = new CountDownLatch(1);
        final List<String> given = new ArrayList<>();
        try (Mapped<String> results = FOUR.map(upTo(9), item -> {
            if (item == 1) {
                secondEnded.await();
            } else if (item == 2) {
                secondEnded.countDown();
            }
            return "r" + item;
        })) {
            results.forEach(given::add);
            assertEquals(new Progress(9, 9, 0, OptionalLong.of(9)), results.progress());
        }
        assertEquals(List.of("r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9"), given);
    }

    @Test
    void shouldReadNothingBeforeItIsAskedAndNoMoreThanTwiceTheWidthAhead() {
        final Counted items = Counted.endless();
        try (Mapped<Long> results = FOUR.map(items, item -> item)) {
            assertEquals(0, items.read);
            long taken = 0;
            for (final long result : results) {
                assertEquals(++taken, result);
                assertTrue(items.read - (taken - 1) <= 8, () -> items.read + " read");
                if (taken == 5_000) {
                    break;
                }
            }
        }
        assertTrue(items.read <= 5_007, () -> items.read + " read");
    }

    @Test
    void shouldReadTwiceTheWidthAheadAndNoFurtherWhenTheFirstBodyIsSlow() {
        final Counted items = Counted.endless();
        final CountDownLatch slow = new CountDownLatch(1);
        final AtomicInteger others = new AtomicInteger();
        try (Mapped<Long> results = FOUR.map(items, item -> {
            if (item == 1) {
                slow.await();
            } else {
                others.incrementAndGet();
            }
            return item;
        })) {
            final CompletableFuture<Thread> consumer = new CompletableFuture<>();
            final CompletableFuture<Long> first = CompletableFuture.supplyAsync(
                    () -> {
                        consumer.complete(Thread.currentThread());
                        return results.iterator().next();
                    },
                    task -> new Thread(task).start());
            await().until(() -> others.get() == 7 && consumer.join().getState() == Thread.State.WAITING);
            assertEquals(8, items.read);
            slow.countDown();
            assertEquals(1, first.join());
            assertTrue(items.read <= 8, () -> items.read + " read");
        }
    }

    @Test
    void shouldRunAsManyBodiesAtATimeAsItIsWideAndNoMore() {
        final CyclicBarrier all = new CyclicBarrier(4);
        final AtomicInteger running = new AtomicInteger();
        final AtomicInteger most = new AtomicInteger();
        final Progress progress = FOUR.forEach(new Counted(400), item -> {
            most.accumulateAndGet(running.incrementAndGet(), Math::max);
            all.await(); // ends only if four bodies run
            running.decrementAndGet();
        });
        assertEquals(new Progress(400, 400, 0, OptionalLong.empty()), progress);
        assertEquals(4, most.get());
    }

    @Test
    void shouldReadNoFurtherAheadInALoopWithoutResults() {
        final Counted items = new Counted(1_000);
        final CountDownLatch slow = new CountDownLatch(1);
        final CompletableFuture<Progress> loop = CompletableFuture.supplyAsync(
                () -> FOUR.forEach(items, item -> {
                    if (item == 1) {
                        slow.await();
                    }
                }),
                task -> new Thread(task).start());
        await().until(() -> items.read == 8);
        assertFalse(loop.isDone());
        slow.countDown();
        assertEquals(1_000, loop.join().done());
    }

    @Test
    void shouldRunOneAfterTheOtherAtAWidthOfOne() {
        final List<Long> order = new ArrayList<>();
        MainLoop.DEFAULTS.withWidth(1).forEach(upTo(100), order::add);
        assertEquals(upTo(100), order);
    }

    @Test
    void shouldGiveNothingForNoItems() {
        try (Mapped<Long> results = FOUR.map(List.<Long>of(), item -> item)) {
            assertFalse(results.iterator().hasNext());
        }
        assertEquals(0, FOUR.forEach(List.of(), item -> {}).ended());
    }

    @Test
    void shouldGiveAStreamThatEndsTheBodiesWhenItIsClosed() {
        final Counted items = Counted.endless();
        final Mapped<Long> results = FOUR.map(items, item -> 2 * item);
        try (Stream<Long> stream = results.stream()) {
            assertEquals(List.of(2L, 4L, 6L), stream.limit(3).toList());
        }
        assertEquals(3, results.progress().ended());
        assertThrows(IllegalStateException.class, results::iterator, "once");
    }

    @Test
    void shouldSayThatItWasClosedInsteadOfEndingEarly() {
        final Mapped<Long> results = FOUR.map(Counted.endless(), item -> item);
        final Iterator<Long> iterator = results.iterator();
        assertEquals(1, iterator.next());
        results.close();
        results.close();
        final var e = assertThrows(IllegalStateException.class, iterator::hasNext);
        assertEquals("the loop was closed after item 1: begin a new one", e.getMessage());
    }

    @Test
    void shouldThrowWhatTheItemsThrowBehindTheResultsBeforeIt() {
        final IllegalStateException torn = new IllegalStateException("the cursor is torn");
        final Iterable<Long> items = () -> LongStream.rangeClosed(1, 6)
                .peek(item -> {
                    if (item == 6) {
                        throw torn;
                    }
                })
                .iterator();
        final List<Long> given = new ArrayList<>();
        try (Mapped<Long> results = FOUR.map(items, item -> item)) {
            assertEquals(torn, assertThrows(IllegalStateException.class, () -> results.forEach(given::add)));
        }
        assertEquals(upTo(5), given);
    }

    @Test
    void shouldRefuseAWidthThatCannotBe() {
        assertThrows(IllegalArgumentException.class, () -> MainLoop.DEFAULTS.withWidth(0));
        assertThrows(IllegalArgumentException.class, () -> MainLoop.DEFAULTS.withWidth(100_001));
    }
}
