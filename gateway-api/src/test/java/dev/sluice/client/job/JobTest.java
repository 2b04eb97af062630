package dev.sluice.client.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.QueueLockedException;
import dev.sluice.api.Update;
import dev.sluice.client.GatewayClient;
import dev.sluice.client.job.Job.JobReport;
import dev.sluice.client.job.Job.RunChangedException;
import dev.sluice.client.job.Job.RunEndedException;
import dev.sluice.client.job.Sink.SinkException;
import dev.sluice.client.loop.ItemFailure.ItemFailedException;
import dev.sluice.client.loop.MainLoop;
import dev.sluice.client.loop.Progress;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class JobTest extends OverJobQueues {

    private static final JobOptions STARTED_AGAIN = JobOptions.DEFAULTS.allowingStartIfEnded();

    @Test
    void shouldWriteWhatBodiesGiveInTheOrderOfTheItems() {
        serve();
        final JobReport report = job.run(JobOptions.DEFAULTS, 2_000);
        assertEquals(new JobReport(2_000, 0, 0, 6_000, 0, false), report);
        assertEquals(JobQueues.expected(2_000), job.written());
    }

    @Test
    void shouldDoNothingWhenTheRunHasEndedAndMayBeStarted() {
        serve();
        job.run(JobOptions.DEFAULTS, 10);
        assertEquals(new JobReport(10, 0, 10, 0, 0, true), job.run(STARTED_AGAIN, 10));
        assertEquals(JobQueues.expected(10), job.written());
        assertEquals(List.of(), OpenRun.list(job.queues().path()));
    }

    @Test
    void shouldWarnWhenTheRunHasEndedAndMayBeStarted() {
        serve();
        job.run(JobOptions.DEFAULTS, 10);
        final String log = logOf(() -> job.run(STARTED_AGAIN, 10));
        assertTrue(log.contains("WARN") && log.contains("with 10 items, and its output is complete: this start"), log);
    }

    private static String logOf(Runnable start) {
        final PrintStream err = System.err;
        final ByteArrayOutputStream log = new ByteArrayOutputStream();
        System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
        try {
            start.run();
        } finally {
            System.setErr(err);
        }
        return log.toString(StandardCharsets.UTF_8);
    }

    @Test
    void shouldFailWhenTheRunHasEnded() throws IOException {
        serve();
        final Instant begun = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        job.run(JobOptions.DEFAULTS, 10);
        final Set<Path> files = filesOfRuns();
        for (int start = 2; start <= 3; start++) { // it gives back what it held
            final RunEndedException refused = assertRefused();
            assertEquals(10, refused.items());
            assertFalse(refused.endedAt().isBefore(begun) || refused.endedAt().isAfter(Instant.now()));
            assertEquals(
                    "the run 'today' of the job 'letters' ended at " + refused.endedAt() + " with 10 items, and its"
                            + " output is complete: start the next run under another name, or allow starts that do"
                            + " nothing with JobOptions.allowingStartIfEnded()",
                    refused.getMessage());
        }
        assertEquals(files, filesOfRuns());
        assertEquals(JobQueues.expected(10), job.written());
    }

    private RunEndedException assertRefused() {
        return assertThrows(RunEndedException.class, () -> job.run(JobOptions.DEFAULTS, 10));
    }

    @Test
    void shouldSayHowManyItemsFailedWhenTheRunHasEnded() {
        try (GatewayClient client = job.client();
                Job run = client.job("letters", "today")) {
            run.failed(run.item("k1"));
            run.end("");
        }
        final String message = assertRefused().getMessage();
        assertTrue(message.contains(" with 1 item, 1 of them failed, and its output is complete"), message);
    }

    /** As after a kill between the end of a run and the return of its call. */
    @Test
    void shouldSucceedOnceWhenTheCallThatEndedTheRunDidNotReturn() {
        serve();
        assertThrows(SinkException.class, () -> run(JobOptions.DEFAULTS, 10, new UnclosedSink()));
        try (GatewayClient client = job.client();
                Job unused = client.job("letters", "today")) {
            assertTrue(unused.isEnded(), "a process that stops before it calls run");
        }
        final String log = logOf(
                () -> assertEquals(new JobReport(10, 0, 10, 0, 0, true), run(JobOptions.DEFAULTS, 10, Sink.none())));
        assertTrue(
                log.contains("with 10 items, and its output is complete; the process that ended it stopped before it"
                        + " could report this. This start does nothing and succeeds"),
                log);
        assertRefused();
    }

    private static final class UnclosedSink implements Sink<String> {

        @Override
        public void resume(String mark) {}

        @Override
        public void write(String result) {}

        @Override
        public String mark() {
            return "";
        }

        @Override
        public void close() throws IOException {
            throw new IOException("not closed");
        }
    }

    @Test
    void shouldFailWhenALoopOfAnotherFrameworkHasEndedTheRunAndClosedIt() {
        try (GatewayClient first = job.client()) {
            final Job killed = first.job("letters", "today");
            killed.end("");
            endAgain();
            assertRefused();
            killed.close();
            assertRefused();
        }
    }

    private void endAgain() {
        try (GatewayClient client = job.client();
                Job run = client.job("letters", "today")) {
            run.end("");
        }
    }

    @Test
    void shouldLeaveNothingBehindWhenARunIsOpenedThatHasEnded() throws IOException {
        serve();
        job.run(JobOptions.DEFAULTS, 10);
        final Set<Path> files = filesOfRuns();
        assertEquals(10, job.run(STARTED_AGAIN, 10).handledBefore(), "it has no place");
        assertEquals(files, filesOfRuns());

        job.queues()
                .output()
                .run("letters@today", job.queues().input()::from)
                .close(); // as a kill between its mark and the end of its place leaves it
        assertEquals(List.of("letters@today"), job.queues().output().runs());
        assertEquals(10, job.run(STARTED_AGAIN, 10).handledBefore(), "it has one");
        assertEquals(files, filesOfRuns());
    }

    private Set<Path> filesOfRuns() throws IOException {
        try (Stream<Path> files = Files.list(job.queues().path().resolve("out"))) {
            return files.filter(file -> file.getFileName().toString().contains("letters"))
                    .collect(Collectors.toSet());
        }
    }

    @Test
    void shouldRefuseABodyThatAsksOtherwiseThanBefore() {
        serve();
        assertThrows(SinkException.class, () -> run(EACH, 1, new FailingSink(0)));
        final var read = assertThrows(
                ItemFailedException.class,
                () -> job.run(
                        EACH,
                        1,
                        (item, asks) ->
                                String.valueOf(asks.lookup("address", 4L).join())));
        assertEquals(
                "item 'k1' of the run 'today' of the job 'letters' made the call lookup 'customer' [10] as read-1"
                        + " before the run was continued, but now makes lookup 'address' [4]: a body must make the"
                        + " same calls in the same order each time",
                read.getCause().getMessage());
        final var change = assertThrows(
                ItemFailedException.class,
                () -> job.run(
                        EACH,
                        1,
                        (item, asks) ->
                                String.valueOf(asks.update("last-letter", 7L).join())));
        assertTrue(change.getCause().getMessage().contains("[1] as change-1 before the run was continued"));
        final var fewer = assertThrows(ItemFailedException.class, () -> job.run(EACH, 1, (item, asks) -> "nothing"));
        assertTrue(fewer.getCause().getMessage().contains("made calls up to change-1 before the run"));
    }

    @Test
    void shouldRefuseOtherItemsThanThoseHandled() {
        serve();
        assertThrows(SinkException.class, () -> run(EACH, 10, new FailingSink(5)));
        try (GatewayClient client = job.client();
                Job changed = client.job("letters", "today", EACH)) {
            final var e = assertThrows(
                    RunChangedException.class,
                    () -> changed.run(List.of(1L, 2L, 3L, 4L, 6L), item -> "k" + item, JobQueues::letter, Sink.none()));
            assertEquals(
                    "the run 'today' of the job 'letters' has handled 5 items, the last with the key 'k5', but now item"
                            + " 5 has the key 'k6': continue it with the same items in the same order, or give it up"
                            + " and begin another run",
                    e.getMessage());
        }
        try (GatewayClient client = job.client();
                Job fewer = client.job("letters", "today", EACH)) {
            assertThrows(
                    RunChangedException.class,
                    () -> fewer.run(List.of(1L), item -> "k" + item, JobQueues::letter, Sink.none()));
        }
        assertEquals(10, run(EACH, 10, Sink.none()).items());
    }

    @Test
    void shouldRefuseTwoOpenItemsOfOneKey() {
        serve();
        try (GatewayClient client = job.client();
                Job run = client.job("letters", "today")) {
            final var e = assertThrows(
                    IllegalArgumentException.class,
                    () -> run.run(List.of(1L, 2L), item -> "k", JobQueues::letter, Sink.none()));
            assertTrue(e.getMessage().contains("two items of the run 'today' of the job 'letters' have the key 'k'"));
        }
    }

    @Test
    void shouldReadItemsBehindTheLastOneHandled() {
        serve();
        assertThrows(SinkException.class, () -> run(EACH, 10, new FailingSink(4)));
        try (GatewayClient client = job.client();
                Job run = client.job("letters", "today", EACH)) {
            final List<String> asked = new ArrayList<>();
            final JobReport report = run.runBehind(
                    key -> {
                        asked.add(key.orElse("none"));
                        return List.of(5L, 6L);
                    },
                    item -> "k" + item,
                    JobQueues::letter,
                    Sink.none());
            assertEquals(List.of("k4"), asked);
            assertEquals(6, report.items());
        }
    }

    @Test
    void shouldCountProgressAndItemsOverTheWholeRun() {
        final List<Progress> told = new ArrayList<>();
        serve();
        assertThrows(SinkException.class, () -> run(EACH, 10, new FailingSink(4)));
        final JobOptions shown = EACH.withLoop(MainLoop.DEFAULTS.withProgress(1, told::add));
        run(shown, 10, Sink.none());
        assertEquals(new Progress(10, 10, 0, OptionalLong.of(10)), told.get(told.size() - 1));
        assertEquals(5, told.get(0).begun());
    }

    @Test
    void shouldAskForDeclaredInterfaces() {
        serve();
        job.run(EACH, 3, (item, asks) -> {
            asks.declare(Declared.class).note(item);
            return "letter " + asks.declare(Declared.class).customer(item).key();
        });
        assertEquals("letter 1\nletter 2\nletter 3\n", job.written());
    }

    record Found(long key) {}

    interface Declared {
        Found customer(long id);

        @Update("last-letter")
        void note(long id);
    }

    @Test
    void shouldKeepARunToOneProcess() {
        try (GatewayClient client = job.client();
                Job run = client.job("letters", "today");
                GatewayClient other = job.client()) {
            final var e = assertThrows(QueueLockedException.class, () -> other.job("letters", "today"));
            assertTrue(e.getMessage().startsWith("the run name 'letters@today' is in use by"), e.getMessage());
            assertThrows(
                    QueueLockedException.class,
                    () -> OpenRun.giveUp(job.queues().path(), "letters", "today"));
            other.job("letters", "tomorrow").close();
            assertFalse(run.isEnded());
        }
    }

    @Test
    void shouldBeginAnewWhenARunWasGivenUp() {
        serve();
        assertThrows(SinkException.class, () -> run(EACH, 10, new FailingSink(4)));
        assertTrue(OpenRun.giveUp(job.queues().path(), "letters", "today"));
        assertFalse(OpenRun.giveUp(job.queues().path(), "letters", "today"));
        assertEquals(new JobReport(10, 0, 0, 30, 0, false), run(EACH, 10, Sink.none()));
    }

    @Test
    void shouldRefuseAClientThatHasAName() {
        try (GatewayClient named = GatewayClient.builder(job.queues().path())
                .options(JobQueues.OPTIONS)
                .name("letters")
                .open()) {
            assertThrows(IllegalStateException.class, () -> named.job("letters", "today"));
        }
    }
}
