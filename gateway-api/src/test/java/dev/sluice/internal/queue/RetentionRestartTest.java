package dev.sluice.internal.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.internal.queue.retention.RollFileRetention;
import dev.sluice.internal.queue.state.GatewayLock;
import dev.sluice.internal.queue.state.StateFile;
import dev.sluice.internal.wire.MessageWriter;
import dev.sluice.transport.Retention.Decision;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** After a deletion, whole or killed in the middle, gateway and writers go on as if there had been none. */
class RetentionRestartTest {

    @RegisterExtension
    private final RolledQueues rolled = new RolledQueues();

    /** Deletes what nobody needs; stops after the nth file. */
    public static final class KilledWhileDeleting {
        private KilledWhileDeleting() {}

        public static void main(String[] args) {
            System.setProperty("sluice.faultPoint", "file-deleted:" + args[1]);
            System.setProperty("sluice.faultFile", args[2]);
            try (RolledQueues rolled = new RolledQueues(Path.of(args[0]))) {
                rolled.retain();
            }
        }
    }

    /** A gateway, a reader and a writer that come to the queues when files were deleted. */
    public static final class Fresh {
        private Fresh() {}

        public static void main(String[] args) {
            try (RolledQueues rolled = new RolledQueues(Path.of(args[0]), Instant.parse(args[1]));
                    InputWriter writer = rolled.queues().newWriter("letters")) {
                System.out.println("there " + rolled.requests() + rolled.results());
                TestQueues.update(writer, "more");
                System.out.println("wrote " + writer.lastSequence());
                System.out.println("waiting " + rolled.queues().backlog().waiting());
                System.out.println("answered " + TestQueues.answerAll(rolled.queues()));
                System.out.println("now " + rolled.requests() + rolled.results());
            }
        }
    }

    @Test
    void shouldGoOnInAProcessThatComesLater() throws IOException {
        rolled.queues().newWriter("letters").close();
        rolled.answeredFiles(4);
        rolled.retain();
        try (ChildJvm child = ChildJvm.start(Fresh.class, rolled.path(""), rolled.now())) {
            assertEquals("[u4][u4]", child.awaitLine("there"));
            assertEquals("1", child.awaitLine("wrote"));
            assertEquals("1", child.awaitLine("waiting"));
            assertEquals("1", child.awaitLine("answered"));
            assertEquals("[u4, more][u4, more]", child.awaitLine("now"));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6})
    void shouldGoOnWhenKilledInTheMiddle(int files) throws Exception {
        rolled.queues().results("late").close();
        rolled.answeredFiles(1);
        try (OutputReader reader = rolled.queues().results("late")) {
            assertEquals(1, reader.poll(new TestQueues.Lines(), 1));
            rolled.answeredFiles(3);
            assertEquals(3, reader.poll(new TestQueues.Lines(), 3));
        }
        try (InputWriter writer = rolled.queues().newWriter("letters")) {
            TestQueues.update(writer, "waits");
        }
        final Path there = rolled.path("there");
        try (ChildJvm child = ChildJvm.start(KilledWhileDeleting.class, rolled.path(""), files, there)) {
            Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> Files.exists(there));
            child.kill();
        }
        rolled.reopen();

