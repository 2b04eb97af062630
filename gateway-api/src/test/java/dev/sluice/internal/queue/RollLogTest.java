package dev.sluice.internal.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.internal.queue.files.RollLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RollLogTest {

    /** A file each minute, for two weeks. */
    private static final int MINUTES = 20_000;

    private static final int NOTED_MEANWHILE = 100;
    private static final int FIRST = 29_000_000;

    @TempDir
    private Path queue;

    private Path roll;

    @BeforeEach
    void writeALongLog() throws IOException {
        roll = Files.createFile(queue.resolve("20260101-0000F.cq4"));
        new RollLog(cycles(FIRST, FIRST + MINUTES), -1).replace(queue);
    }

    private static TreeSet<Integer> cycles(int from, int end) {
        return IntStream.range(from, end).boxed().collect(TreeSet::new, TreeSet::add, TreeSet::addAll);
    }

    @Test
    void shouldLeaveOutTheLinesOfDeletedFilesWhenThereAreMany() throws IOException {
        final int kept = FIRST + MINUTES - 10;
        RollLog.noteDeleted(queue, kept - 1);
        RollLog.compact(queue, kept);
        assertEquals(new RollLog(cycles(kept, FIRST + MINUTES), kept - 1), RollLog.read(queue));
        assertTrue(
                Files.size(RollLog.path(queue)) < 200, "only lines of files that are there, and how many are deleted");
    }

    @Test
    void shouldKeepTheLinesOfFilesThatAreStillThere() {
        final int deletedTo = FIRST + 100;
        RollLog.noteDeleted(queue, deletedTo);
        RollLog.compact(queue, FIRST + 50); // the gateway was killed between the note and the deletion of these
        assertEquals(new RollLog(cycles(FIRST + 50, FIRST + MINUTES), deletedTo), RollLog.read(queue));
        RollLog.compact(queue, FIRST + 5_000); // somebody deleted others by hand: they must be missed
        assertEquals(new RollLog(cycles(deletedTo + 1, FIRST + MINUTES), deletedTo), RollLog.read(queue));
    }

    @Test
    void shouldLoseNoLineThatIsWrittenMeanwhile() {
        final AtomicInteger next = new AtomicInteger(FIRST + MINUTES);
        final CompletableFuture<Void> noting = CompletableFuture.runAsync(() -> {
            for (int i = 0; i < NOTED_MEANWHILE; i++) {
                RollLog.note(queue, next.getAndIncrement(), roll);
            }
        });
        int deleted = FIRST;
        while (!noting.isDone()) {
            RollLog.noteDeleted(queue, deleted);
            RollLog.compact(queue, deleted + 1);
            deleted = Math.min(deleted + 1, FIRST + MINUTES / 2);
        }
        noting.join();
        final RollLog log = RollLog.read(queue);
        assertEquals(
                cycles(FIRST + MINUTES, FIRST + MINUTES + NOTED_MEANWHILE),
                log.cycles().tailSet(FIRST + MINUTES));
        assertEquals(cycles(log.deletedTo() + 1, FIRST + MINUTES + NOTED_MEANWHILE), log.cycles());
    }
}
