package dev.sluice.internal.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.QueueException;
import dev.sluice.api.QueueOptions;
import dev.sluice.internal.queue.document.QueueDirectory;
import dev.sluice.internal.queue.files.QueueTable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.core.time.SetTimeProvider;
import net.openhft.chronicle.queue.RollCycles;
import net.openhft.chronicle.wire.Demarshallable;
import net.openhft.chronicle.wire.WireIn;
import net.openhft.chronicle.wire.WireOut;
import net.openhft.chronicle.wire.WireType;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files of a queue that name a class of somebody else's choice: whoever is of the queues' group may write them. */
class ForgedFilesTest {

    private static final AtomicInteger MADE = new AtomicInteger();

    /** Counts how many of it are made. */
    public static final class Hostile implements Demarshallable {

        @SuppressWarnings("unused") // Chronicle finds it by reflection
        private Hostile(WireIn wire) {
            MADE.incrementAndGet();
        }
    }

    @TempDir
    Path directory;

    private final SetTimeProvider clock = new SetTimeProvider(Instant.parse("2026-05-04T10:30:00Z"));

    @BeforeEach
    void begin() {
        MADE.set(0);
    }

    private QueuePair open() {
        return QueuePair.open(directory.resolve("q"), TestQueues.SMALL.withRollCycle("FAST_HOURLY"), clock);
    }

    private Path file(String queue, String name) {
        return directory.resolve("q").resolve(queue).resolve(name);
    }

    private static byte[] document(Consumer<WireOut> content) {
        final Bytes<byte[]> bytes = Bytes.allocateElasticOnHeap();
        content.accept(WireType.BINARY_LIGHT.apply(bytes));
        while (bytes.readRemaining() % 4 != 0) {
            bytes.writeByte((byte) 0x8F);
        }
        final byte[] body = bytes.toByteArray();
        return ByteBuffer.allocate(64 << 10)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(0x4000_0000 | body.length)
                .put(body)
                .array();
    }

    private static byte[] header() {
        return document(
                wire -> wire.writeEventName("header").typePrefix(Hostile.class).marshallable(none -> {}));
    }

    private static byte[] table() {
        return document(wire -> wire.writeEventName("header")
                .typePrefix("STStore")
                .marshallable(table -> {
                    table.write("wireType").typePrefix("WireType").text("BINARY_LIGHT");
                    table.write("metadata").typePrefix(Hostile.class).marshallable(none -> {});
                }));
    }

    @ParameterizedTest
    @ValueSource(strings = {"in", "out"})
    void shouldMakeNothingOfATableThatIsForgedWithItsChecksum(String queue) throws IOException {
        open().close();
        for (final byte[] forged : new byte[][] {header(), table()}) {
            Files.write(file(queue, QueueTable.FILE), forged);
            final Path properties = file(queue, QueueDirectory.PROPERTIES);
            final int checksum = new QueueTable(properties.getParent()).checksum();
            Files.writeString(properties, Files.readString(properties).replaceAll("table=.*", "table=" + checksum));
            final var e = assertThrows(QueueException.class, () -> open().close());
            assertEquals(0, MADE.get(), "objects made");
            assertTrue(e.getMessage().contains(file(queue, QueueTable.FILE).toString()), e.getMessage());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"20260504-09F.cq4", "20260504-10F.cq4", "20260504-11F.cq4"})
    void shouldMakeNothingOfARollFileThatIsForgedBeforeAWriterOpensIt(String name) throws IOException {
        write(open());
        Files.write(file("in", name), header());
        clock.advanceMillis(7_200_000);
        final var e = assertThrows(QueueException.class, () -> write(open()));
        assertEquals(0, MADE.get(), "objects made");
        assertTrue(e.getMessage().contains(name), e.getMessage());
    }

    @Test
    void shouldMakeNothingOfARollFileThatIsForgedWhileAReaderIsOpen() throws IOException {
        final QueuePair queues = open();
        try (queues;
                InputReader reader = queues.requestsFromStart();
                InputWriter writer = queues.newWriter()) {
            TestQueues.update(writer, "a");
            assertEquals(1, TestQueues.readAll(reader).frames.size());
            Files.write(file("in", "20260504-11F.cq4"), header());
            clock.advanceMillis(3_600_000);
            assertThrows(QueueException.class, () -> TestQueues.update(writer, "b"));
            assertThrows(QueueException.class, () -> TestQueues.readAll(reader));
        }
        assertEquals(0, MADE.get(), "objects made");
    }

    @Test
    void shouldMakeNothingOfARollFileThatIsForgedBeforeTheGatewayAndReadersOpenIt() throws IOException {
        final QueuePair queues = open();
        try (queues;
                InputWriter writer = queues.newWriter()) {
            TestQueues.update(writer, "a");
            TestQueues.answerAll(queues);
            Files.write(file("out", "20260504-09F.cq4"), header());
            Files.write(file("out", "20260504-11F.cq4"), header());
        }
        try (QueuePair again = open()) {
            assertThrows(QueueException.class, () -> TestQueues.answerAll(again));
            assertThrows(QueueException.class, () -> again.resultsFromStart().poll(new TestQueues.Lines(), 10));
        }
        assertEquals(0, MADE.get(), "objects made");
    }

    private static void write(QueuePair queues) {
        try (queues;
                InputWriter writer = queues.newWriter()) {
            TestQueues.update(writer, "a");
        }
    }

    static Stream<String> rollCycles() {
        return StreamSupport.stream(RollCycles.all().spliterator(), false)
                .filter(cycle -> cycle.defaultIndexSpacing() < 1 << 16)
                .map(Object::toString)
                .filter(name -> !name.equals("WEEKLY")); // refused
    }

    @ParameterizedTest
    @MethodSource("rollCycles")
    void shouldKnowTheTableOfEachRollCycle(String rollCycle) {
        final QueueOptions options = TestQueues.SMALL.withRollCycle(rollCycle);
        QueuePair.open(directory.resolve("q"), options).close();
        QueuePair.open(directory.resolve("q"), options).close();
    }
}
