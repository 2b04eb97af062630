package dev.sluice.internal.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.QueueException;
import dev.sluice.internal.queue.state.ExclusiveFile;
import dev.sluice.internal.queue.state.StateFile;
import dev.sluice.transport.UnreadableQueueException.CorruptQueueException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class OutputReaderTest extends OverQueues {

    private void answered(String... names) {
        try (InputWriter writer = queues.newWriter("job")) {
            for (final String name : names) {
                TestQueues.update(writer, name);
            }
        }
        TestQueues.answerAll(queues);
    }

    private static List<String> names(OutputReader reader, int limit) {
        final TestQueues.Lines lines = new TestQueues.Lines();
        reader.poll(lines, limit);
        return lines.lines.stream().map(line -> line.split(" ")[0]).toList();
    }

    @Test
    void shouldStartAtTheEndOfAnEmptyOutput() {
        final OutputReader reader = keep(queues.output().newResults());
        answered("a");
        assertEquals(List.of("a"), names(reader, 10));
    }

    @Test
    void shouldResumeAtTheFirstResultWhenThereWasNoneAtItsOpening() {
        queues.results("letters").close();
        answered("a");
        final OutputReader reader = keep(queues.results("letters"));
        assertEquals(List.of("a"), names(reader, 10));
    }

    @Test
    void shouldResumeWhenItWasKilledWhileItNotedItsPlace() {
        try (OutputReader reader = queues.results("letters")) {
            answered("a", "b", "c");
            assertEquals(List.of("a", "b"), names(reader, 2));
        }
        note(3);
        final OutputReader reader = keep(queues.results("letters"));
        assertEquals(List.of("c"), names(reader, 10));
    }

    @Test
    void shouldSayThatItsPlaceIsNotWhereItWas() {
        try (OutputReader reader = queues.results("letters")) {
            answered("a", "b", "c");
            assertEquals(List.of("a", "b"), names(reader, 2));
        }
        for (final long sequence : new long[] {1, 4, 0}) {
            note(sequence);
            final var e = assertThrows(CorruptQueueException.class, () -> queues.results("letters"));
            assertTrue(e.getMessage().contains("handed over has number " + sequence), e.getMessage());
        }
    }

    @Test
    void shouldRefuseAStateThatIsDamaged() throws IOException {
        queues.results("letters").close();
        final Path state = directory.resolve("out/reader-letters.state");
        final byte[] bytes = Files.readAllBytes(state);
        bytes[ExclusiveFile.HEADER] ^= 2;
        Files.write(state, bytes);
        assertThrows(CorruptQueueException.class, () -> queues.results("letters"));
        Files.write(state, new byte[10]);
        assertThrows(CorruptQueueException.class, () -> queues.results("letters"));
    }

    /** A gateway that is another user reads it before it deletes old results. */
    @Test
    void shouldKeepItsStateAsReadableAsAnyFile() throws IOException {
        queues.results("letters").close();
        final Path any = Files.createFile(directory.resolve("any"));
        assertEquals(
                Files.getPosixFilePermissions(any),
                Files.getPosixFilePermissions(directory.resolve("out/reader-letters.state")));
    }

    private void note(long sequence) {
        try (StateFile state = StateFile.open(directory.resolve("out"), "reader", "letters", () -> new long[4])) {
            state.set(StateFile.LAST_SEQUENCE, sequence);
        }
    }

    @Test
    void shouldSayWhenThePlaceToResumeIsGone() throws IOException {
        try (OutputReader reader = queues.results("letters")) {
            answered("a");
            assertEquals(List.of("a"), names(reader, 10));
        }
        queues.close();
        for (final Path file : TestQueues.files(directory.resolve("out"))) {
            Files.delete(file);
        }
        openQueues();
        final var e = assertThrows(QueueException.class, () -> queues.results("letters"));
        assertTrue(e.getMessage().contains("gone or empty"), e.getMessage());
    }
}
