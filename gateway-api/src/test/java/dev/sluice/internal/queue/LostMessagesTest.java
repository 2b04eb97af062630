package dev.sluice.internal.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.RequestRef;
import dev.sluice.internal.queue.state.GatewayLock;
import dev.sluice.internal.wire.MessageWriter;
import dev.sluice.transport.LastAnswered;
import dev.sluice.transport.UnreadableQueueException.CorruptQueueException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages that Chronicle would pass over, or never reach, without a word. */
class LostMessagesTest extends OverQueues {

    private static final int META_DATA = 0x4000_0000;
    private static final int MESSAGES = 10;

    private void write(int messages) {
        try (InputWriter writer = queues.newWriter()) {
            for (int i = 0; i < messages; i++) {
                TestQueues.update(writer, "u" + i);
            }
        }
    }

    private Path roll(String which) throws IOException {
        return TestQueues.files(directory.resolve(which)).get(0);
    }

    /** Where the messages of a queue's only file begin. */
    private List<Long> messages(String which) throws IOException {
        final List<Long> found = new ArrayList<>();
        try (RandomAccessFile file = new RandomAccessFile(roll(which).toFile(), "r")) {
            long at = 0;
            for (int header = header(file, at); header > 0; header = header(file, at)) {
                if ((header & META_DATA) == 0) {
                    found.add(at);
                }
                at += 4 + ((header & ~META_DATA) + 3 & ~3);
            }
        }
        return found;
    }

    private static int header(RandomAccessFile file, long at) throws IOException {
        file.seek(at);
        return Integer.reverseBytes(file.readInt());
    }

