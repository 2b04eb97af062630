package dev.sluice.client.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.RequestFailedException;
import dev.sluice.client.job.Job.JobBody;
import dev.sluice.client.job.Job.JobReport;
import dev.sluice.client.job.Sink.SinkException;
import dev.sluice.client.loop.ItemFailure;
import dev.sluice.client.loop.ItemFailure.ItemFailedException;
import dev.sluice.client.loop.MainLoop;
import dev.sluice.internal.queue.EchoGateway;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Items that fail, and runs that are stopped by them and continued. */
@SuppressWarnings("try") // a gateway that only has to run
class JobFailuresTest extends OverJobQueues {

    @Test
    void shouldGoOnBehindTheItemsThatAreHandledWhenABodyFailed() {
        serve();
        final var e = assertThrows(
                ItemFailedException.class,
                () -> job.run(JobOptions.DEFAULTS, 1_000, (item, asks) -> {
                    final String letter = JobQueues.letter(item, asks);
                    if (item == 500) {
                        throw new IllegalStateException("out of paper");
                    }
                    return letter;
                }));
        assertEquals(
                "item 'k500' (500) failed: java.lang.IllegalStateException: out of paper. When that is mended, start the"
                        + " job again: it goes on with this item; a loop with failures, MainLoop.withFailures, passes over it",
                e.getMessage());
        final List<OpenRun> open = OpenRun.list(job.queues().path());
        assertEquals(List.of(new OpenRun("letters", "today", 499, 0, "k499")), open);

        final JobReport report = job.run(JobOptions.DEFAULTS, 1_000);
        assertEquals(1_000, report.items());
        assertEquals(499, report.handledBefore());
        assertTrue(report.fromHistory() >= 1, report.toString()); // item 500 had updated
        assertEquals(3 * 501, report.asked() + report.fromHistory());
        assertEquals(JobQueues.expected(1_000), job.written());
        final List<String> updates = job.requests().stream()
                .filter(request -> request.startsWith("last-letter"))
                .toList();
        assertEquals(1_000, updates.size());
        assertEquals(1_000, new HashSet<>(updates).size());
    }

    @Test
    void shouldAskFailedRequestsAgainWhenTheRunWasStoppedByThem() {
        try (EchoGateway broken =
                EchoGateway.start(job.queues(), request -> request.name().equals("last-letter"))) {
            final var e = assertThrows(ItemFailedException.class, () -> job.run(EACH, 100));
            assertTrue(e.getCause() instanceof RequestFailedException, () -> e.toString());
        }
        serve();
        final JobReport report = job.run(EACH, 100);
        assertEquals(100, report.items());
        assertTrue(report.fromHistory() >= 1, report.toString()); // failed, and asked again
        assertEquals(JobQueues.expected(100), job.written());
    }

    @Test
    void shouldTakeFailedRequestsFromHistoryWhenTheRunWasNotStoppedByThem() {
        final List<String> failures = new ArrayList<>();
        final JobOptions collected = EACH.withLoop(MainLoop.DEFAULTS
                .withWidth(4)
                .withFailures(failure -> failures.add(failure.number() + " " + failure.item())));
        final CountDownLatch seventh = new CountDownLatch(1);
        final JobBody<Long, String> waiting = (item, asks) -> {
            if (item == 6) {
                seventh.await();
            }
            try {
                return JobQueues.letter(item, asks);
            } finally {
                if (item == 7) {
                    seventh.countDown();
                }
            }
        };
        try (EchoGateway broken = EchoGateway.start(
                job.queues(), request -> request.arguments().toString().equals("[71]"))) {
            // The sink's failure is the end of the process, as far as the run can tell.
            assertThrows(SinkException.class, () -> run(collected, 10, waiting, new FailingSink(5)));
        }
        assertEquals(List.of(), failures);
        serve();
        final JobReport report = job.run(collected, 10);
        assertEquals(new JobReport(10, 1, 5, report.asked(), report.fromHistory(), false), report);
        assertEquals(List.of("7 7"), failures);
        assertEquals(JobQueues.expected(10).replace("7 70 71\n", ""), JobQueues.expected(5) + job.written());
    }

    @Test
    void shouldFailAnItemWhoseUpdateFailedUnseen() {
        final List<ItemFailure> failures = new ArrayList<>();
        final JobOptions collected = EACH.withLoop(MainLoop.DEFAULTS.withFailures(failures::add));
        serve();
        final JobReport report = job.run(collected, 3, (item, asks) -> {
            asks.update(item == 2 ? "fail" : "last-letter", item);
            return "letter";
        });
        assertEquals(1, report.failed());
        assertEquals(1, failures.size());
        assertEquals(2L, failures.get(0).item());
        assertTrue(failures.get(0).cause() instanceof RequestFailedException);
        assertEquals("letter\nletter\n", job.written());
    }

    @Test
    void shouldLeaveAFailureToABodyThatLooksAtIt() {
        serve();
        final JobReport report = job.run(EACH, 2, (item, asks) -> {
            assertThrows(
                    CompletionException.class, () -> asks.update("fail", item).join());
            asks.lookup("fail", item); // nobody wants to know
            return "seen "
                    + asks.update("fail", item)
                            .handle((count, failure) -> failure != null)
                            .join();
        });
        assertEquals(0, report.failed());
        assertEquals("seen true\nseen true\n", job.written());
    }

    @Test
    void shouldAskLookupsAgainWhenTheRunWasStoppedByWhatTheyDidNotFind() {
        serve();
        assertThrows(
                ItemFailedException.class,
                () -> job.run(EACH, 1, (item, asks) -> {
                    asks.update("last-letter", item);
                    return asks.lookup("none", item).join().orElseThrow().toString();
                }));
        // As if the row had come meanwhile; that it is another lookup now is not looked at either.
        final JobReport report = job.run(EACH, 1, (item, asks) -> {
            asks.update("last-letter", item);
            return "found " + asks.lookup("some", item).join().isPresent();
        });
        assertEquals(new JobReport(1, 0, 0, 1, 1, false), report);
        assertEquals("found true\n", job.written());
        assertEquals(List.of("last-letter[1]", "none[1]", "some[1]"), job.requests());
    }
}
