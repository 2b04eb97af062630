package dev.sluice.internal.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.DiskReserveException;
import dev.sluice.api.QueueOptions;
import java.nio.file.Files;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class InputWriterTest extends OverQueues {

    @Test
    void shouldRefuseARequestBeyondTheLimitAndWriteNothing() {
        final InputWriter writer = keep(queues.newWriter());
        final var e =
                assertThrows(IllegalArgumentException.class, () -> TestQueues.update(writer, "u", "x".repeat(4096)));
        assertTrue(e.getMessage().startsWith("executeUpdate 'u': "), e.getMessage());
        assertTrue(e.getMessage().contains("limit of 4096"), e.getMessage());
        TestQueues.update(writer, "after");
        assertEquals(1, TestQueues.readAll(queues).frames.size());
        assertEquals(1, writer.lastSequence());
    }

    @Test
    void shouldWriteTheLargestRequestThatABlockAllows() {
        final QueueOptions large = TestQueues.SMALL.withRequestLimit(QueueOptions.largestMessage(4 << 20));
        final QueuePair queues = keep(QueuePair.open(directory, large));
        final InputWriter writer = keep(queues.newWriter());
        final int text = QueueOptions.largestMessage(4 << 20) - 100;
        for (int i = 0; i < 10; i++) {
            TestQueues.update(writer, "u", "x".repeat(text));
        }
        assertEquals(10, TestQueues.readAll(queues).frames.size());
    }

    @Test
    void shouldRefuseAnotherThread() {
        final InputWriter writer = keep(queues.newWriter());
        TestQueues.update(writer, "u");
        final var e = assertThrows(
                java.util.concurrent.CompletionException.class,
                () -> CompletableFuture.runAsync(() -> TestQueues.update(writer, "u"))
                        .join());
        assertEquals(IllegalStateException.class, e.getCause().getClass());
        assertTrue(e.getMessage().contains("open one for each thread"), e.getMessage());
    }

    @Test
    void shouldWriteAndSyncThoughItsThreadIsInterrupted() {
        final InputWriter writer = keep(queues.newWriter());
        Thread.currentThread().interrupt();
        TestQueues.update(writer, "u");
        writer.sync();
        assertTrue(Thread.interrupted());
        assertEquals(1, TestQueues.readAll(queues).frames.size());
    }

    @Test
    void shouldRefuseAfterClose() {
        final InputWriter writer = queues.newWriter();
        writer.close();
        final var e = assertThrows(IllegalStateException.class, () -> TestQueues.update(writer, "u"));
        assertEquals("executeUpdate 'u': the gateway client was closed", e.getMessage());
    }

    @Test
    void shouldRefuseAtOpeningWhenTheDiskIsBelowItsReserve() {
        final QueuePair queues = keep(QueuePair.open(directory, TestQueues.SMALL.withDiskReserve(Long.MAX_VALUE)));
        final var e = assertThrows(DiskReserveException.class, queues::newWriter);
        assertTrue(e.getMessage().contains("free some space"), e.getMessage());
        assertThrows(DiskReserveException.class, queues::newWriter, "and the lock was given back");
    }

    @Test
    void shouldRefuseANameThatIsNoFileName() {
        final var e = assertThrows(IllegalArgumentException.class, () -> queues.newWriter("../x"));
        assertTrue(e.getMessage().contains("'../x'"), e.getMessage());
    }

    @Test
    void shouldRefuseOptionsThatCannotBe() {
        final QueueOptions options = TestQueues.SMALL;
        assertThrows(
                IllegalArgumentException.class,
                () -> QueuePair.open(directory.resolve("none"), options.withRollCycle("NEVER")));
        assertFalse(Files.exists(directory.resolve("none")));
        assertThrows(IllegalArgumentException.class, () -> options.withBlockSize(4096));
        assertThrows(IllegalArgumentException.class, () -> options.withDiskReserve(-1));
        assertThrows(IllegalArgumentException.class, () -> options.withRequestLimit(0));
        assertThrows(IllegalArgumentException.class, () -> options.withRequestLimit(2 << 20));
    }
}
