package dev.sluice.service.pending;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.QueueException;
import dev.sluice.api.QueueOptions;
import dev.sluice.internal.queue.QueuePair;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What a gateway keeps beside its output, far too large or damaged: the file is named. */
class KeptFilesTest {

    /** More than an array holds. */
    private static final long HUGE = 3L << 30;

    private static final Map<String, Consumer<QueuePair>> READERS = Map.of(
            "decisions.json", Decisions::kept,
            "declarations.json", Declarations::kept,
            "lost-results.json", LostResults::kept);

    @TempDir
    Path directory;

    static Stream<Arguments> wrong() {
        return READERS.keySet().stream()
                .flatMap(file -> Stream.of(
                                "huge",
                                "",
                                "null",
                                "[null]",
                                "{\"a\":null}",
                                "[{}]",
                                "[1]",
                                "\u0000\uFFFD",
                                "[".repeat(100_000))
                        .map(content -> Arguments.of(file, content)));
    }

    @ParameterizedTest
    @MethodSource("wrong")
    void shouldBeNamedWhenItIsNotAsItWasWritten(String name, String content) throws IOException {
        try (QueuePair queues = QueuePair.open(
                directory,
                QueueOptions.DEFAULTS
                        .withRequestLimit(4096)
                        .withBlockSize(1 << 20)
                        .withDiskReserve(0))) {
            final Path file = Path.of(queues.gatewayNotices().place(name));
            if (content.equals("huge")) {
                try (RandomAccessFile grown = new RandomAccessFile(file.toFile(), "rw")) {
                    grown.setLength(HUGE);
                }
            } else {
                Files.writeString(file, content);
            }
            final var e =
                    assertThrows(QueueException.class, () -> READERS.get(name).accept(queues));
            assertTrue(e.getMessage().contains(file.toString()), e.getMessage());
        }
    }
}