    private void setHeader(String which, int message, int header) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(roll(which).toFile(), "rw")) {
            file.seek(messages(which).get(message));
            file.writeInt(Integer.reverseBytes(header));
        }
    }

    private void markAsMetaData(String which, int message) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(roll(which).toFile(), "rw")) {
            final long at = messages(which).get(message);
            final int header = header(file, at);
            file.seek(at);
            file.writeInt(Integer.reverseBytes(header | META_DATA));
        }
    }

    /** A fault of the disk, the memory or a program. */
    private interface Fault {
        void happen() throws IOException;
    }

    /** What is read before the error, and that, when the fault happens after the first request. */
    private String requestsUntilError(Fault fault) throws IOException {
        final TestQueues.Collected collected = new TestQueues.Collected();
        try (InputReader reader = queues.requestsFromStart()) {
            assertEquals(1, reader.poll(collected, 1));
            fault.happen();
            final var e = assertThrows(CorruptQueueException.class, () -> {
                while (reader.poll(collected, 3) > 0) {
                    assertTrue(collected.frames.size() <= MESSAGES);
                }
            });
            return collected.frames.size() + ": " + e.getMessage();
        }
    }

    @Test
    void shouldSayThatARequestWasPassedOver() throws IOException {
        write(MESSAGES);
        final String read = requestsUntilError(() -> markAsMetaData("in", 4));
        assertTrue(read.startsWith("4: "), read);
        assertTrue(read.contains("there is no page 'index' of its index at byte"), read);
    }

    @Test
    void shouldSayThatTheLastRequestWasPassedOver() throws IOException {
        write(MESSAGES);
        final String read = requestsUntilError(() -> markAsMetaData("in", MESSAGES - 1));
        assertTrue(read.startsWith("9: "), read);
        assertTrue(read.contains("nothing can be read there, but its file"), read);
    }

    @Test
    void shouldSayThatRequestsBecameOne() throws IOException {
        write(MESSAGES);
        final List<Long> at = messages("in");
        final String read = requestsUntilError(() -> setHeader("in", 4, (int) (at.get(7) - at.get(4)) - Integer.BYTES));
        assertTrue(read.startsWith("4: "), read);
        assertTrue(read.contains("message 7 is said to be message 9"), read);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 0x8000_0040, 0xC000_0000})
    void shouldSayThatRequestsCannotBeReached(int header) throws IOException {
        write(MESSAGES);
        final String read = requestsUntilError(() -> setHeader("in", 6, header));
        assertTrue(read.startsWith("6: "), read);
        assertTrue(read.contains("nothing can be read there, but its file"), read);
    }

    @Test
    void shouldSayThatAResultWasPassedOver() throws IOException {
        write(MESSAGES);
        TestQueues.answerAll(queues);
        final OutputReader reader = keep(queues.resultsFromStart());
        final TestQueues.Lines lines = new TestQueues.Lines();
        reader.poll(lines, 1);
        markAsMetaData("out", 4);
        final var e = assertThrows(CorruptQueueException.class, () -> reader.poll(lines, MESSAGES));
        assertEquals(4, lines.lines.size());
        assertTrue(e.getMessage().contains("there is no page 'index'"), e.getMessage());
    }

    @Test
    void shouldSayThatAResultIsMissing() {
        write(MESSAGES);
        TestQueues.answer(queues, 4);
        final LastAnswered last = queues.lastAnswered().orElseThrow();
        final LastAnswered ahead =
                new LastAnswered(last.requestIndex(), 5, last.resultIndex(), last.writer(), last.sequence());
        try (GatewayLock lock = queues.lease();
                OutputWriter writer = queues.resultWriter(lock, Optional.of(ahead))) {
            TestQueues.writeUpdated(
                    writer, new MessageWriter(), new RequestRef(last.requestIndex() + 1, 7, 8, "u"), 0, 1);
        }
        final OutputReader reader = keep(queues.resultsFromStart());
        final TestQueues.Lines lines = new TestQueues.Lines();
        final var e = assertThrows(CorruptQueueException.class, () -> reader.poll(lines, MESSAGES));
        assertEquals(4, lines.lines.size());
        assertTrue(e.getMessage().contains("is result 6, and result 4 came before it"), e.getMessage());
    }

    @Test
    void shouldStopWhenTheRequestAnsweredLastIsAnotherOne() {
        write(MESSAGES);
        TestQueues.answer(queues, 6);
        final LastAnswered last = queues.lastAnswered().orElseThrow();
        final LastAnswered other = new LastAnswered(
                last.requestIndex() - 1, last.resultSequence(), last.resultIndex(), last.writer(), last.sequence());
        queues.unansweredRequests(Optional.of(last)).close();
        final var e = assertThrows(CorruptQueueException.class, () -> queues.unansweredRequests(Optional.of(other)));
        assertTrue(
                e.getMessage().contains("is not the last answered request: another request is there"), e.getMessage());
    }

    @Test
    void shouldSayThatItsFileWasReplacedWhileItWasRead() throws IOException {
        final InputReader reader = keep(queues.requestsFromStart());
        write(MESSAGES);
        assertEquals(MESSAGES, TestQueues.readAll(reader).frames.size());
        final Path file = roll("in");
        final Path copy = directory.resolve("copy");
        Files.copy(file, copy);
        Files.move(copy, file, StandardCopyOption.REPLACE_EXISTING);
        Awaitility.await()
                .pollInSameThread()
                .untilAsserted(() -> assertThrows(CorruptQueueException.class, () -> TestQueues.readAll(reader)));
    }

    @Test
    void shouldSayThatTheNewestFileIsGone() throws IOException {
        write(MESSAGES);
        Files.delete(roll("in"));
        for (int opened = 0; opened < 2; opened++) {
            try (InputReader reader = queues.requestsFromStart()) {
                final var e = assertThrows(
                        CorruptQueueException.class, () -> reader.poll(new TestQueues.Collected(), MESSAGES));
                assertTrue(e.getMessage().contains("is gone or empty, and it had messages"), e.getMessage());
            }
            assertThrows(CorruptQueueException.class, () -> queues.newWriter());
            reopen();
        }
    }

    @Test
    void shouldSayThatAFileInTheMiddleIsGone() throws IOException {
        final RolledQueues rolled = keep(new RolledQueues(directory.resolve("rolling")));
        // Each writer writes to one file only, so that no number is missing.
        for (int i = 0; i < 3; i++) {
            try (InputWriter writer = rolled.queues().newWriter()) {
                TestQueues.update(writer, "u");
            }
            rolled.roll();
        }
        final InputReader reader = keep(rolled.queues().requestsFromStart());
        assertEquals(1, reader.poll(new TestQueues.Collected(), 1));
        Files.delete(rolled.paths("in").get(1));
        final var e =
                assertThrows(CorruptQueueException.class, () -> reader.poll(new TestQueues.Collected(), MESSAGES));
        assertTrue(e.getMessage().contains("is gone or empty"), e.getMessage());
    }
}
