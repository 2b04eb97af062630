package dev.sluice.internal.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.QueueException;
import dev.sluice.api.RequestKind;
import dev.sluice.api.RequestRef;
import dev.sluice.internal.queue.state.GatewayLock;
import dev.sluice.internal.queue.state.StateFile;
import dev.sluice.internal.wire.MessageWriter;
import dev.sluice.internal.wire.ResultFrame;
import dev.sluice.transport.LastAnswered;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The gateway finds where to go on, and writers do. */
class RestartTest extends OverQueues {

    /** Writes as fast as it can until it is killed: as the named writer, with a line each 1,000. */
    public static final class EndlessWriter {
        private EndlessWriter() {}

        public static void main(String[] args) {
            final QueuePair queues = QueuePair.open(Path.of(args[0]), TestQueues.SMALL);
            final InputWriter writer = queues.newWriter(args.length > 1 ? args[1] : null);
            while (true) {
                TestQueues.update(writer, "u", writer.lastSequence() + 1, "some text that takes a while to write");
                if (writer.lastSequence() % 1000 == 0) {
                    System.out.println("written " + writer.lastSequence());
                }
            }
        }
    }

    private static List<ResultFrame> results(QueuePair queues) {
        final List<ResultFrame> results = new ArrayList<>();
        try (OutputReader reader = queues.resultsFromStart()) {
            reader.poll((index, result) -> results.add(result), Integer.MAX_VALUE);
        }
        return results;
    }

    @Test
    void shouldStopWhenTheInputsFilesAreGone() throws IOException {
        try (InputWriter writer = queues.newWriter()) {
            TestQueues.update(writer, "u");
            TestQueues.answerAll(queues);
        }
        queues.close();
        for (final Path file : TestQueues.files(directory.resolve("in"))) {
            Files.delete(file);
        }
        openQueues();
        final var e = assertThrows(QueueException.class, () -> queues.unansweredRequests(queues.lastAnswered()));
        assertTrue(e.getMessage().contains("gone or empty"), e.getMessage());
    }

    @Test
    void shouldStopWhenTheOutputIsAheadOfTheInput() {
        final InputWriter writer = keep(queues.newWriter());
        final GatewayLock lock = keep(queues.lease());
        final OutputWriter results = keep(queues.resultWriter(lock, Optional.empty()));
        final long index = TestQueues.update(writer, "u");
        TestQueues.writeUpdated(results, new MessageWriter(), new RequestRef(index + 1, 1, 1, "u"), 1, 1);
        final var e = assertThrows(QueueException.class, () -> queues.unansweredRequests(queues.lastAnswered()));
        assertTrue(e.getMessage().contains(queues.inputPosition(index + 1).toString()), e.getMessage());
    }

    @Test
    void shouldFindTheLastAnsweredBehindEmptyAndRolledFiles() throws IOException {
        final RolledQueues rolled = keep(new RolledQueues(directory.resolve("rolled")));
        rolled.answeredFiles(2);
        final LastAnswered last = rolled.queues().lastAnswered().orElseThrow();
        assertEquals(2, last.resultSequence());
        // A file without a result in it, as a kill while it is being made leaves it.
        rolled.roll();
        rolled.beginFile("out");
        assertEquals(3, rolled.files("out").size());
        assertEquals(Optional.of(last), rolled.queues().lastAnswered());
        rolled.answeredFiles(1);
        assertEquals(3, rolled.queues().lastAnswered().orElseThrow().resultSequence());
    }

    @Test
    void shouldKeepEveryRequestOfAKilledNamedWriterAndGoOnWithItsNumbers() throws IOException {
        long least = 0;
        for (int round = 1; round <= 3; round++) {
            try (ChildJvm child = ChildJvm.start(EndlessWriter.class, directory, "letters")) {
                for (int line = 0; line < 5 * round; line++) {
                    least = Long.parseLong(child.awaitLine("written"));
                }
                child.kill();
            }
            try (InputWriter writer = queues.newWriter("letters")) {
                assertTrue(writer.lastSequence() >= least, writer.lastSequence() + " of at least " + least);
                TestQueues.update(writer, "u", writer.lastSequence() + 1, "behind the kill");
            }
        }
        final InputWriter writer = keep(queues.newWriter("letters"));
        final TestQueues.Collected collected = TestQueues.readAll(queues);
        assertEquals(List.of(), collected.undecodable);
        for (int i = 0; i < collected.frames.size(); i++) {
            assertEquals(i + 1, collected.frames.get(i).sequence(), "no gap and nothing twice");
            assertEquals(writer.writer(), collected.frames.get(i).writer());
        }
        assertEquals(collected.frames.size(), writer.lastSequence());
    }

