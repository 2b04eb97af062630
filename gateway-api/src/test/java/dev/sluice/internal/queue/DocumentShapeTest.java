package dev.sluice.internal.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.RequestKind;
import dev.sluice.api.RequestRef;
import dev.sluice.internal.queue.document.Documents;
import dev.sluice.internal.queue.state.GatewayLock;
import dev.sluice.internal.wire.MessageWriter;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.internal.wire.ResultKind;
import dev.sluice.internal.wire.Signed;
import dev.sluice.internal.wire.WireFormatException;
import dev.sluice.transport.UnreadableQueueException.CorruptQueueException;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.bytes.MethodReader;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.wire.MessageHistory;
import net.openhft.chronicle.wire.Wire;
import net.openhft.chronicle.wire.WireType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The shape of a document, read by Chronicle's own reader and written by strangers and attackers. */
class DocumentShapeTest extends OverQueues {

    /** Says so when it is loaded. */
    public static class Trap {
        static {
            System.setProperty("sluice.test.trap", "sprung");
        }
    }

    /** What a stranger with Chronicle alone would declare. */
    public interface Calls {
        void lookup(String name, Object... key);

        void updated(String name, long count);
    }

    /** An update, whole. */
    private static byte[] valid() {
        final MessageWriter message = new MessageWriter();
        RequestFrame.encode(message, RequestKind.UPDATE, 7, 1, Map.of(), "u", new Object[] {"text", 5L});
        return message.toBytes();
    }

    /** Events with a trailer after them whose checksum is right, as somebody would forge them. */
    private static Consumer<Wire> signed(Consumer<Wire> events) {
        return wire -> {
            final Bytes<byte[]> forged = Bytes.allocateElasticOnHeap();
            final Wire made = WireType.BINARY_LIGHT.apply(forged);
            events.accept(made);
            final byte[] valid = valid();
            final int trailer = new String(valid, StandardCharsets.ISO_8859_1).indexOf("by") - 2;
            forged.write(valid, trailer, valid.length - trailer);
            final byte[] bytes = forged.toByteArray();
            Signed.sign(bytes);
            wire.bytes().write(bytes);
        };
    }

    private String undecodable(Consumer<Wire> content) {
        try (InputWriter writer = queues.newWriter()) {
            TestQueues.writeRaw(directory, "in", content);
            TestQueues.update(writer, "after");
            final TestQueues.Collected collected = TestQueues.readAll(queues);
            assertEquals(1, collected.frames.size(), "the request behind it is unharmed: " + collected.undecodable);
            assertEquals("after", collected.frames.get(0).name());
            assertEquals(1, collected.undecodable.size());
            return collected.undecodable.get(0);
        }
    }

    @Test
    void shouldBeReadByAChronicleMethodReaderWithItsHistory() {
        final List<String> calls = new ArrayList<>();
        final long before = System.currentTimeMillis();
        try (InputWriter writer = queues.newWriter()) {
            final long index = writer.write(RequestKind.LOOKUP, Map.of("job", "letters"), "customer", 5L);
            writer.append(RequestKind.LOOKUP, Map.of(), "customer", "x".repeat(300));
            writer.append(RequestKind.LOOKUP, Map.of(), "🙂", "漢字 🙂");
            try (GatewayLock lock = queues.lease();
                    OutputWriter results = queues.resultWriter(lock, queues.lastAnswered())) {
                TestQueues.writeUpdated(results, new MessageWriter(), new RequestRef(index, 1, 1, "u"), 111, 5);
            }
        }
        for (final String which : List.of("in", "out")) {
            try (ChronicleQueue queue = TestQueues.chronicle(directory, which);
                    var tailer = queue.createTailer()) {
                final Calls handler = new Calls() {
                    @Override
                    public void lookup(String name, Object... key) {
                        calls.add(name + " " + Arrays.toString(key));
                        final MessageHistory history = MessageHistory.get();
                        assertEquals(1, history.lastSourceId());
                        assertTrue(history.timing(0) / 1_000_000 >= before, "written by the wall clock");
                    }

                    @Override
                    public void updated(String name, long count) {
                        final MessageHistory history = MessageHistory.get();
                        calls.add(name + " " + count + " " + history.sourceId(0) + " " + history.timing(0) + " "
                                + history.timing(1) + " " + (history.timing(2) / 1_000_000 >= before));
                    }
                };
                final MethodReader reader = tailer.methodReader(handler);
                while (reader.readOne()) {
                    assertFalse(calls.isEmpty());
                }
            }
        }

        assertEquals(
                List.of("customer [5]", "customer [" + "x".repeat(300) + "]", "🙂 [漢字 🙂]", "u 5 1 111 112 true"),
                calls);
    }

