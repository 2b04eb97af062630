package dev.sluice.internal.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.QueueLockedException;
import dev.sluice.internal.queue.files.RollFiles.DeletedFilesException;
import dev.sluice.internal.queue.state.StateFile;
import dev.sluice.transport.Retention.Decision;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What readers of results find after a deletion, and what named ones hold up. */
class RetentionReadersTest {

    @RegisterExtension
    private final RolledQueues rolled = new RolledQueues();

    /** Opens a reader of that name, and says whether it could. */
    public static final class ReaderProgram {
        private ReaderProgram() {}

        public static void main(String[] args) {
            try (QueuePair queues = QueuePair.open(Path.of(args[0]), TestQueues.SMALL);
                    OutputReader reader = queues.results(args[1])) {
                final List<String> read = RolledQueues.results(reader);
                System.out.println("read " + read);
                if (args.length > 2) {
                    System.in.read();
                }
            } catch (final QueueLockedException e) {
                System.out.println("locked");
            } catch (final IOException e) {
                throw new AssertionError(e);
            }
        }
    }

    private static String reason(List<Decision> verdicts, String queue) {
        return verdicts.stream()
                .filter(verdict ->
                        !verdict.deletable() && verdict.file().getParent().endsWith(queue))
                .map(Decision::reason)
                .findFirst()
                .orElseThrow();
    }

    private void read(String name, int limit) {
        try (OutputReader reader = rolled.queues().results(name)) {
            assertEquals(limit, reader.poll(new TestQueues.Lines(), limit));
        }
    }

    @Test
    void shouldKeepWhatAClosedNamedReaderHasNotRead() {
        rolled.queues().results("letters").close();
        rolled.queues().results("invoices").close();
        rolled.answeredFiles(5);
        read("letters", 2);
        read("invoices", 4);

        final List<Decision> verdicts = rolled.retain();

        final String expected =
                "is followed by results that the reader 'letters' has not read; if it will not come back,"
                        + " delete out/reader-letters.state";
        assertEquals(expected, reason(verdicts, "out"));
        assertEquals(expected, reason(verdicts, "in"));
        assertEquals(List.of("u2", "u3", "u4", "u5"), rolled.requests());
        rolled.reopen();
        read("letters", 3);
        read("invoices", 1);
        rolled.retain();
        assertEquals(List.of("u5"), rolled.results());
    }

    @Test
    void shouldKeepEverythingForANamedReaderThatWaitsForTheFirstResult() {
        rolled.queues().results("letters").close();
        rolled.answeredFiles(3);
        assertTrue(reason(rolled.retain(), "out")
                .startsWith("is waited for by the reader 'letters', which has not read the first result"));
        read("letters", 3);
    }

    @Test
    void shouldKeepWhatAnOpenNamedReaderHasNotRead() {
        rolled.answeredFiles(1);
        try (OutputReader reader = rolled.queues().results("letters")) {
            rolled.answeredFiles(3);
            rolled.retain();
            assertEquals(1, reader.poll(new TestQueues.Lines(), 1));
            rolled.retain();
            assertEquals(List.of("u2", "u3"), RolledQueues.results(reader));
            rolled.retain();
        }
        assertEquals(1, rolled.results().size());
    }

    @Test
    void shouldLeaveAnOpenReadersNameLockedWhenItLooksAtItsState() throws Exception {
        rolled.queues().results("letters").close();
        rolled.answeredFiles(3);
        try (OutputReader reader = rolled.queues().results("letters")) {
            assertEquals(2, reader.poll(new TestQueues.Lines(), 2));
            rolled.retain();
            try (ChildJvm child = ChildJvm.start(ReaderProgram.class, rolled.path(""), "letters")) {
                child.awaitLine("locked");
            }
        }
    }

    @Test
    void shouldKeepWhatAReaderInAnotherProcessHasNotRead() throws Exception {
        rolled.queues().results("letters").close();
        rolled.answeredFiles(2);
        try (ChildJvm child = ChildJvm.start(ReaderProgram.class, rolled.path(""), "letters", "stay")) {
            assertEquals("[u1, u2]", child.awaitLine("read"));
            rolled.answeredFiles(3);
            rolled.retain();
            assertEquals(List.of("u2", "u1", "u2", "u3"), rolled.results());
        }
        read("letters", 3);
    }

    @Test
    void shouldKeepEverythingForAReaderWhosePlaceTheOutputDoesNotHave() throws IOException {
        rolled.answeredFiles(3);
        rolled.queues().results("letters").close();
        final Path out = rolled.path("out");
        try (StateFile state = StateFile.open(out, "reader", "letters", () -> new long[4])) {
            state.set(StateFile.LAST_INDEX, state.get(StateFile.LAST_INDEX) + 7);
        }
        assertTrue(reason(rolled.retain(), "out").contains("is kept for the reader 'letters', which cannot go on: "));
        Files.delete(out.resolve("reader-letters.state"));
        rolled.retain();
        assertEquals(1, rolled.files("out").size());
    }

    @Test
    void shouldLetAnOpenReaderWithoutANameReadItsFileToTheEndAndFailBehind() {
        rolled.answeredFiles(2);
        try (InputWriter writer = rolled.queues().newWriter();
                OutputReader reader = rolled.queues().resultsFromStart()) {
            TestQueues.update(writer, "more");
            TestQueues.update(writer, "and more");
            TestQueues.answerAll(rolled.queues());
            rolled.roll();
            assertEquals(3, reader.poll(new TestQueues.Lines(), 3));
            rolled.answeredFiles(2);
            rolled.retain();
            assertEquals(1, reader.poll(new TestQueues.Lines(), 1), "all of its file");
            assertThrows(DeletedFilesException.class, () -> reader.poll(new TestQueues.Lines(), 1));
            assertEquals(List.of("u2"), RolledQueues.results(reader.toStart()), "what is left");
        }
    }

    /** Reads everything from the start, as far as files are not deleted meanwhile. */
    private static void readAll(QueuePair queues) {
        final long[] last = {0};
        try (OutputReader reader = queues.resultsFromStart()) {
            reader.poll(
                    (index, result) -> {
                        assertTrue(result.sequence() > last[0]);
                        last[0] = result.sequence();
                    },
                    Integer.MAX_VALUE);
            assertTrue(!TestQueues.readAll(queues).frames.isEmpty());
        } catch (final DeletedFilesException e) {
            assertTrue(e.getMessage().contains("was old and is deleted"), e.getMessage());
        }
        assertTrue(last[0] > 0, "there always is one");
    }

    @Test
    void shouldLetReadersAndWritersComeWhileFilesAreDeleted() throws Exception {
        rolled.answeredFiles(1);
        final AtomicBoolean done = new AtomicBoolean();
        final AtomicReference<Throwable> failure = new AtomicReference<>();
        final QueuePair queues = rolled.queues();
        final Thread thread = new Thread(() -> {
            try {
                while (!done.get()) {
                    readAll(queues);
                    try (InputWriter writer = queues.newWriter("letters")) {
                        assertEquals(0, writer.lastSequence());
                    }
                    queues.backlog();
                }
            } catch (final RuntimeException | AssertionError e) {
                failure.set(e);
            }
        });
        thread.start();
        for (int i = 0; i < 15; i++) {
            rolled.answeredFiles(3);
            rolled.retain();
        }
        done.set(true);
        thread.join();
        if (failure.get() != null) {
            throw new AssertionError(failure.get());
        }
    }
}
