package dev.sluice.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.QueueOptions;
import dev.sluice.api.RequestKind;
import dev.sluice.internal.queue.QueuePair;
import dev.sluice.internal.wire.MessageWriter;
import dev.sluice.internal.wire.RequestFrame;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.wire.DocumentContext;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What the tools make of requests with numbers that cannot be, once these are answered. */
class MisnumberedTest {

    private static final QueueOptions OPTIONS =
            AnsweredQueues.OPTIONS.withRequestLimit(8192).withBlockSize(1 << 20);
    private static final List<Long> NUMBERS = List.of(0L, -1L, 1L, 1_000L, Long.MAX_VALUE);

    @TempDir
    private Path directory;

    private final StringWriter out = new StringWriter();

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
        assertEquals(1, execute("verify"), out::toString);
        for (final long number : NUMBERS) {
            assertTrue(out.toString().contains("is request " + number + " of its writer, "), out::toString);
        }
        assertTrue(out.toString().contains("violations  " + NUMBERS.size()), out::toString);
        assertEquals(0, execute("status"), out::toString);
        assertTrue(out.toString().contains("waiting        0 requests"), out::toString);
        assertEquals(0, execute("cat", "--failure", "INVALID"), out::toString);
        assertEquals(
                NUMBERS.size(),
                out.toString().lines().filter(line -> line.contains("crafted")).count(),
                out::toString);
    }

    @Test
    void shouldFindNothingToRepair() {
        assertEquals(0, execute("repair"), out::toString);
        assertTrue(out.toString().contains("17 requests and 17 results"), out::toString);
    }

    @Test
    void shouldRepairWhatIsDamagedBesideThem() throws IOException {
        final Path file = inputFile();
        final byte[] bytes = Files.readAllBytes(file);
        final String text = new String(bytes, StandardCharsets.ISO_8859_1);
        final int at = text.lastIndexOf("send-it");
        Arrays.fill(bytes, at, at + 7, (byte) 0);
        Files.write(file, bytes);
        assertEquals(0, execute("repair", "--apply"), out::toString);
        assertEquals(0, execute("status"), out::toString);
        AnsweredQueues.make(directory, OPTIONS, 1, AnsweredQueues.Results::truth);
    }

    @Test
    void shouldAskThemAgainOnlyWhenSomebodyChoosesTo() {
        assertEquals(0, execute("redrive", "--dry-run", "--failure", "INVALID"), out::toString);
        assertTrue(out.toString().contains("crafted"), out::toString);
    }

    private Path inputFile() throws IOException {
        try (Stream<Path> files = Files.list(directory.resolve("in"))) {
            return files.filter(file -> file.toString().endsWith(".cq4"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private int execute(String... words) {
        out.getBuffer().setLength(0);
        final CommandLine line = Main.commandLine();
        line.setOut(new PrintWriter(out, true));
        line.setErr(new PrintWriter(out, true));
        return line.execute(Stream.concat(Stream.of(words), Stream.of("--queues", directory.toString()))
                .toArray(String[]::new));
    }
}
