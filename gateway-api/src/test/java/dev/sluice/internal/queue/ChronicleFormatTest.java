package dev.sluice.internal.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.internal.queue.files.Chronicle;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.openhft.chronicle.core.time.SetTimeProvider;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;
import net.openhft.chronicle.queue.rollcycles.TestRollCycles;
import net.openhft.chronicle.wire.DocumentContext;
import net.openhft.chronicle.wire.VanillaMessageHistory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Compares the files that Chronicle alone makes, byte by byte, with those of the version that {@code queue.files} was written for.
 * A difference after an upgrade says where to look: a roll file's header and index in {@code RollFileHeader} and {@code RollFile},
 * the table in {@code QueueTable} and {@code QueueLock}, a message in {@code queue.document}.
 */
class ChronicleFormatTest {

    private static final int META_DATA = 0x4000_0000;
    private static final int END_OF_FILE = 0xC000_0000;
    private static final int LENGTH = 0x3FFF_FFFF;
    private static final int SHOWN = 330;

    @TempDir
    Path directory;

    @BeforeAll
    static void quiet() {
        Chronicle.quiet();
    }

    @Test
    void shouldFindTheFilesAsTheyAreReadWithoutChronicleWhenChronicleIsUpgraded() throws IOException {
        final SetTimeProvider clock = new SetTimeProvider(0L);
        try (ChronicleQueue queue = SingleChronicleQueueBuilder.binary(directory)
                        .rollCycle(TestRollCycles.TEST_SECONDLY)
                        .timeProvider(clock)
                        .sourceId(1)
                        .build();
                ExcerptAppender appender = queue.createAppender()) {
            write(appender, 1);
            write(appender, 2);
            clock.advanceMillis(1_000);
            write(appender, 3);
        }

        try (InputStream expected = ChronicleFormatTest.class.getResourceAsStream("chronicle-files.txt")) {
            assertEquals(new String(expected.readAllBytes(), StandardCharsets.UTF_8), files());
        }
    }

    private static void write(ExcerptAppender appender, int number) {
        final VanillaMessageHistory history = new VanillaMessageHistory() {
            @Override
            protected long nanoTime() {
                return 0x1122334455667788L;
            }
        };
        history.useBytesMarshallable(true);
        try (DocumentContext document = appender.writingDocument()) {
            history.doWriteHistory(document);
            document.wire().writeEventName("event").bytes(new byte[] {(byte) number});
        }
    }

    private String files() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.sorted().map(ChronicleFormatTest::documents).collect(Collectors.joining());
        }
    }

    /** Each document of a file: where it begins, what it is, and its bytes; then the end mark, if there is one. */
    private static String documents(Path file) {
        final ByteBuffer bytes = read(file);
        final StringBuilder text = new StringBuilder(file.getFileName() + "\n");
        int at = 0;
        while (bytes.getInt(at) != 0) {
            final int header = bytes.getInt(at);
            final int length = header & LENGTH;
            text.append("%6d %08x ".formatted(at, header));
            if (header == END_OF_FILE) {
                return text.append("end mark\n").toString();
            }
            text.append((header & META_DATA) == 0 ? "message" : "metadata");
            text.append(length > SHOWN ? " of " + length + " bytes\n" : "\n" + dump(bytes, at + Integer.BYTES, length));
            at += Integer.BYTES + (length + 3 & ~3);
        }
        return text.toString();
    }

    private static String dump(ByteBuffer bytes, int from, int length) {
        final StringBuilder text = new StringBuilder();
        for (int at = 0; at < length; at += 16) {
            final byte[] line = new byte[Math.min(16, length - at)];
            bytes.get(from + at, line);
            text.append("       ")
                    .append("%-48s".formatted(HexFormat.ofDelimiter(" ").formatHex(line)))
                    .append(new String(line, StandardCharsets.ISO_8859_1).replaceAll("[^ -~]", "."))
                    .append('\n');
        }
        return text.toString();
    }

    private static ByteBuffer read(Path file) {
        try {
            return ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
