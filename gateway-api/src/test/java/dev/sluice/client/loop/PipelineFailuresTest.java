package dev.sluice.client.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.RequestFailedException;
import dev.sluice.client.ClientOverQueues;
import dev.sluice.client.loop.ItemFailure.ItemFailedException;
import dev.sluice.internal.queue.TestQueues.Lines;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Items of a pipeline that fail, and results that are none of its own. */
class PipelineFailuresTest extends ClientOverQueues {

    private final List<Long> handled = new ArrayList<>();
    private final List<Long> between = new ArrayList<>();

    @BeforeEach
    void begin() {
        serve();
    }

    /** Asks twice for each item, with a step between; that item's step fails. */
    private Progress run(Pipeline pipeline, int failingStep, long failing) {
        return pipeline.run(
                MainLoopTest.upTo(20),
                (item, ask) -> {
                    ask.lookup("echo", item);
                    failAt(0, failingStep, item, failing);
                    ask.lookup("echo", item);
                },
                (item, answers, ask) -> {
                    between.add(item);
                    ask.executeUpdate("u", item);
                    failAt(1, failingStep, item, failing);
                },
                (item, answers) -> {
                    failAt(2, failingStep, item, failing);
                    assertEquals(item, answers.count(0));
                    handled.add(item);
                });
    }

    private static void failAt(int step, int failingStep, long item, long failing) throws IOException {
        if (step == failingStep && item == failing) {
            throw new IOException("no more");
        }
    }

    @Test
    void shouldEndWhatIsBeforeTheFailureAndHandleNothingBehindIt() {
        for (int step = 0; step < 3; step++) {
            handled.clear();
            between.clear();
            final int failingStep = step;
            final var e = assertThrows(ItemFailedException.class, () -> run(Pipeline.over(client), failingStep, 7));
            assertEquals("item 7 (7) failed: java.io.IOException: no more", e.getMessage());
            assertEquals(MainLoopTest.upTo(6), handled, "step " + step);
            if (step < 2) {
                assertEquals(MainLoopTest.upTo(step == 0 ? 6 : 7), between, "step " + step);
            }
        }
        handled.clear();
        run(Pipeline.over(client), 3, 0);
        assertEquals(MainLoopTest.upTo(20), handled, "the next run is not confused by what was left");
    }

    @Test
    void shouldHandleAllOthersWhenFailuresAreCollected() {
        for (int step = 0; step < 3; step++) {
            handled.clear();
            final List<ItemFailure> failures = new ArrayList<>();
            final Progress progress = run(Pipeline.over(client).withFailures(failures::add), step, 7);
            assertEquals(new Progress(20, 19, 1, OptionalLong.of(20)), progress);
            assertEquals(List.of(7L), failures.stream().map(ItemFailure::number).toList());
            assertEquals(
                    LongStream.rangeClosed(1, 20)
                            .filter(item -> item != 7)
                            .boxed()
                            .toList(),
                    handled,
                    "step " + step);
        }
        assertEquals(client.written(), client.answered());
    }

    @Test
    void shouldSayWhichRequestTheGatewayAnsweredAsFailed() {
        final var e = assertThrows(
                ItemFailedException.class,
                () -> Pipeline.over(client)
                        .run(
                                List.of("first", "second"),
                                (item, ask) -> ask.lookup(item.equals("second") ? "fail" : "echo", item),
                                (item, answers) -> answers.row(0)));
        final RequestFailedException failed = assertInstanceOf(RequestFailedException.class, e.getCause());
        final String where = "'fail' at " + client.position(failed.request());
        assertTrue(e.getMessage().startsWith("item 2 (second) failed: "), e.getMessage());
        assertTrue(failed.getMessage().startsWith(where + " failed, REJECTED 23505"), failed.getMessage());
    }

    @Test
    void shouldThrowWhatTheItemsThrowBehindTheItemsBeforeIt() {
        final IllegalStateException torn = new IllegalStateException("the cursor is torn");
        final Iterable<Long> items = () -> LongStream.rangeClosed(1, 6)
                .peek(item -> {
                    if (item == 6) {
                        throw torn;
                    }
                })
                .iterator();
        final var e = assertThrows(
                IllegalStateException.class,
                () -> Pipeline.over(client)
                        .run(items, (item, ask) -> ask.lookup("echo", item), (item, answers) -> handled.add(item)));
        assertSame(torn, e);
        assertEquals(MainLoopTest.upTo(5), handled);
    }

    @Test
    void shouldKeepTheInterruptOfAStep() {
        assertThrows(
                LoopInterruptedException.class,
                () -> Pipeline.over(client)
                        .withAhead(1)
                        .withFailures(failure -> {})
                        .run(Counted.endless(), (item, ask) -> ask.lookup("echo", item), (item, answers) -> {
                            throw new InterruptedException();
                        }));
        assertTrue(Thread.interrupted());
    }

    @Test
    void shouldHandOverResultsOfOtherRequestsApart() {
        final Lines others = new Lines();
        client.requests().executeUpdate("before", 1L);
        client.newRequests().executeUpdate("another writer", 2L);
        Pipeline.over(client)
                .withOthers(others)
                .withAhead(4)
                .run(
                        MainLoopTest.upTo(10),
                        (item, ask) -> {
                            ask.lookup("echo", item);
                        },
                        (item, answers) -> {
                            assertEquals(item, answers.row(0).orElseThrow().getLong("key"));
                            client.requests().executeUpdate("within", item);
                            handled.add(item);
                        });
        client.awaitAll(others);
        assertEquals(MainLoopTest.upTo(10), handled);
        assertEquals("before updated 1", others.lines.get(0));
        assertEquals(12, others.lines.size(), others.lines::toString);
        assertEquals(
                10,
                others.lines.stream().filter(line -> line.startsWith("within")).count());
    }
}
