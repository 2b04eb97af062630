package dev.sluice.internal.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.QueueException;
import dev.sluice.internal.queue.files.RollLog;
import dev.sluice.internal.queue.retention.RollFileRetention;
import dev.sluice.internal.queue.state.GatewayLock;
import dev.sluice.transport.Retention.Decision;
import dev.sluice.transport.Retention.Decision.Fate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What is deleted, and what is not. Each file has one request, or its result. */
class RetentionTest {

    @RegisterExtension
    private final RolledQueues rolled = new RolledQueues();

    /** The reasons why the files of that queue stay, by file, in order. */
    private static List<String> reasons(List<Decision> verdicts, String queue) {
        return verdicts.stream()
                .filter(verdict ->
                        !verdict.deletable() && verdict.file().getParent().endsWith(queue))
                .map(Decision::explanation)
                .toList();
    }

    private static Map<Fate, Long> fates(List<Decision> verdicts) {
        return verdicts.stream().collect(Collectors.groupingBy(Decision::fate, Collectors.counting()));
    }

    @Test
    void shouldDeleteAllButTheLastFilesWhenAllIsAnsweredAndNobodyReads() throws IOException {
        rolled.answeredFiles(4);

        final List<Decision> verdicts = rolled.retain();

        assertEquals(Map.of(Fate.DELETABLE, 6L, Fate.CURRENT, 2L), fates(verdicts));
        assertEquals(List.of("20240501-100003T.cq4"), rolled.files("in"));
        assertEquals(List.of("20240501-100003T.cq4"), rolled.files("out"));
    }

    @Test
    void shouldKeepTheLogOfFilesSmallWhenManyWereDeleted() throws IOException {
        rolled.answeredFiles(4);
        final Path input = rolled.path("in");
        final TreeSet<Integer> cycles = new TreeSet<>(RollLog.read(input).cycles());
        final int first = cycles.first();
        IntStream.range(first - 10_000, first).forEach(cycles::add);
        new RollLog(cycles, first - 1).replace(input);

        rolled.retain();

        assertEquals(1, RollLog.read(input).cycles().size());
        assertTrue(Files.size(RollLog.path(input)) < 100, "lines of files that are there, and how many are deleted");
    }

    @Test
    void shouldOnlySayWhatWouldGoWhenAskedForVerdicts() throws IOException {
        rolled.answeredFiles(4);
        try (GatewayLock lock = rolled.queues().lease()) {
            final List<Decision> verdicts = new RollFileRetention(rolled.queues(), lock)
                    .verdicts(Long.MAX_VALUE, RolledQueues.AGE, RolledQueues.later());
            assertEquals(6, fates(verdicts).get(Fate.DELETABLE));
        }
        assertEquals(4, rolled.files("in").size());
        assertEquals(4, rolled.files("out").size());
    }

    @Test
    void shouldKeepRequestsWithoutAResult() {
        rolled.answeredFiles(2);
        try (InputWriter writer = rolled.queues().newWriter()) {
            for (int i = 3; i <= 5; i++) {
                TestQueues.update(writer, "u" + i);
                rolled.roll();
            }
        }

        final List<Decision> verdicts = rolled.retain();

        assertEquals(
                List.of(
                        "holds the last answered request, after which a restart goes on",
                        "holds requests without a result",
                        "holds requests without a result",
                        "holds requests without a result"),
                reasons(verdicts, "in"));
        assertEquals(List.of("u2", "u3", "u4", "u5"), rolled.requests());
        assertEquals(3, TestQueues.answerAll(rolled.queues()));
    }

    @Test
    void shouldKeepEverythingWhenNothingWasAnswered() throws IOException {
        try (InputWriter writer = rolled.queues().newWriter()) {
            for (int i = 0; i < 3; i++) {
                TestQueues.update(writer, "u");
                rolled.roll();
            }
        }
        rolled.retain();
        assertEquals(3, rolled.files("in").size());
    }

    @Test
    void shouldKeepWhatIsNotOnDiskYet() {
        rolled.answeredFiles(5);
        final long third = TestQueues.readAll(rolled.queues()).indexes.get(2);
        try (GatewayLock lock = rolled.queues().lease()) {
            final RollFileRetention retention = new RollFileRetention(rolled.queues(), lock);
            assertEquals(
                    0,
                    retention.delete(-1, RolledQueues.AGE, RolledQueues.later()).stream()
                            .filter(Decision::deletable)
                            .count());

            final List<Decision> verdicts = retention.delete(third, RolledQueues.AGE, RolledQueues.later());

            assertEquals(
                    "has requests whose results are not on disk yet",
                    reasons(verdicts, "in").get(0));
        }
        assertEquals(List.of("u3", "u4", "u5"), rolled.requests());
        assertEquals(List.of("u3", "u4", "u5"), rolled.results());
    }

    @Test
    void shouldKeepRecentFilesAndWhatIsBehindThem() throws IOException {
        rolled.answeredFiles(4);
        final Instant now = RolledQueues.later();
        RolledQueues.touch(
                rolled.paths("in").get(1), now.minus(RolledQueues.AGE).plusSeconds(1));

        final List<Decision> verdicts = rolled.retain(now);

        assertTrue(reasons(verdicts, "in").get(0).startsWith("was changed at 20"), verdicts.toString());
        final String behind = "stays with in/20240501-100001T.cq4, which "
                + reasons(verdicts, "in").get(0);
        assertEquals(behind, reasons(verdicts, "in").get(1));
        assertEquals(behind, reasons(verdicts, "out").get(0));
        assertEquals(Map.of(Fate.DELETABLE, 2L, Fate.RECENT, 4L, Fate.CURRENT, 2L), fates(verdicts));
        assertEquals(List.of("u2", "u3", "u4"), rolled.results());
    }