        assertEquals(
                6 - files, rolled.files("in").size() - 2 + rolled.files("out").size() - 1);
        final List<String> requests = rolled.requests();
        final List<String> results = rolled.results();
        assertTrue(List.of("u1", "u1", "u2", "u3", "waits").containsAll(requests), requests.toString());
        assertEquals("waits", requests.get(requests.size() - 1));
        assertTrue(results.containsAll(requests.subList(0, requests.size() - 1)), "a result for each: " + results);
        assertEquals(1, TestQueues.answerAll(rolled.queues()), "the one that waits, and no other");
        assertEquals(5, rolled.queues().lastAnswered().orElseThrow().resultSequence());
        try (OutputReader reader = rolled.queues().results("late");
                InputWriter writer = rolled.queues().newWriter("letters")) {
            assertEquals(List.of("waits"), RolledQueues.results(reader));
            assertEquals(1, writer.lastSequence());
        }
        rolled.retain();
        assertEquals(List.of("waits"), rolled.requests(), "the next run does the rest");
        assertEquals(1, rolled.files("out").size());
    }

    @Test
    void shouldLetANamedWriterGoOnWithItsNumbersWhenItsRequestsAreGone() {
        try (InputWriter writer = rolled.queues().newWriter("letters")) {
            TestQueues.update(writer, "a");
            TestQueues.update(writer, "b");
        }
        rolled.answeredFiles(2);
        rolled.retain();
        assertEquals(List.of("u2"), rolled.requests());
        try (InputWriter writer = rolled.queues().newWriter("letters")) {
            assertEquals(2, writer.lastSequence());
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1})
    void shouldNoteTheNumbersOfANamedWriterThatAKillOrPowerCutLeftBehind(long noted) {
        try (InputWriter writer = rolled.queues().newWriter("letters")) {
            TestQueues.update(writer, "a");
            TestQueues.update(writer, "b");
            TestQueues.update(writer, "c");
        }
        try (StateFile state = StateFile.open(rolled.path("in"), "writer", "letters", InputWriter::newState)) {
            state.set(StateFile.LAST_INDEX, noted);
            state.set(StateFile.LAST_SEQUENCE, noted);
        }
        rolled.answeredFiles(2);
        rolled.retain();
        assertEquals(List.of("u2"), rolled.requests());
        try (InputWriter writer = rolled.queues().newWriter("letters")) {
            assertEquals(3, writer.lastSequence());
        }
    }

    @Test
    void shouldKeepTheRequestsOfAnOpenWriterThatHasNotNotedThem() {
        try (InputWriter writer = rolled.queues().newWriter("letters")) {
            TestQueues.update(writer, "a");
            TestQueues.update(writer, "b");
        }
        rolled.answeredFiles(2);
        // A writer that is stopped between writing and noting.
        try (StateFile state = StateFile.open(rolled.path("in"), "writer", "letters", InputWriter::newState)) {
            state.set(StateFile.LAST_SEQUENCE, 1);
            final List<Decision> verdicts = rolled.retain();
            assertEquals(
                    "holds the last request of writer 'letters', whose position is not stored",
                    verdicts.get(0).reason());
            assertEquals(List.of("a", "b", "u1", "u2"), rolled.requests());
            assertEquals(List.of("a", "b", "u1", "u2"), rolled.results());
            state.set(StateFile.LAST_SEQUENCE, 2);
        }
        rolled.retain();
        assertEquals(List.of("u2"), rolled.requests());
    }

    @Test
    void shouldLetAWriterGoOnWhoseFileIsGone() {
        try (InputWriter idle = rolled.queues().newWriter("letters");
                InputWriter other = rolled.queues().newWriter()) {
            TestQueues.update(idle, "a");
            TestQueues.update(other, "o");
            rolled.answeredFiles(3);
            rolled.retain();
            assertEquals(List.of("u3"), rolled.requests());
            TestQueues.update(idle, "b");
            TestQueues.update(other, "p");
            assertEquals(2, TestQueues.answerAll(rolled.queues()));
            assertEquals(List.of("u3", "b", "p"), rolled.results());
            assertEquals(2, idle.lastSequence());
        }
    }

    @Test
    void shouldLetTheGatewaysReaderAndWriterGoOnWhileFilesAreDeleted() {
        rolled.answeredFiles(3);
        try (GatewayLock lock = rolled.queues().lease();
                InputWriter requests = rolled.queues().newWriter();
                InputReader reader =
                        rolled.queues().unansweredRequests(rolled.queues().lastAnswered());
                OutputWriter results =
                        rolled.queues().resultWriter(lock, rolled.queues().lastAnswered())) {
            final RollFileRetention retention = new RollFileRetention(rolled.queues(), lock);
            for (int i = 0; i < 3; i++) {
                final long index = TestQueues.update(requests, "r" + i);
                final TestQueues.Collected collected = new TestQueues.Collected();
                assertEquals(1, reader.poll(collected, 10));
                TestQueues.writeUpdated(
                        results, new MessageWriter(), collected.frames.get(0).ref(index), 1, 1);
                retention.delete(retention.sync(), RolledQueues.AGE, RolledQueues.later());
                results.sync();
                reader.sync();
                rolled.roll();
                assertEquals(List.of("r" + i), rolled.results());
            }
        }
    }
}
