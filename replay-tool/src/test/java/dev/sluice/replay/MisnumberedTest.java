package dev.sluice.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.QueueOptions;
import dev.sluice.api.RequestKind;
import dev.sluice.internal.queue.QueuePair;
import dev.sluice.internal.wire.MessageWriter;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.service.QueueFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.wire.DocumentContext;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the tools make of requests with numbers that cannot be, once these are answered. */
class MisnumberedTest {

    private static final QueueOptions OPTIONS =
            AnsweredQueues.OPTIONS.withRequestLimit(8192).withBlockSize(1 << 20);
    private static final List<Long> NUMBERS = List.of(0L, -1L, 1L, 1_000L, Long.MAX_VALUE);

    @TempDir
    private Path directory;

    private final Commands tool = new Commands();

    /** Some requests, those with wrong numbers, each after the one that it says to come from, and some more. */
    @BeforeEach
    void write() {
        AnsweredQueues.make(directory, OPTIONS, 8, AnsweredQueues.Results::truth);
        final long writer = writer();
        NUMBERS.forEach(number -> craft(writer, number));
        AnsweredQueues.make(directory, OPTIONS, 4, AnsweredQueues.Results::truth);
    }

    private long writer() {
        try (QueuePair pair = QueuePair.open(directory, OPTIONS);
                var requests = pair.scanRequests()) {
            assertTrue(requests.next());
            return requests.frame().writer();
        }
    }

    private void craft(long writer, long number) {
        final MessageWriter message = new MessageWriter();
        RequestFrame.encode(message, RequestKind.LOOKUP, writer, number, Map.of(), "crafted", new Object[] {number});
        try (ChronicleQueue input =
                        ChronicleQueue.single(directory.resolve("in").toString());
                ExcerptAppender appender = input.createAppender();
                DocumentContext document = appender.writingDocument()) {
            document.wire().bytes().write(message.toBytes());
        }
    }

    @Test
    void shouldNameEachAndFindNothingWrongWithItsResult() {
        assertEquals(1, tool.on(directory, "verify"), tool::said);
        for (final long number : NUMBERS) {
            assertTrue(tool.said().contains("is request " + number + " of its writer, "), tool::said);
        }
        assertTrue(tool.said().contains("violations  " + NUMBERS.size()), tool::said);
        assertEquals(0, tool.on(directory, "status"), tool::said);
        assertTrue(tool.said().contains("waiting        0 requests"), tool::said);
        assertEquals(0, tool.on(directory, "cat", "--failure", "INVALID"), tool::said);
        assertEquals(
                NUMBERS.size(),
                tool.said().lines().filter(line -> line.contains("crafted")).count(),
                tool::said);
    }

    @Test
    void shouldFindNothingToRepair() {
        assertEquals(0, tool.on(directory, "repair"), tool::said);
        assertTrue(tool.said().contains("17 requests and 17 results"), tool::said);
    }

    @Test
    void shouldRepairWhatIsDamagedBesideThem() throws IOException {
        final Path file = QueueFiles.of(directory.resolve("in")).get(0);
        final byte[] bytes = Files.readAllBytes(file);
        final String text = new String(bytes, StandardCharsets.ISO_8859_1);
        final int at = text.lastIndexOf("send-it");
        Arrays.fill(bytes, at, at + 7, (byte) 0);
        Files.write(file, bytes);
        assertEquals(0, tool.on(directory, "repair", "--apply"), tool::said);
        assertEquals(0, tool.on(directory, "status"), tool::said);
        AnsweredQueues.make(directory, OPTIONS, 1, AnsweredQueues.Results::truth);
    }

    @Test
    void shouldAskThemAgainOnlyWhenSomebodyChoosesTo() {
        assertEquals(0, tool.on(directory, "redrive", "--dry-run", "--failure", "INVALID"), tool::said);
        assertTrue(tool.said().contains("crafted"), tool::said);
    }
}
