package dev.sluice.internal.queue;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.QueueException;
import dev.sluice.internal.queue.files.RollFileHeader;
import dev.sluice.internal.queue.scan.DocumentScan.ResultScan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Finding messages by their times, over many files of one to three requests each. */
class MessageSearchTest {

    private static final int FILES = 12;

    @RegisterExtension
    private final RolledQueues rolled = new RolledQueues();

    private final List<Long> times = new ArrayList<>();
    private final List<Long> indexes = new ArrayList<>();

    @BeforeEach
    void fill() {
        try (InputWriter writer = rolled.queues().newWriter()) {
            for (int file = 0; file < FILES; file++) {
                for (int i = 0; i <= file % 3; i++) {
                    TestQueues.update(writer, "u");
                }
                TestQueues.answerAll(rolled.queues());
                rolled.roll();
            }
        }
        final TestQueues.Collected all = TestQueues.readAll(rolled.queues());
        times.addAll(all.writtenNanos);
        indexes.addAll(all.indexes);
    }

    @Test
    void shouldFindEachMessageByItsTimeAndCountThoseFromItOn() {
        final QueuePair queues = rolled.queues();
        for (int i = 0; i < times.size(); i++) {
            assertEquals(OptionalLong.of(indexes.get(i)), queues.firstRequestSince(times.get(i)), "request " + i);
            assertArrayEquals(
                    new long[] {times.size() - i, times.size()}, queues.input().countSince(times.get(i), 0));
            final OptionalLong behind =
                    i + 1 < times.size() ? OptionalLong.of(indexes.get(i + 1)) : OptionalLong.empty();
            assertEquals(behind, queues.firstRequestSince(times.get(i) + 1), "behind request " + i);
        }
        assertArrayEquals(new long[] {times.size(), 0}, queues.output().countSince(0, Long.MAX_VALUE));
    }

    @Test
    void shouldFindMessagesWhenSomeFilesWereLeftWithoutAny() throws IOException {
        Files.write(rolled.paths("in").get(10), new byte[100]);
        Files.write(rolled.path("in").resolve("20240501-095959T.cq4"), new byte[100]);
        rolled.reopen();
        final QueuePair queues = rolled.queues();
        for (final int i : new int[] {1, 19}) {
            final long found = queues.firstRequestSince(times.get(i)).orElseThrow();
            assertTrue(found >= indexes.get(i), "request " + i);
            final boolean isEmptied = file(i) == 10;
            assertEquals(isEmptied, found != indexes.get(i), "request " + i);
            assertTrue(!isEmptied || queues.inputPosition(found).sequence() == 0, "the first behind: " + i);
        }
    }

    /** The number of the file that the request is in, from 0. */
    private int file(int request) {
        final QueuePair queues = rolled.queues();
        return queues.inputPosition(indexes.get(request)).cycle()
                - queues.inputPosition(indexes.get(0)).cycle();
    }

    @Test
    void shouldNotOpenOldFilesWhenWhatIsLookedForIsRecent() throws IOException {
        final long recent = times.get(times.size() - 1);
        for (final String queue : List.of("in", "out")) {
            for (final Path file : rolled.paths(queue).subList(1, FILES - 2)) {
                // Headers are looked at whenever a file is opened, whichever it is.
                Files.write(file, Arrays.copyOf(Files.readAllBytes(file), RollFileHeader.SIZE));
            }
        }
        rolled.reopen();
        final QueuePair queues = rolled.queues();
        assertArrayEquals(new long[] {1}, queues.input().countSince(recent));
        assertArrayEquals(new long[] {3}, queues.output().countSince(recent), "all in its file were answered later");
        assertEquals(0, queues.backlog().waiting());
        try (ResultScan last = queues.output().scanLast(4)) {
            assertTrue(last.next());
            assertEquals(indexes.get(times.size() - 4), last.frame().request().index());
        }
        assertThrows(
                QueueException.class,
                () -> queues.input().countSince(times.get(1)),
                "these files cannot be read at all");
    }

    @Test
    void shouldScanTheLastResultsOverFilesAndAllWhenThereAreFewer() {
        for (final int count : new int[] {0, 1, 7, times.size(), 1000}) {
            try (ResultScan last = rolled.queues().output().scanLast(count)) {
                int found = 0;
                while (last.next()) {
                    found++;
                }
                assertEquals(Math.min(count, times.size()), found);
            }
        }
    }
}