    @Test
    void shouldFindTheLastNumberWithoutItsState() throws IOException {
        try (InputWriter writer = queues.newWriter("letters");
                InputWriter other = queues.newWriter()) {
            for (int i = 0; i < 10; i++) {
                TestQueues.update(writer, "u");
                TestQueues.update(other, "o");
            }
        }
        // A power cut may leave older numbers, and newer ones than the queue has.
        for (final long noted : new long[] {0, 1, Long.MAX_VALUE}) {
            try (StateFile file = StateFile.open(directory.resolve("in"), "writer", "letters", InputWriter::newState)) {
                file.set(StateFile.LAST_INDEX, noted);
                file.set(StateFile.LAST_SEQUENCE, 0);
            }
            try (InputWriter writer = queues.newWriter("letters")) {
                assertEquals(10, writer.lastSequence());
            }
        }
        assertTrue(Files.exists(directory.resolve("in/writer-letters.state")));
    }

    @Test
    void shouldGoOnWhenItsRequestsWereDeletedSince() throws IOException {
        final RolledQueues rolled = keep(new RolledQueues(directory.resolve("rolled")));
        try (InputWriter writer = rolled.queues().newWriter("letters")) {
            TestQueues.update(writer, "u");
            TestQueues.update(writer, "u");
            rolled.roll();
            rolled.answeredFiles(1);
        }
        Files.delete(rolled.paths("in").get(0));
        rolled.reopen();
        final InputWriter writer = keep(rolled.queues().newWriter("letters"));
        assertEquals(2, writer.lastSequence());
        TestQueues.update(writer, "u");
        assertEquals(1, TestQueues.answerAll(rolled.queues()));
    }

    @Test
    void shouldKeepTheOrderOfEachOfManyWritersInTwoProcesses() throws Exception {
        final ChildJvm child = keep(ChildJvm.start(EndlessWriter.class, directory));
        child.awaitLine("written");
        final List<CompletableFuture<Void>> writers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            writers.add(CompletableFuture.runAsync(() -> writeMine(queues), task -> new Thread(task).start()));
        }
        for (final CompletableFuture<Void> writer : writers) {
            writer.get(); // throws what it threw
        }
        child.awaitLine("written");
        child.kill();
        final TestQueues.Collected collected = TestQueues.readAll(queues);
        final Map<Long, Long> last = new HashMap<>();
        collected.frames.forEach(frame -> assertEquals(last.merge(frame.writer(), 1L, Long::sum), frame.sequence()));
        assertEquals(List.of(), collected.undecodable);
        assertEquals(5, last.size());
        assertEquals(
                8000,
                collected.frames.stream()
                        .filter(frame -> frame.name().equals("mine"))
                        .count());
    }

    private static void writeMine(QueuePair queues) {
        try (InputWriter writer = queues.newWriter()) {
            for (int n = 0; n < 2000; n++) {
                writer.append(RequestKind.LOOKUP, Map.of(), "mine", n);
            }
        }
    }

    @Test
    void shouldReadBackALargeBacklog() {
        final int backlog = 300_000;
        final InputWriter writer = keep(queues.newWriter());
        for (int i = 0; i < backlog; i++) {
            TestQueues.update(writer, "u", i);
        }
        assertEquals(backlog, TestQueues.answerAll(queues));
        assertEquals(backlog, queues.lastAnswered().orElseThrow().resultSequence());
        final List<ResultFrame> results = results(queues);
        for (int i = 0; i < backlog; i++) {
            assertEquals(i + 1, results.get(i).request().sequence());
        }
    }
}
