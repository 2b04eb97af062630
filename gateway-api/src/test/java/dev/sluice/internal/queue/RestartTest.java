package dev.sluice.internal.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.Position;
import dev.sluice.api.QueueException;
import dev.sluice.api.QueueOptions;
import dev.sluice.api.RequestKind;
import dev.sluice.api.RequestRef;
import dev.sluice.internal.queue.files.RollCycleName;
import dev.sluice.internal.queue.state.GatewayLock;
import dev.sluice.internal.queue.state.StateFile;
import dev.sluice.internal.wire.MessageWriter;
import dev.sluice.internal.wire.ResultFrame;
import dev.sluice.testsupport.Child;
import dev.sluice.testsupport.Program;
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
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The gateway finds where to go on, and writers do. */
class RestartTest {

    @TempDir
    Path directory;

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

    private QueuePair open() {
        return QueuePair.open(directory, TestQueues.SMALL);
    }

    @Test
    void shouldFindNothingAnsweredInANewOutput() {
        try (QueuePair queues = open()) {
            assertEquals(Optional.empty(), queues.lastAnswered());
        }
    }

    @Test
    void shouldGoOnBehindTheLastAnswered() {
        try (QueuePair queues = open();
                InputWriter writer = queues.newWriter()) {
            final List<Long> indexes = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                indexes.add(TestQueues.update(writer, "u" + i));
            }
            for (int answered = 1; answered <= 20; answered++) {
                assertEquals(1, TestQueues.answer(queues, 1));
                final LastAnswered last = queues.lastAnswered().orElseThrow();
                assertEquals(indexes.get(answered - 1), last.requestIndex());
                assertEquals(answered, last.resultSequence());
            }
            assertEquals(0, TestQueues.answer(queues, 1));
            TestQueues.update(writer, "u20");
            assertEquals(1, TestQueues.answer(queues, 1));
            assertEquals(
                    LongStream.rangeClosed(1, 21).boxed().toList(),
                    results(queues).stream().map(ResultFrame::sequence).toList());
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
        try (QueuePair queues = open();
                InputWriter writer = queues.newWriter()) {
            TestQueues.update(writer, "u");
            TestQueues.answerAll(queues);
        }
        try (Stream<Path> files = Files.list(directory.resolve("in"))) {
            for (final Path file :
                    files.filter(file -> file.toString().contains(".cq4")).toList()) {
                Files.delete(file);
            }
        }
        try (QueuePair queues = open()) {
            final var e = assertThrows(QueueException.class, () -> queues.unansweredRequests(queues.lastAnswered()));
            assertTrue(e.getMessage().contains("gone or empty"), e.getMessage());
        }
    }

    @Test
    void shouldStopWhenTheOutputIsAheadOfTheInput() {
        try (QueuePair queues = open();
                InputWriter writer = queues.newWriter();
                GatewayLock lock = queues.lease();
                OutputWriter results = queues.resultWriter(lock, Optional.empty())) {
            final long index = TestQueues.update(writer, "u");
            TestQueues.writeUpdated(results, new MessageWriter(), new RequestRef(index + 1, 1, 1, "u"), 1, 1);
            final var e = assertThrows(QueueException.class, () -> queues.unansweredRequests(queues.lastAnswered()));
            assertTrue(e.getMessage().contains(queues.inputPosition(index + 1).toString()), e.getMessage());
        }
    }

    @Test
    void shouldFindTheLastAnsweredBehindEmptyAndRolledFiles() {
        final QueueOptions rolling = TestQueues.SMALL.withRollCycle("TEST_SECONDLY");
        try (QueuePair queues = QueuePair.open(directory, rolling);
                InputWriter writer = queues.newWriter()) {
            final Position first = queues.inputPosition(TestQueues.update(writer, "u"));
            assertEquals(1, TestQueues.answerAll(queues));
            Awaitility.await()
                    .pollInSameThread()
                    .until(() ->
                            queues.inputPosition(TestQueues.update(writer, "u")).cycle() > first.cycle());
            final int more = TestQueues.answerAll(queues);
            final LastAnswered last = queues.lastAnswered().orElseThrow();
            assertTrue(queues.outputPosition(last.resultIndex()).cycle() > first.cycle());
            assertEquals(more + 1, last.resultSequence());
            Awaitility.await()
                    .pollInSameThread()
                    .until(() -> System.currentTimeMillis() / 1000
                            > queues.outputPosition(last.resultIndex()).cycle());
            // A file without a result in it, as a kill while it is being made leaves it.
            try (var queue = net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder.binary(
                                    directory.resolve("out"))
                            .rollCycle(RollCycleName.parse("TEST_SECONDLY"))
                            .blockSize(rolling.blockSize())
                            .build();
                    var appender = queue.createAppender();
                    var document = appender.writingDocument()) {
                document.rollbackOnClose();
            }
            assertEquals(Optional.of(last), queues.lastAnswered());
            TestQueues.update(writer, "u");
            assertEquals(1, TestQueues.answerAll(queues));
            assertEquals(more + 2, queues.lastAnswered().orElseThrow().resultSequence());
        }
    }

