package dev.sluice.internal.queue;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.QueueException;
import dev.sluice.api.RequestKind;
import dev.sluice.internal.queue.document.DocumentAppender;
import dev.sluice.internal.queue.document.QueueDirectory;
import dev.sluice.internal.queue.files.QueueLock;
import dev.sluice.internal.queue.state.WriterLock;
import dev.sluice.internal.wire.MessageWriter;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.testsupport.Child;
import dev.sluice.testsupport.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import net.openhft.chronicle.core.time.SystemTimeProvider;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;
import net.openhft.chronicle.queue.impl.table.Metadata;
import net.openhft.chronicle.queue.impl.table.SingleTableBuilder;
import org.junit.jupiter.api.Test;

/** The lock under which a queue is written, when its holder ends, is stopped, or is interrupted inside a document. */
class WriteLockTest extends OverQueues {

    private static final Duration SOON = Duration.ofSeconds(3);

    /** Leaves the lock as a killed writer of ours does whose process id was the same as ours: so it is in containers. */
    private void leaveLockWithOurOwnProcessId(String which) {
        final long number = 7; // nobody has it
        try (var store = SingleTableBuilder.binary(
                        directory.resolve(which).resolve("metadata.cq4t").toFile(), Metadata.NoMeta.INSTANCE)
                .readOnly(false)
                .build()) {
            store.acquireValueFor("chronicle.write.lock")
                    .setValue(1L << 62 | number << 32 | ProcessHandle.current().pid());
        }
    }

    @Test
    void shouldAnswerSoonWhenAGatewayWithTheSameProcessIdDiedWriting() {
        final InputWriter writer = keep(queues.newWriter());
        TestQueues.update(writer, "u");
        leaveLockWithOurOwnProcessId("out");
        assertTimeoutPreemptively(SOON, () -> assertEquals(1, TestQueues.answerAll(queues)));
    }

    @Test
    void shouldWriteSoonWhenAWriterWithTheSameProcessIdDiedWriting() {
        leaveLockWithOurOwnProcessId("in");
        assertTimeoutPreemptively(SOON, () -> {
            try (InputWriter writer = queues.newWriter()) {
                TestQueues.update(writer, "u");
            }
        });
        assertEquals(1, TestQueues.readAll(queues).frames.size());
    }

    @Test
    void shouldWriteSoonWhenAWriterWithTheSameProcessIdDiedAndOthersWrite() throws IOException, InterruptedException {
        final Child child =
                keep(Program.java(LocksTest.Holding.class, "writer", directory).start());
        child.awaitLine("holding");
        leaveLockWithOurOwnProcessId("in");
        assertTimeoutPreemptively(SOON, () -> {
            try (InputWriter writer = queues.newWriter()) {
                TestQueues.update(writer, "u");
            }
        });
    }

    @Test
    void shouldWriteSoonWhenAWriterWasKilledInsideADocument() throws IOException, InterruptedException {
        final Child child =
                keep(Program.java(LocksTest.Holding.class, "in", directory).start());
        child.awaitLine("holding");
        child.kill();
        assertTimeoutPreemptively(SOON, () -> {
            try (InputWriter writer = queues.newWriter()) {
                TestQueues.update(writer, "u");
            }
        });
        final TestQueues.Collected collected = TestQueues.readAll(queues);
        assertEquals(1, collected.frames.size(), collected.undecodable.toString());
    }

    @Test
    void shouldAnswerSoonWhenAGatewayWasKilledInsideADocument() throws IOException, InterruptedException {
        final InputWriter writer = keep(queues.newWriter());
        TestQueues.update(writer, "u");
        try (Child child =
                Program.java(LocksTest.Holding.class, "out", directory).start()) {
            child.awaitLine("holding");
        }
        assertTimeoutPreemptively(SOON, () -> assertEquals(1, TestQueues.answerAll(queues)));
        final OutputReader reader = keep(queues.resultsFromStart());
        assertEquals(1, reader.poll(new TestQueues.Lines(), 10));
    }

    @Test
    void shouldOpenAndWriteWhenTheQueueBecomesFreeLongAfterChronicleGivesUp() throws IOException, InterruptedException {
        final Child child = keep(startInside());
        assertTrue(child.pid() > 0);
        final CompletableFuture<Void> written = CompletableFuture.runAsync(() -> {
            try (InputWriter writer = queues.newWriter()) {
                TestQueues.update(writer, "u");
            }
        });
        await().during(Duration.ofSeconds(2)).until(() -> !written.isDone());
        Files.delete(inside());
        written.join();
        child.awaitLine("holding");
        assertEquals(2, TestQueues.readAll(queues).frames.size());
    }

    @Test
    void shouldTidyUpAfterAKilledWriterWhileOthersGoOn() throws IOException, InterruptedException {
        final InputWriter living = keep(queues.newWriter());
        TestQueues.update(living, "before");
        try (Child child = startInside()) {
            child.kill();
        }
        final Path halfMade = directory.resolve("in/20991231F.cq4");
        Files.write(halfMade, new byte[4096]);
        TestQueues.update(living, "after");
        assertFalse(Files.exists(halfMade));
        assertEquals(2, TestQueues.readAll(queues).frames.size());
    }

    @Test
    void shouldSayWhoIsInTheWayWhenAStoppedProcessIsInsideADocument() throws IOException, InterruptedException {
        final QueueDirectory input =
                QueueDirectory.openOrCreate(directory, TestQueues.SMALL).input();
        final QueueLock lock = new QueueLock(input.path());
        try (SingleChronicleQueue queue = input.openChronicle(SystemTimeProvider.INSTANCE, lock);
                WriterLock writing = WriterLock.acquire(input.path(), lock, input.cycle());
                DocumentAppender appender = new DocumentAppender(queue, input, lock, 0, Duration.ofSeconds(1));
                Child child = startInside()) {
            assertTrue(writing != null);
            final MessageWriter frame = new MessageWriter();
            RequestFrame.encode(frame, RequestKind.UPDATE, 1, 1, Map.of(), "u", new Object[0]);

            final var e = assertThrows(QueueException.class, () -> appender.write(frame));
            assertTrue(
                    e.getMessage().contains(input.path() + " did not become free to write to for 1 s"), e.getMessage());
            assertTrue(
                    e.getMessage().contains("the process with pid " + child.pid() + " was in the middle"),
                    e.getMessage());

            child.kill();
            appender.write(frame);
        }
        assertEquals(1, TestQueues.readAll(queues).frames.size(), "nothing of the first attempt");
    }

    @Test
    void shouldNotTakeTheQueueForDamagedWhenItsWriterIsInterrupted() throws IOException, InterruptedException {
        final InputWriter writer = keep(queues.newWriter());
        final Child child = keep(startInside());
        Thread.currentThread().interrupt();
        final var e = assertThrows(QueueException.class, () -> TestQueues.update(writer, "u"));
        assertTrue(Thread.interrupted());
        assertTrue(e.getMessage().startsWith("interrupted while waiting"), e.getMessage());
        child.kill();
        TestQueues.update(writer, "u");
        assertEquals(1, TestQueues.readAll(queues).frames.size());
    }

    /** A writer in another process that is inside a document until its file is deleted. */
    private Child startInside() throws IOException, InterruptedException {
        final Child child = Program.java(LocksTest.Holding.class, "writer", directory)
                .stoppingAt("document-open:1", inside())
                .start();
        child.awaitFaultPoint();
        return child;
    }

    private Path inside() {
        return directory.resolve("inside");
    }
}