    @Test
    void shouldKeepRequestsThatWereAnsweredRecentlyHoweverOldTheyAre() throws IOException {
        rolled.answeredFiles(4);
        final Instant now = RolledQueues.later();
        RolledQueues.touch(
                rolled.paths("out").get(2), now.minus(RolledQueues.AGE).plusSeconds(1));

        final List<Decision> verdicts = rolled.retain(now);

        // The second request's file holds the last of those answered long ago: others in it may have been answered
        // since.
        assertEquals(
                "has requests that were answered too recently",
                reasons(verdicts, "in").get(0));
        assertEquals(List.of("u2", "u3", "u4"), rolled.requests());
        assertEquals(List.of("u2", "u3", "u4"), rolled.results());
    }

    @Test
    void shouldKeepTheResultOfEveryRequestThatStays() throws IOException {
        try (InputWriter writer = rolled.queues().newWriter()) {
            TestQueues.update(writer, "u1");
            TestQueues.update(writer, "u2");
            rolled.roll();
            TestQueues.answer(rolled.queues(), 1);
            rolled.roll();
            TestQueues.answer(rolled.queues(), 1);
            rolled.roll();
            TestQueues.update(writer, "u3");
        }
        rolled.retain();
        assertEquals(
                List.of("u1", "u2"), rolled.results(), "both requests are in the file that holds the last answered");
        TestQueues.answerAll(rolled.queues());
        rolled.retain();
        assertEquals(List.of("u3"), rolled.results());
    }

    @Test
    void shouldNotMakeAFileRecentByLookingAtIt() throws IOException {
        rolled.answeredFiles(4);
        rolled.queues().results("letters").close();
        rolled.reopen();
        final FileTime before = FileTime.from(Instant.parse("2024-05-02T00:00:00Z"));
        for (final String queue : List.of("in", "out")) {
            for (final Path file : rolled.paths(queue)) {
                Files.setLastModifiedTime(file, before);
            }
        }
        try (GatewayLock lock = rolled.queues().lease()) {
            final RollFileRetention retention = new RollFileRetention(rolled.queues(), lock);
            retention.sync();
            retention.verdicts(Long.MAX_VALUE, RolledQueues.AGE, RolledQueues.later());
            rolled.requests();
            rolled.results();
        }
        for (final String queue : List.of("in", "out")) {
            for (final Path file : rolled.paths(queue)) {
                assertEquals(before, Files.getLastModifiedTime(file), file.toString());
            }
        }
    }

    @Test
    void shouldDeleteOldFilesThatWereLeftHalfMadeHoweverRecentlyTheyWereChanged() throws IOException {
        rolled.answeredFiles(3);
        final Instant now = RolledQueues.later();
        for (final String queue : List.of("in", "out")) {
            final Path halfMade = rolled.path(queue).resolve("20240501-095959T.cq4");
            Files.write(halfMade, new byte[100]);
            RolledQueues.touch(halfMade, now);
        }
        rolled.retain(now);
        assertEquals(1, rolled.files("in").size());
        assertEquals(1, rolled.files("out").size());
    }

    @Test
    void shouldLeaveTheFilesThatAreBeingMade() throws IOException {
        rolled.answeredFiles(3);
        try (GatewayLock lock = rolled.queues().lease()) {
            for (final String queue : List.of("in", "out")) {
                Files.write(rolled.path(queue).resolve("20240501-100003T.cq4"), new byte[100]);
            }
            new RollFileRetention(rolled.queues(), lock).delete(Long.MAX_VALUE, RolledQueues.AGE, RolledQueues.later());
        }
        assertEquals(2, rolled.files("in").size());
        assertEquals(2, rolled.files("out").size());
    }

    @Test
    void shouldDoNothingWhenTheLockWasGivenBack() {
        rolled.answeredFiles(2);
        final GatewayLock lock = rolled.queues().lease();
        final RollFileRetention retention = new RollFileRetention(rolled.queues(), lock);
        lock.close();
        assertThrows(
                IllegalStateException.class,
                () -> retention.delete(Long.MAX_VALUE, RolledQueues.AGE, RolledQueues.later()));
    }

    @Test
    void shouldDoNothingWhenTheInputLacksTheRequestAnsweredLast() throws IOException {
        rolled.answeredFiles(3);
        Files.delete(rolled.paths("in").get(2));
        final var e = assertThrows(QueueException.class, () -> rolled.retain());
        assertTrue(e.getMessage().contains("is gone or empty"), e.getMessage());
        assertEquals(3, rolled.files("out").size());
    }

    @Test
    void shouldDeleteNothingMoreWhenStopped() throws IOException {
        rolled.answeredFiles(3);
        try (GatewayLock lock = rolled.queues().lease()) {
            final RollFileRetention retention = new RollFileRetention(rolled.queues(), lock);
            retention.stop();
            final List<Decision> done = retention.delete(Long.MAX_VALUE, RolledQueues.AGE, RolledQueues.later());
            assertEquals(
                    Map.of(Fate.CURRENT, 2L), fates(done), "what is deletable and still there is not reported as done");
        }
        assertEquals(3, rolled.files("in").size());
    }
}
