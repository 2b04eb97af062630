package dev.sluice.internal.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.sluice.api.QueueOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a kill leaves while a roll file is being made: nothing in it, or a header that was begun. */
class RollFilesTest {

    private static final Duration SOON = Duration.ofSeconds(3);
    private static final QueueOptions ROLLING = TestQueues.SMALL.withRollCycle("TEST_SECONDLY");
    private static final DateTimeFormatter NAME =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss'T.cq4'").withZone(ZoneOffset.UTC);

    @TempDir
    Path directory;

    private static void leaveHalfMade(Path file, int header) throws IOException {
        final ByteBuffer bytes = ByteBuffer.allocate(header == 0 ? 0 : 1 << 16).order(ByteOrder.nativeOrder());
        if (header != 0) {
            bytes.putInt(0, header);
        }
        Files.write(file, bytes.array());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 0x80000000, 0xC0000000})
    void shouldGoOnSoonAndBehindTheLastAnsweredWhenTheNextFileIsHalfMade(int header) throws IOException {
        try (QueuePair queues = QueuePair.open(directory, ROLLING);
                InputWriter writer = queues.newWriter()) {
            TestQueues.update(writer, "a");
            TestQueues.update(writer, "b");
            assertEquals(2, TestQueues.answerAll(queues));
        }
        // Ahead of the clock, so that the next writer has to come through it.
        final String next = NAME.format(Instant.now().plusSeconds(1));
        leaveHalfMade(directory.resolve("in").resolve(next), header);
        leaveHalfMade(directory.resolve("out").resolve(next), header);

        assertTimeoutPreemptively(SOON, () -> {
            try (QueuePair queues = QueuePair.open(directory, ROLLING);
                    OutputReader reader = queues.output().newResults();
                    InputWriter writer = queues.newWriter()) {
                final TestQueues.Lines lines = new TestQueues.Lines();
                assertEquals(0, reader.poll(lines, 10));
                assertEquals(2, queues.lastAnswered().orElseThrow().resultSequence());
                TestQueues.update(writer, "c");
                assertEquals(1, TestQueues.answerAll(queues), "a and b are not answered again");
                assertEquals(3, queues.lastAnswered().orElseThrow().resultSequence());
                assertEquals(1, reader.poll(lines, 10));
                assertEquals(List.of("c updated 1"), lines.lines);
            }
        });
    }

    @Test
    void shouldDeleteWhatWasMadeForAnEarlierFileWhenAKillLeftIt() throws IOException {
        try (QueuePair queues = QueuePair.open(directory, ROLLING)) {
            try (InputWriter writer = queues.newWriter()) {
                TestQueues.update(writer, "a");
            }
            TestQueues.answerAll(queues);
            final Path out = directory.resolve("out");
            final Path left = Files.createFile(out.resolve("20240501-100000T.precreated"));
            final Path begun = Files.createFile(out.resolve(".20240501-100000T.0123.precreated"));
            final Path later = Files.createFile(out.resolve("20990501-100000T.precreated"));
            TestQueues.answerAll(queues);
            assertEquals(
                    List.of(false, false, true), List.of(Files.exists(left), Files.exists(begun), Files.exists(later)));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 0x80000000, 0xC0000000})
    void shouldStartSoonWhenTheVeryFirstFilesAreHalfMade(int header) throws IOException {
        QueuePair.open(directory, TestQueues.SMALL).close();
        final String today = DateTimeFormatter.ofPattern("yyyyMMdd'F.cq4'")
                .withZone(ZoneOffset.UTC)
                .format(Instant.now());
        leaveHalfMade(directory.resolve("in").resolve(today), header);
        leaveHalfMade(directory.resolve("out").resolve(today), header);

        assertTimeoutPreemptively(SOON, () -> {
            try (QueuePair queues = QueuePair.open(directory, TestQueues.SMALL);
                    InputReader requests = queues.requestsFromStart();
                    OutputReader results = queues.output().newResults();
                    InputWriter writer = queues.newWriter()) {
                assertEquals(0, TestQueues.readAll(requests).frames.size());
                TestQueues.update(writer, "a");
                Awaitility.await("a reader that was there before sees it")
                        .pollInSameThread()
                        .until(() -> TestQueues.readAll(requests).frames.size() == 1);
                assertEquals(1, TestQueues.answerAll(queues));
                assertEquals(1, results.poll(new TestQueues.Lines(), 10));
            }
        });
    }
}
