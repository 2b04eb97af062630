package dev.sluice.client.loop;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.client.ClientOverQueues;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Order, and how far a pipeline asks ahead. */
class PipelineTest extends ClientOverQueues {

    record Found(long key) {}

    @Test
    void shouldHandleEachItemWithItsAnswersInTheOrderOfTheItems() {
        final List<Long> handled = new ArrayList<>();
        serve();
        final Progress progress = Pipeline.over(client)
                .withAhead(100)
                .run(
                        new Counted(3_000),
                        (item, ask) -> {
                            for (long n = 0; n < item % 4; n++) {
                                ask.lookup("echo", 10 * item + n);
                            }
                        },
                        (item, answers) -> {
                            assertEquals(item % 4, answers.size());
                            for (int n = 0; n < answers.size(); n++) {
                                assertEquals(
                                        10 * item + n,
                                        answers.only(n, Found.class).key());
                            }
                            handled.add(item);
                        });
        assertEquals(new Progress(3_000, 3_000, 0, OptionalLong.empty()), progress);
        assertEquals(MainLoopTest.upTo(3_000), handled);
        assertEquals(client.written(), client.answered());
    }

    @Test
    void shouldGiveEachKindOfAnswer() {
        serve();
        Pipeline.over(client)
                .run(
                        List.of("only"),
                        (item, ask) -> {
                            ask.lookup("none", 1L);
                            ask.executeQuery("rows", 3L);
                            ask.executeUpdate("u", 41L);
                            ask.send("event", "{}");
                            ask.lookup("echo", 5L);
                            ask.executeUpdate("fail", 1L);
                        },
                        (item, answers) -> {
                            assertTrue(answers.row(0).isEmpty());
                            assertEquals(3, answers.rows(1).size());
                            assertEquals(41, answers.count(2));
                            assertEquals("{}", answers.row(3).orElseThrow().getString("key"));
                            assertEquals(
                                    5, answers.row(4, Found.class).orElseThrow().key());
                            assertEquals(
                                    "23505", answers.failure(5).orElseThrow().code());
                            assertTrue(answers.failure(4).isEmpty());
                            assertThrows(IllegalStateException.class, () -> answers.count(0));
                            assertThrows(IndexOutOfBoundsException.class, () -> answers.row(6));
                        });
    }

    @Test
    void shouldAskAgainForTheSameItemInAStepBetween() {
        final List<String> handled = new ArrayList<>();
        serve();
        Pipeline.over(client)
                .withAhead(50)
                .run(
                        MainLoopTest.upTo(1_000),
                        (item, ask) -> {
                            ask.lookup("echo", item);
                            ask.lookup("echo", -item);
                        },
                        (item, answers, ask) -> {
                            final long sum = answers.only(0, Found.class).key()
                                    - answers.only(1, Found.class).key();
                            if (item % 2 == 0) {
                                ask.executeUpdate("u", sum);
                            }
                        },
                        (item, answers) -> handled.add(item + " " + (answers.size() == 0 ? "-" : answers.count(0))));
        assertEquals(
                MainLoopTest.upTo(1_000).stream()
                        .map(item -> item + " " + (item % 2 == 0 ? 2 * item : "-"))
                        .toList(),
                handled);
    }

    @Test
    void shouldAskNoFurtherAheadThanItMay() {
        final Counted items = new Counted(500);
        final List<Long> unanswered = new ArrayList<>();
        final CompletableFuture<Progress> running = start(Pipeline.over(client).withAhead(10), items, unanswered);
        await().until(() -> client.written() == 10);
        assertEquals(5, items.read);
        serve();
        assertEquals(500, running.join().done());
        assertTrue(unanswered.stream().allMatch(open -> open <= 11), unanswered::toString); // 9, and an item
    }

    @Test
    void shouldAskEverythingBeforeItHandlesAnythingWhenThereIsNoLimit() {
        final Counted items = new Counted(2_000);
        final List<Long> written = new ArrayList<>();
        serve();
        final Progress progress = Pipeline.over(client)
                .withAhead(Pipeline.EVERYTHING)
                .run(items, (item, ask) -> ask.lookup("echo", item), (item, answers) -> written.add(client.written()));
        assertEquals(2_000, progress.done());
        assertEquals(List.of(2_000L), written.stream().distinct().toList());
        assertEquals(2_000, written.size());
    }

    /** Two requests for each item; notes how many are unanswered behind them. */
    private CompletableFuture<Progress> start(Pipeline pipeline, Counted items, List<Long> unanswered) {
        return CompletableFuture.supplyAsync(
                () -> pipeline.run(
                        items,
                        (item, ask) -> {
                            ask.lookup("echo", item);
                            ask.lookup("echo", item);
                            unanswered.add(client.written() - client.answered());
                        },
                        (item, answers) -> {}),
                task -> new Thread(task).start());
    }

    @Test
    void shouldTellItsProgressWhileItAsksAndWhileItHandles() {
        final List<Progress> told = new ArrayList<>();
        serve();
        Pipeline.over(client)
                .withAhead(Pipeline.EVERYTHING)
                .withProgress(100, told::add)
                .run(MainLoopTest.upTo(200), (item, ask) -> ask.lookup("echo", item), (item, answers) -> {});
        final OptionalLong total = OptionalLong.of(200);
        assertEquals(
                List.of(
                        new Progress(100, 0, 0, total),
                        new Progress(200, 0, 0, total),
                        new Progress(200, 100, 0, total),
                        new Progress(200, 200, 0, total),
                        new Progress(200, 200, 0, total)),
                told);
    }

    @Test
    void shouldStopWhenItIsInterruptedWhileItWaits() {
        final CompletableFuture<Thread> caller = new CompletableFuture<>();
        final CompletableFuture<Throwable> end = CompletableFuture.supplyAsync(
                () -> {
                    caller.complete(Thread.currentThread());
                    return assertThrows(
                            LoopInterruptedException.class,
                            () -> Pipeline.over(client)
                                    .withAhead(1)
                                    .run(
                                            Counted.endless(),
                                            (item, ask) -> ask.lookup("echo", item),
                                            (item, answers) -> {}));
                },
                task -> new Thread(task).start());
        await().until(() -> client.written() == 1);
        caller.join().interrupt();
        assertInstanceOf(LoopInterruptedException.class, end.join());
    }

    @Test
    void shouldRefuseAClientWithFutures() {
        client.futures(Runnable::run);
        final var e = assertThrows(
                IllegalStateException.class,
                () -> Pipeline.over(client).run(List.of(1), (item, ask) -> {}, (item, answers) -> {}));
        assertTrue(e.getMessage().contains("has futures"), e.getMessage());
    }

    @Test
    void shouldRefuseToAskNothingAhead() {
        assertThrows(IllegalArgumentException.class, () -> Pipeline.over(client).withAhead(0));
    }
}
