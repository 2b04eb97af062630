package dev.sluice.internal.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.internal.queue.files.RollCycleName;
import dev.sluice.internal.queue.files.RollFile;
import dev.sluice.internal.queue.files.RollFileHeader;
import dev.sluice.internal.queue.files.RollFiles;
import dev.sluice.transport.UnreadableQueueException.CorruptQueueException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import net.openhft.chronicle.queue.RollCycle;
import net.openhft.chronicle.queue.RollCycles;
import net.openhft.chronicle.queue.rollcycles.TestRollCycles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is read of Chronicle's files without Chronicle: its own format, which a new version of it could change. */
class RollFileTest {

    private static final RollCycle DAILY = RollCycles.FAST_DAILY;

    @TempDir
    Path directory;

    private static List<String> cycles() {
        final List<String> names = new ArrayList<>();
        RollCycles.all().forEach(cycle -> names.add(cycle.toString()));
        names.removeIf(name -> name.endsWith("_XSPARSE") || name.equals("WEEKLY")); // refused
        for (final RollCycle cycle : TestRollCycles.values()) {
            names.add(cycle.toString());
        }
        return names;
    }

    private Path written(String cycle, int messages) throws IOException {
        try (QueuePair queues = QueuePair.open(directory, TestQueues.SMALL.withRollCycle(cycle));
                InputWriter writer = queues.newWriter()) {
            for (int i = 0; i < messages; i++) {
                TestQueues.update(writer, "u", i);
            }
        }
        return rolls().get(rolls().size() - 1);
    }

    private List<Path> rolls() throws IOException {
        return TestQueues.files(directory.resolve("in"));
    }

    private static void verify(Path path, boolean over) {
        try (RollFile file = RollFile.open(path, DAILY).orElseThrow()) {
            file.verify(over);
        }
    }

    private static void write(Path path, long at, long value) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
            file.seek(at);
            file.writeLong(Long.reverseBytes(value));
        }
    }

    private static long read(Path path, long at) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "r")) {
            file.seek(at);
            return Long.reverseBytes(file.readLong());
        }
    }

    private static String refused(Path path) {
        return assertThrows(CorruptQueueException.class, () -> verify(path, false))
                .getMessage();
    }

    @ParameterizedTest
    @MethodSource("cycles")
    void shouldFindTheLastMessageOfEveryRollCyclesFiles(String name) throws IOException {
        final RollCycle cycle = RollCycleName.parse(name);
        final Path path = written(name, 3);
        try (RollFile file = RollFile.open(path, cycle).orElseThrow()) {
            file.verify(false);
            assertFalse(file.isHalfMade());
            // A second may have passed between the messages.
            if (rolls().size() == 1) {
                assertEquals(OptionalLong.of(2), file.last().orElseThrow().sequence());
            }
        }
    }

    @Test
    void shouldFollowAnIndexOfSeveralEntries() throws IOException {
        final Path path = written("FAST_DAILY", 5_000);
        verify(path, false);
        final RollFile.Last last = RollFile.last(path, DAILY).orElseThrow();
        assertEquals(OptionalLong.of(4_999), last.sequence());
        assertTrue(last.address() > RollFileHeader.firstMessageAt(DAILY));
    }

    @Test
    void shouldFindNothingInAFileThatIsGoneOrHalfMade() throws IOException {
        assertEquals(Optional.empty(), RollFile.last(directory.resolve("none.cq4"), DAILY));
        final Path empty = Files.createFile(directory.resolve("empty.cq4"));
        assertEquals(Optional.empty(), RollFile.last(empty, DAILY));
        verify(empty, false);
        try (RollFile file = RollFile.open(empty, DAILY).orElseThrow()) {
            assertTrue(file.isHalfMade());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3, 8, 20, 60, 0x60, 0x76, 0x98, 0xC4})
    void shouldRefuseAHeaderThatIsNotAsItWasWritten(int at) throws IOException {
        final Path path = written("FAST_DAILY", 3);
        write(path, at, read(path, at) ^ 0x40);
        assertTrue(refused(path).contains("its header is not as it was written, at byte " + at), refused(path));
    }

    @Test
    void shouldRefuseToTakeAFileForHalfMadeWhenItHoldsMessages() throws IOException {
        final Path path = written("FAST_DAILY", 3);
        write(path, 0, 0);
        assertTrue(refused(path).contains("its header"), refused(path));
        RollFiles.deleteHalfMade(directory.resolve("in"), DAILY);
        assertTrue(Files.exists(path));
    }

    @Test
    void shouldRefuseAnIndexThatLeadsNowhere() throws IOException {
        final Path path = written("FAST_DAILY", 5_000);
        final long entries = read(path, 0xF0) + 0x20;
        final long second = read(path, entries + 8);
        write(path, entries + 8, second - 40_000);
        assertTrue(refused(path).contains("entry 1 of its index cannot point to byte"), refused(path));
        write(path, entries + 8, second);
        final long last = entries + 8 * (4_999 / 256);
        write(path, last, read(path, last) + 4);
        assertTrue(refused(path).contains("is damaged: "), refused(path));
    }

    @Test
    void shouldRefuseAnEndThatIsNotTheLastMessage() throws IOException {
        final Path path = written("FAST_DAILY", 300);
        final long end = read(path, 0x40);
        write(path, 0x40, end + 4);
        assertTrue(refused(path).contains("no message begins at byte " + (end + 4)), refused(path));
        write(path, 0x40, end + 4096);
        assertTrue(refused(path).contains("its messages end at byte"), refused(path));
        write(path, 0x40, 16);
        assertTrue(refused(path).contains("cannot be at byte 16"), refused(path));
    }

    @Test
    void shouldRefuseANumberThatIsNotTheLastMessages() throws IOException {
        final Path path = written("FAST_DAILY", 300);
        write(path, 0x48, read(path, 0x48) + 1);
        assertTrue(refused(path).contains("message 299 is said to be message 300"), refused(path));
    }

    @Test
    void shouldRefuseAFileWithoutAnEndMarkWhenALaterOneWasBegun() throws IOException {
        final Path path = written("FAST_DAILY", 3);
        final var e = assertThrows(CorruptQueueException.class, () -> verify(path, true));
        assertTrue(e.getMessage().contains("no end mark"), e.getMessage());
    }
}