    @Test
    void shouldKeepEveryRequestOfAKilledNamedWriterAndGoOnWithItsNumbers() throws IOException, InterruptedException {
        long least = 0;
        for (int round = 1; round <= 3; round++) {
            try (Child child =
                    Program.java(EndlessWriter.class, directory, "letters").start()) {
                for (int line = 0; line < 5 * round; line++) {
                    least = Long.parseLong(child.awaitLine("written"));
                }
                child.kill();
            }
            try (QueuePair queues = open();
                    InputWriter writer = queues.newWriter("letters")) {
                assertTrue(writer.lastSequence() >= least, writer.lastSequence() + " of at least " + least);
                TestQueues.update(writer, "u", writer.lastSequence() + 1, "behind the kill");
            }
        }
        try (QueuePair queues = open();
                InputWriter writer = queues.newWriter("letters")) {
            final TestQueues.Collected collected = TestQueues.readAll(queues);
            assertEquals(List.of(), collected.undecodable);
            for (int i = 0; i < collected.frames.size(); i++) {
                assertEquals(i + 1, collected.frames.get(i).sequence(), "no gap and nothing twice");
                assertEquals(writer.writer(), collected.frames.get(i).writer());
            }
            assertEquals(collected.frames.size(), writer.lastSequence());
        }
    }

    @Test
    void shouldFindTheLastNumberWithoutItsState() throws IOException {
        final Path state = directory.resolve("in/writer-letters.state");
        try (QueuePair queues = open()) {
            try (InputWriter writer = queues.newWriter("letters");
                    InputWriter other = queues.newWriter()) {
                for (int i = 0; i < 10; i++) {
                    TestQueues.update(writer, "u");
                    TestQueues.update(other, "o");
                }
            }
            // A power cut may leave older numbers, and newer ones than the queue has.
            for (final long noted : new long[] {0, 1, Long.MAX_VALUE}) {
                try (StateFile file =
                        StateFile.open(directory.resolve("in"), "writer", "letters", InputWriter::newState)) {
                    file.set(StateFile.LAST_INDEX, noted);
                    file.set(StateFile.LAST_SEQUENCE, 0);
                }
                try (InputWriter writer = queues.newWriter("letters")) {
                    assertEquals(10, writer.lastSequence());
                }
            }
        }
        assertTrue(Files.exists(state));
    }

    @Test
    void shouldGoOnWhenItsRequestsWereDeletedSince() throws IOException {
        final QueueOptions rolling = TestQueues.SMALL.withRollCycle("TEST_SECONDLY");
        try (QueuePair queues = QueuePair.open(directory, rolling);
                InputWriter writer = queues.newWriter("letters");
                InputWriter other = queues.newWriter()) {
            TestQueues.update(writer, "u");
            final long last = TestQueues.update(writer, "u");
            Awaitility.await()
                    .pollInSameThread()
                    .until(() ->
                            queues.inputPosition(TestQueues.update(other, "o")).cycle()
                                    > queues.inputPosition(last).cycle());
            TestQueues.answerAll(queues);
        }
        try (Stream<Path> files = Files.list(directory.resolve("in"))) {
            final List<Path> rolls = files.filter(file -> file.toString().endsWith(".cq4"))
                    .sorted()
                    .toList();
            for (final Path answered : rolls.subList(0, rolls.size() - 1)) {
                Files.delete(answered);
            }
        }
        try (QueuePair queues = open();
                InputWriter writer = queues.newWriter("letters")) {
            assertEquals(2, writer.lastSequence());
            TestQueues.update(writer, "u");
            assertEquals(1, TestQueues.answerAll(queues));
        }
    }

    @Test
    void shouldKeepTheOrderOfEachOfManyWritersInTwoProcesses() throws Exception {
        try (QueuePair queues = open();
                Child child = Program.java(EndlessWriter.class, directory).start()) {
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
            collected.frames.forEach(
                    frame -> assertEquals(last.merge(frame.writer(), 1L, Long::sum), frame.sequence()));
            assertEquals(List.of(), collected.undecodable);
            assertEquals(5, last.size());
            assertEquals(
                    8000,
                    collected.frames.stream()
                            .filter(frame -> frame.name().equals("mine"))
                            .count());
        }
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
        try (QueuePair queues = open();
                InputWriter writer = queues.newWriter()) {
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
}