    @Test
    void shouldReadWhatAChronicleMethodWriterWroteWithoutHistory() {
        TestQueues.writeRaw(directory, "in", wire -> wire.bytes().write(valid()));
        final TestQueues.Collected collected = TestQueues.readAll(queues);
        assertEquals(List.of(), collected.undecodable);
        assertEquals("u", collected.frames.get(0).name());
        assertEquals(0, collected.writtenNanos.get(0), "no history, no time");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "dev.sluice.internal.queue.DocumentShapeTest$Trap",
                "java.util.HashMap",
                "net.openhft.chronicle.wire.VanillaMessageHistory",
                "byte[]"
            })
    void shouldNotLoadWhatATypePrefixNames(String type) {
        final String why =
                undecodable(signed(wire -> wire.writeEventName("lookup").bytes(type, valid())));

        assertTrue(why.contains("wire code 0xb6"), why);
        assertEquals(null, System.getProperty("sluice.test.trap"));
    }

    @Test
    void shouldNotLoadATypedObject() {
        final String why = undecodable(signed(wire -> wire.writeEventName("lookup")
                .sequence(out -> out.typePrefix(Trap.class.getName()).text("x"))));
        assertTrue(why.contains("wire code 0xb6"), why);
        assertEquals(null, System.getProperty("sluice.test.trap"));
    }

    @Test
    void shouldNameAnUnknownMethod() {
        final String why =
                undecodable(wire -> wire.writeEventName("drop\u0007Everything").bytes(valid()));
        assertTrue(why.contains("checksum"), why);
    }

    @Test
    void shouldRefuseOtherValues() {
        final List<Consumer<Wire>> events = List.of(
                wire -> wire.writeEventName("lookup").text("x"),
                wire -> wire.writeEventName("lookup").int64(5),
                wire -> wire.writeEventName("lookup").nu11(),
                wire -> wire.writeEventName("lookup").sequence(out -> out.int64(1)),
                wire -> wire.writeEventName("lookup").sequence(out -> {}),
                wire -> wire.writeEventName("lookup").sequence(out -> {
                    out.text("u");
                    out.text("text");
                    out.int64(5);
                    out.int64(6);
                }),
                wire -> wire.writeEventName("lookup").sequence(out -> {
                    out.text("u");
                    out.text("text");
                    out.float32(5.5f);
                }),
                wire -> wire.writeEventName("lookup").sequence(out -> {
                    out.text("u");
                    out.text("text");
                    out.object(LocalDate.EPOCH);
                }),
                wire -> wire.writeEventName("lookup")
                        .marshallable(out -> out.write("a").int64(1)),
                wire -> wire.writeEventId("lookup", 17).bytes(valid()),
                wire -> wire.write("lookup").bytes(valid()),
                wire -> wire.writeEventName("x".repeat(200)).bytes(valid()),
                wire -> wire.writeEventName("rows").bytes(valid()));
        final List<Consumer<Wire>> values = new ArrayList<>(events);
        events.stream().map(DocumentShapeTest::signed).forEach(values::add);
        values.add(signed(wire -> {}));
        values.addAll(List.of(
                wire -> wire.bytes().write(valid()).writeUnsignedByte(0),
                wire -> wire.bytes().write(valid()).write(valid()),
                wire -> wire.bytes().write(new byte[] {1, 2, 3}),
                wire -> wire.bytes().write(new byte[] {(byte) 0xBA, (byte) 0x80, 0, (byte) 0x80, 1}),
                wire -> wire.bytes()
                        .write(new byte[] {(byte) 0xBA, (byte) 0x80, 0, (byte) 0x80, 3, (byte) 0x86, 127, 127})));
        values.forEach(value -> TestQueues.writeRaw(directory, "in", value));
        final TestQueues.Collected collected = TestQueues.readAll(queues);
        assertEquals(values.size(), collected.undecodable.size(), collected.undecodable.toString());
    }

    @Test
    void shouldRefuseATruncatedMessage() {
        final byte[] whole = valid();
        for (int length = 0; length < whole.length; length++) {
            final byte[] cut = Arrays.copyOf(whole, length);
            assertThrows(WireFormatException.class, () -> decode(Bytes.wrapForRead(cut)));
        }
    }

    @Test
    void shouldNoticeEveryFlippedBit() {
        final byte[] whole = valid();
        for (int bit = 0; bit < whole.length * 8; bit++) {
            final byte[] flipped = whole.clone();
            flipped[bit / 8] ^= (byte) (1 << bit % 8);
            assertThrows(WireFormatException.class, () -> decode(Bytes.wrapForRead(flipped)));
        }
    }

    @Test
    void shouldTakeRandomBytesForUndecodableAndNothingElse() {
        final long seed = Long.getLong("seed", System.nanoTime());
        System.out.println("seed " + seed);
        final Random random = new Random(seed);
        for (int i = 0; i < 20_000; i++) {
            final byte[] noise = new byte[random.nextInt(40)];
            random.nextBytes(noise);
            if (noise.length > 3 && random.nextBoolean()) {
                noise[0] = (byte) 0xBA;
                noise[1] = (byte) 0x80;
                noise[2] = 0;
                noise[3] = (byte) (0x80 + random.nextInt(3));
            }
            assertThrows(WireFormatException.class, () -> decode(Bytes.wrapForRead(noise)), () -> "seed " + seed);
        }
    }

    private static RequestFrame decode(Bytes<?> bytes) {
        final Documents document = new Documents(1 << 20);
        document.read(bytes);
        return document.request();
    }

    @Test
    void shouldRefuseADocumentThatIsTooLarge() {
        final Bytes<?> large = Bytes.wrapForRead(new byte[1 << 20]);
        final var e = assertThrows(WireFormatException.class, () -> new Documents(1 << 20).read(large));
        assertTrue(e.getMessage().contains("1048576 bytes"), e.getMessage());
    }

    @Test
    void shouldStopAtACorruptResultWithItsPosition() {
        final InputWriter writer = keep(queues.newWriter());
        TestQueues.update(writer, "u");
        TestQueues.answerAll(queues);
        TestQueues.writeRaw(
                directory,
                "out",
                wire -> wire.writeEventName(ResultKind.UPDATED.event()).bytes(valid()));
        try (OutputReader reader = queues.resultsFromStart()) {
            final TestQueues.Lines lines = new TestQueues.Lines();
            final var first = assertThrows(CorruptQueueException.class, () -> reader.poll(lines, 10));
            assertEquals(List.of("u updated 1"), lines.lines);
            assertTrue(first.position().endsWith(":1"), first.position());
            assertTrue(first.getMessage().contains(first.position()), first.getMessage());
            assertThrows(CorruptQueueException.class, () -> reader.poll(lines, 10), "it stays before it");
        }
        assertThrows(CorruptQueueException.class, queues::lastAnswered);
    }

    @Test
    void shouldNotBelieveAResultWhoseHistoryNamesAnotherRequest() {
        final InputWriter writer = keep(queues.newWriter());
        final GatewayLock lock = keep(queues.lease());
        final OutputWriter results = keep(queues.resultWriter(lock, queues.lastAnswered()));
        final long index = TestQueues.update(writer, "u");
        final MessageWriter message = new MessageWriter();
        TestQueues.writeUpdated(results, message, new RequestRef(index, 1, 1, "u"), 1, 1);
        results.write(index + 1, 1, 1, message);
        assertThrows(CorruptQueueException.class, queues::lastAnswered);
    }
}
