package dev.sluice.internal.queue;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.QueueException;
import dev.sluice.internal.queue.state.GatewayLock;
import dev.sluice.internal.queue.state.GatewayLock.GatewayNotes;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Files beside the messages that are far too large, or hold anything: the one that is wrong is named. */
class OversizedFilesTest {

    /** More than an array holds. */
    private static final long HUGE = 3L << 30;

    @TempDir
    Path directory;

    @BeforeEach
    void write() {
        use();
    }

    static Stream<Arguments> wrong() {
        return Stream.of(
                        "in/rolls.log",
                        "out/rolls.log",
                        "in/queue.properties",
                        "out/queue.properties",
                        "in/writer-job.state",
                        "out/reader-mail.state",
                        "out/gateway-notes.state")
                .flatMap(
                        file -> Stream.of("huge", "garbage", "\\uzzzz", "").map(content -> Arguments.of(file, content)))
                .filter(it -> !(it.get()[0].toString().endsWith("rolls.log") && it.get()[1].equals("")));
    }

    @ParameterizedTest
    @MethodSource("wrong")
    void shouldBeNamedWhenItIsNotAsItWasWritten(String name, String content) throws IOException {
        final Path file = directory.resolve(name);
        if (content.equals("huge")) {
            try (RandomAccessFile grown = new RandomAccessFile(file.toFile(), "rw")) {
                grown.setLength(HUGE);
            }
        } else if (content.equals("garbage")) {
            Files.write(file, new byte[] {(byte) 0xFF, 0, 1, (byte) 0x80, '=', '\n', (byte) 0xC3});
        } else {
            Files.write(file, content.getBytes(StandardCharsets.US_ASCII));
        }
        final var e = assertThrows(QueueException.class, this::use);
        assertTrue(e.getMessage().contains(file.toString()), e.getMessage());
    }

    private void use() {
        try (QueuePair queues = QueuePair.open(directory, TestQueues.SMALL)) {
            queues.places();
            queues.output().noted(0);
            try (InputWriter writer = queues.newWriter("job");
                    OutputReader reader = queues.results("mail")) {
                TestQueues.update(writer, "u");
                TestQueues.answerAll(queues);
                reader.poll(new TestQueues.Lines(), 10);
            }
            try (GatewayLock lock = queues.lease();
                    GatewayNotes notes = lock.notes()) {
                notes.set(0, 1);
            }
            try (InputReader reader = queues.requestsFromStart()) {
                TestQueues.readAll(reader);
            }
        }
    }
}
