package dev.sluice.internal.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.client.ChronicleRequests;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.function.Consumer;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.wire.BinaryWireCode;
import net.openhft.chronicle.wire.Wire;
import net.openhft.chronicle.wire.WireType;
import org.junit.jupiter.api.Test;

/** Requests that Chronicle's method writer made: their values, their texts, and what is refused. */
class ForeignCallTest {

    @Test
    void shouldReadOrRefuseARequestOfAnotherProgramHoweverItWasDamaged() {
        final long seed = Long.getLong("seed", System.nanoTime());
        final Random random = new Random(seed);
        final byte[] call = ofMethodWriter();
        assertTrue(decodeRequest(call, call.length).isForeign());
        for (int length = 0; length < call.length; length++) {
            final int cut = length;
            assertThrows(WireFormatException.class, () -> decodeRequest(call, cut));
        }
        for (int i = 0; i < 50_000; i++) {
            final byte[] damaged = call.clone();
            for (int changes = random.nextInt(3); changes >= 0; changes--) {
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
            }
            try {
                assertTrue(decodeRequest(damaged, damaged.length).isForeign(), () -> "seed " + seed);
            } catch (final WireFormatException e) {
                assertNotEquals("", e.getMessage());
            } catch (final RuntimeException | Error e) {
                throw new AssertionError("seed " + seed, e);
            }
        }
    }

    @Test
    void shouldKeepTextsOfAnotherProgramAsTheyAre() {
        final byte[] call = ofMethodWriter(calls -> calls.askQuery("select '🙂', 'é', '\uFFFD'", "漢字 🙂", "\uFFFD"));
        final RequestFrame frame = decodeRequest(call, call.length);
        assertEquals("select '🙂', 'é', '\uFFFD'", frame.name());
        assertEquals(List.of("漢字 🙂", "\uFFFD"), frame.arguments().values());
    }

    @Test
    void shouldRefuseHalfAPairOfSurrogatesOfAnotherProgram() {
        for (final String half : List.of("\uD83D", "\uDE42", "\uDE42\uD83D", "a\uD83Db")) {
            final byte[] argument = ofMethodWriter(calls -> calls.askLookup("customer", half));
            assertThrows(WireFormatException.class, () -> decodeRequest(argument, argument.length));
            final byte[] name = ofMethodWriter(calls -> calls.askLookup(half, 1L));
            assertThrows(WireFormatException.class, () -> decodeRequest(name, name.length));
        }
    }

    @Test
    void shouldReadARequestOfAnotherProgramThatChronicleFilledUp() {
        final byte[] call = ofMethodWriter();
        final byte[] padded = Arrays.copyOf(call, call.length + 3);
        Arrays.fill(padded, call.length, padded.length, (byte) BinaryWireCode.PADDING);
        assertEquals(
                decodeRequest(call, call.length).arguments(),
                decodeRequest(padded, padded.length).arguments());
    }

    private static byte[] ofMethodWriter() {
        return ofMethodWriter(calls -> calls.askLookup(
                "price",
                119L,
                "größer",
                null,
                true,
                1.5,
                1.25f,
                (short) -3,
                LocalDate.of(2026, 1, 2),
                LocalTime.NOON,
                LocalDateTime.of(2026, 1, 2, 3, 4),
                new UUID(1, 2)));
    }

    private static byte[] ofMethodWriter(Consumer<ChronicleRequests> call) {
        final Wire wire = WireType.BINARY_LIGHT.apply(Bytes.allocateElasticOnHeap());
        call.accept(wire.methodWriter(ChronicleRequests.class));
        final byte[] document = wire.bytes().toByteArray();
        return Arrays.copyOfRange(document, Integer.BYTES, document.length); // after the length of the document
    }

    private static RequestFrame decodeRequest(byte[] message, int length) {
        return RequestFrame.decode(message, 0, length, new MessageReader());
    }
}
