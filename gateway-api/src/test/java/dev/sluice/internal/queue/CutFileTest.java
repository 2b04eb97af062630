package dev.sluice.internal.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.transport.UnreadableQueueException.CorruptQueueException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A file that is cut while it is mapped: the memory after its end is gone, and the JVM must not go with it. */
class CutFileTest {

    private static final int MESSAGES = 20_000;

    @TempDir
    Path directory;

    /** Writes, reads a little, cuts the file, and goes on with both. */
    public static final class Victim {
        private Victim() {}

        public static void main(String[] args) throws IOException {
            final Path path = Path.of(args[0]);
            try (QueuePair queues = QueuePair.open(path, TestQueues.SMALL.withBlockSize(1 << 20));
                    InputWriter writer = queues.newWriter();
                    InputReader reader = queues.requestsFromStart()) {
                for (int i = 0; i < MESSAGES; i++) {
                    TestQueues.update(writer, "u", "something to fill the file");
                }
                TestQueues.answer(queues, 100);
                reader.poll(new TestQueues.Collected(), 10);
                cut(path.resolve("in"), Long.parseLong(args[1]));
                attempt("reader", () -> TestQueues.readAll(reader));
                attempt("writer", () -> TestQueues.update(writer, "u", "more"));
                attempt("gateway", () -> TestQueues.answerAll(queues));
            } catch (final Throwable e) {
                // The JVM may throw it anywhere, soon after.
                System.out.println("found: " + e);
            } finally {
                System.out.flush();
                Runtime.getRuntime().halt(7); // a lock that the error left taken holds up Chronicle's shutdown hook
            }
        }

        private static void cut(Path queue, long length) throws IOException {
            try (RandomAccessFile file =
                    new RandomAccessFile(TestQueues.files(queue).get(0).toFile(), "rw")) {
                file.setLength(length);
            }
        }

        private static void attempt(String who, Runnable use) {
            try {
                use.run();
                System.out.println(who + " found nothing");
            } catch (final CorruptQueueException e) {
                System.out.println("found: " + who + ": " + e.getMessage());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 100, 300_000, 1_200_000})
    void shouldBeFoundAndNotCrashTheJvm(long length) throws Exception {
        try (ChildJvm child = ChildJvm.start(Victim.class, directory, length)) {
            final String said = child.awaitEnd();
            assertEquals(7, child.exitCode(), said);
            assertTrue(said.contains("found: "), said);
            assertFalse(said.contains("reader found nothing") || said.contains("gateway found nothing"), said);
        }
    }
}
